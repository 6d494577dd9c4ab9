import ImageGraph
import Synchronization

/// The number of reads of input 0 that a kernel makes for a pixel. It is counted for one pixel, on first use. Only the
/// cost rules use it, so an estimate suffices.
final class MeasuredReads: Sendable {
  private let compiled: CompiledKernel
  private let position: SIMD2<Float>
  private let cached = Mutex<Double?>(nil)

  /// The estimate for kernels whose loops depend on pixels, which are not run: the reads of a small blur.
  private static let estimate = 64.0

  /// - Parameter extent: the extent of the result; the pixel in its middle is measured.
  init(_ compiled: CompiledKernel, at extent: Extent) {
    self.compiled = compiled
    let rect = extent.rect.flatMap { $0.isFinite ? $0 : nil }
    position = rect.map { SIMD2<Float>((($0.min + $0.max) / 2).rounded(.down)) + 0.5 } ?? [0.5, 0.5]
  }

  @Sendable func count(_ arguments: [Argument]) -> Double {
    if compiled.kernel.needs.openLoops { return Self.estimate }
    if let count = cached.withLock({ $0 }) { return count }
    let count = measured(arguments)
    cached.withLock { $0 = count }
    return count
  }

  private func measured(_ arguments: [Argument]) -> Double {
    guard let machine = try? compiled.code.machine() else { return Self.estimate }
    machine.argument(0, component: 0)[0] = position.x
    machine.argument(0, component: 1)[0] = position.y
    machine.setArguments(arguments, from: 1)
    var count = 0.0
    do throws(RenderError) {
      try machine.compute(pixels: 1) { input, _ throws(RenderError) in
        if input == 0 { count += 1 }
        return SIMD4(repeating: 0.5)
      }
    } catch { return Self.estimate }
    return max(count, 1)
  }
}
