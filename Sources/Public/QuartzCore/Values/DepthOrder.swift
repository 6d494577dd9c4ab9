import Foundation

extension Array {
  /// Returns the elements in ascending order of depth; the order is stable.
  func orderedByDepth(_ depth: (Element) -> CGFloat) -> [Element] {
    let depths = map(depth)
    guard zip(depths, depths.dropFirst()).contains(where: { $0 > $1 }) else { return self }
    return indices.sorted { (depths[$0], $0) < (depths[$1], $1) }.map { self[$0] }
  }
}
