import ImageGraph
import ImagePrograms
import Synchronization

/// Looks over a formula's shoulder: remembers a read outside of the region that the formula states.
///
/// A region that is too small shows as a seam between tiles, far from where the mistake is; this names the formula.
final class ReadChecker: Sendable {
  private let node: Node
  private let made: UserRect
  private let stated: [UserRect]
  private let stray = Mutex<(input: Int, point: SIMD2<Float>)?>(nil)

  init(_ node: Node, making region: UserRect) {
    (self.node, made) = (node, region)
    stated = node.inputs.indices.map { node.op.need(ofInput: $0, for: region).pixels }
  }

  /// Points that are no numbers read nothing, and there is nothing infinitely far away.
  func note(_ input: Int, _ point: SIMD2<Float>) {
    let (x, y, region) = (Double(point.x), Double(point.y), stated[input])
    guard x.isFinite, y.isFinite else { return }
    if x < region.min.x || y < region.min.y || x >= region.max.x || y >= region.max.y {
      stray.withLock { if $0 == nil { $0 = (input, point) } }
    }
  }

  /// Of eight pixels that a warp makes, those that are asked for.
  func note(_ from: Point, for pixels: Point) {
    for index in 0..<8 where Double(pixels.x[index]) < made.max.x { note(0, from[index]) }
  }

  /// - Throws: `invalidArgument` when there was such a read.
  func report() throws(RenderError) {
    guard let (input, point) = stray.withLock({ $0 }) else { return }
    throw .invalidArgument(
      "\(node.op) reads input \(input) at \(short(Double(point.x))),\(short(Double(point.y))), outside of "
        + "\(stated[input]), "
        + "the region that it states for \(made)")
  }
}
