import CStages
import ImageGraph

/// A kernel of an app in a dispatch. Made for each dispatch, so that what goes wrong there is told there.
protocol KernelStage: AnyObject, Sendable {
  /// What the stage is told first: where it says what goes wrong.
  var address: UnsafeRawPointer { get }

  /// False where nothing can go wrong. See `FormulaCode.mayNotEnd`.
  var mayFail: Bool { get }

  /// What went wrong; nil where nothing did.
  var error: RenderError? { get }
}

extension KernelStage {
  /// The address as the two numbers that stand before the others of a step.
  var numbers: [StageNumber] {
    let bits = UInt64(UInt(bitPattern: address))
    return [StageNumber(i: Int32(truncatingIfNeeded: bits)), StageNumber(i: Int32(truncatingIfNeeded: bits >> 32))]
  }
}

/// One that has a native stage, which sets a number where a loop does not end.
///
/// Unchecked: the number is written and read atomically by the stages; here it is read when they are done.
final class NativeKernelStage: KernelStage, @unchecked Sendable {
  private let name: String
  let mayFail: Bool
  private let watch: UnsafeMutablePointer<Int32>

  init(_ code: FormulaCode) {
    (name, mayFail, watch) = (code.name, code.mayNotEnd, .allocate(capacity: 1))
    watch.initialize(to: 0)
  }

  deinit { watch.deallocate() }

  var address: UnsafeRawPointer { UnsafeRawPointer(watch) }

  var error: RenderError? {
    let allowed = UInt64(STAGE_LOOP_ROUNDS)
    return watch.pointee == 0
      ? nil : .limit("rounds of a loop of kernel \(name)", requested: allowed + 1, allowed: allowed)
  }
}

/// A step by a kernel of an app.
enum KernelStep: Sendable {
  case interpreted(FormulaCode, [InterpretedStage.Operand], resultCount: Int)
  case native(FormulaCode)

  /// For one dispatch.
  func stage(_ stages: Stages) -> any KernelStage {
    switch self {
    case .interpreted(let code, let operands, let resultCount):
      InterpretedStage(code, operands, resultCount: resultCount, stages)
    case .native(let code): NativeKernelStage(code)
    }
  }
}
