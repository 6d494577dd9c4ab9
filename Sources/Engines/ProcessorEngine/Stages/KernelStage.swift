import CStages
import ImageGraph

/// A kernel of an app in a dispatch. Each dispatch has its own object, so that an error is reported for its dispatch.
protocol KernelStage: AnyObject, Sendable {
  /// The address at which the stage reports errors: its first two uniforms.
  var address: UnsafeRawPointer { get }

  /// Whether the kernel may fail. See `FormulaCode.mayNotTerminate`.
  var mayFail: Bool { get }

  /// The error; nil if there is none.
  var error: RenderError? { get }
}

extension KernelStage {
  /// The address as the first two uniforms of a step.
  var uniforms: [StageUniform] {
    let bits = UInt64(UInt(bitPattern: address))
    return [StageUniform(i: Int32(truncatingIfNeeded: bits)), StageUniform(i: Int32(truncatingIfNeeded: bits >> 32))]
  }
}

/// A kernel with a native stage, which sets a flag if a loop is endless.
///
/// Unchecked: stages access the flag atomically; here it is read after they have finished.
final class NativeKernelStage: KernelStage, @unchecked Sendable {
  private let name: String
  let mayFail: Bool
  private let stopFlag: UnsafeMutablePointer<Int32>

  init(_ code: FormulaCode) {
    (name, mayFail, stopFlag) = (code.name, code.mayNotTerminate, .allocate(capacity: 1))
    stopFlag.initialize(to: 0)
  }

  deinit { stopFlag.deallocate() }

  var address: UnsafeRawPointer { UnsafeRawPointer(stopFlag) }

  var error: RenderError? {
    let allowed = UInt64(STAGE_LOOP_ITERATIONS)
    return stopFlag.pointee == 0
      ? nil : .limit("iterations of a loop of kernel \(name)", requested: allowed + 1, allowed: allowed)
  }
}

/// A kernel of an app in the steps of a program.
enum KernelStep: Sendable {
  case interpreted(FormulaCode, [InterpretedStage.Operand], resultCount: Int)
  case native(FormulaCode)

  /// Creates the stage for a dispatch.
  func stage(_ stages: Stages) -> any KernelStage {
    switch self {
    case .interpreted(let code, let operands, let resultCount):
      InterpretedStage(code, operands, resultCount: resultCount, stages)
    case .native(let code): NativeKernelStage(code)
    }
  }
}
