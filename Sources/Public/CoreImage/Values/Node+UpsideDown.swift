import ImageGraph

extension AffineMap {
  /// Returns the map that reverses the order of rows.
  static func upsideDown(height: Int) -> AffineMap {
    CGImagePropertyOrientation.downMirrored.map(width: 0, height: Double(height))
  }
}

extension Node {
  /// Returns the image with the order of its rows reversed.
  func upsideDown(height: Int) -> Node { transformed(by: .upsideDown(height: height)) ?? self }
}
