import Foundation

extension Array {
  /// By depth; what lies equally deep keeps its order.
  func orderedByDepth(_ depth: (Element) -> CGFloat) -> [Element] {
    let depths = map(depth)
    guard zip(depths, depths.dropFirst()).contains(where: { $0 > $1 }) else { return self }
    return indices.sorted { (depths[$0], $0) < (depths[$1], $1) }.map { self[$0] }
  }
}
