import ImageGraph

extension AffineMap {
  /// The first row of so many becomes the last.
  static func upsideDown(height: Int) -> AffineMap {
    CGImagePropertyOrientation.downMirrored.map(width: 0, height: Double(height))
  }
}

extension Node {
  /// The image with its first row of so many as the last.
  func upsideDown(height: Int) -> Node { transformed(by: .upsideDown(height: height)) ?? self }
}
