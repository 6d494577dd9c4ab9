import ImageGraph
import Synchronization

/// How many reads of input 0 a kernel makes for one pixel: counted in one, when a plan first asks. The cost rules use
/// it, so it need not be right everywhere.
final class MeasuredReads: Sendable {
  private let compiled: CompiledKernel
  private let place: SIMD2<Float>
  private let known = Mutex<Double?>(nil)

  /// Loops whose rounds pixels decide are not run for a guess: as many as a small blur.
  private static let unknown = 64.0

  /// - Parameter extent: of the result; a pixel in its middle is looked at.
  init(_ compiled: CompiledKernel, at extent: Extent) {
    self.compiled = compiled
    let rect = extent.rect.flatMap { $0.isFinite ? $0 : nil }
    place = rect.map { SIMD2<Float>((($0.min + $0.max) / 2).rounded(.down)) + 0.5 } ?? [0.5, 0.5]
  }

  @Sendable func count(_ arguments: [Argument]) -> Double {
    if compiled.kernel.needs.openLoops { return Self.unknown }
    if let count = known.withLock({ $0 }) { return count }
    let count = measured(arguments)
    known.withLock { $0 = count }
    return count
  }

  private func measured(_ arguments: [Argument]) -> Double {
    guard let machine = try? compiled.code.machine() else { return Self.unknown }
    machine.argument(0, component: 0)[0] = place.x
    machine.argument(0, component: 1)[0] = place.y
    machine.setArguments(arguments, from: 1)
    var count = 0.0
    do throws(RenderError) {
      try machine.compute(pixels: 1) { input, _ throws(RenderError) in
        if input == 0 { count += 1 }
        return SIMD4(repeating: 0.5)
      }
    } catch { return Self.unknown }
    return max(count, 1)
  }
}
