import ImageGraph
import ImagePrograms
import Synchronization

/// A check of a formula's reads: it records a read outside of the region of interest that the formula declares.
///
/// A region that is too small is visible as a seam between tiles, far from its cause. The error names the formula.
final class ReadChecker: Sendable {
  private let node: Node
  private let output: UserRect
  private let declared: [UserRect]
  private let violation = Mutex<(input: Int, point: SIMD2<Float>)?>(nil)

  init(_ node: Node, computing region: UserRect) {
    (self.node, output) = (node, region)
    declared = node.inputs.indices.map { node.op.regionOfInterest(ofInput: $0, for: region).pixels }
  }

  /// Records a read. Points that are NaN or infinite are ignored.
  func note(_ input: Int, _ point: SIMD2<Float>) {
    let (x, y, region) = (Double(point.x), Double(point.y), declared[input])
    guard x.isFinite, y.isFinite else { return }
    if x < region.min.x || y < region.min.y || x >= region.max.x || y >= region.max.y {
      violation.withLock { if $0 == nil { $0 = (input, point) } }
    }
  }

  /// Records those of eight reads of a warp whose pixels are needed.
  func note(_ from: Point, for pixels: Point) {
    for index in 0..<8 where Double(pixels.x[index]) < output.max.x { note(0, from[index]) }
  }

  /// Reports a recorded read.
  ///
  /// - Throws: `invalidArgument` if there was a read outside of the region.
  func report() throws(RenderError) {
    guard let (input, point) = violation.withLock({ $0 }) else { return }
    throw .invalidArgument(
      "\(node.op) reads input \(input) at \(short(Double(point.x))),\(short(Double(point.y))), outside of "
        + "\(declared[input]), the region of interest that it declares for \(output)")
  }
}
