import Foundation

/// CIStraightenFilter: rotates the image and enlarges it so that it fills the frame.
///
/// Formula: source(p) = m + {1}/{s} rotate(p - m, -θ), s = |cos θ| + |sin θ| {max(w, h)}/{min(w, h)}
///
/// Source: our own; that the image fills the frame is measured on real images.
package enum StraightenFilter {
  static let filter = Filter(
    "CIStraightenFilter", displayName: "Straighten", summary: "Rotates, then scales and crops to fill the old frame.",
    categories: .extended(.geometryAdjustment), since: "macOS 10.7 / iOS 5 / tvOS 5", builtin: "CIStraighten",
    parameters: [.inputImage, .angle], example: ["inputAngle": 0.12], neutral: [.angle]
  ) { (inputs) throws(RenderError) in
    let (image, angle) = (inputs.image, Double(inputs[.angle]))
    guard let rect = image.extent.rect else { return image }
    guard let map = map(of: rect, angle), let result = image.clampedToExtent.transformed(by: map) else {
      throw .invalidArgument("CIStraightenFilter: inputAngle is \(angle); give radians")
    }
    return result.cropped(to: rect)
  }

  /// Returns the map: a rotation counterclockwise about the middle, scaled by the least factor with which every corner
  /// of the frame is inside the image: |cos a| + |sin a| times the longer side over the shorter one.
  private static func map(of rect: UserRect, _ angle: Double) -> AffineMap? {
    let (cosine, sine) = (cos(angle), sin(angle))
    let scale = abs(cosine) + abs(sine) * max(rect.width / rect.height, rect.height / rect.width)
    guard scale.isFinite else { return nil }
    let (c, s) = (scale * cosine, scale * sine)
    return AffineMap.translation(-rect.center.x, -rect.center.y)
      .followed(by: AffineMap(a: c, b: s, c: -s, d: c, tx: 0, ty: 0))
      .followed(by: .translation(rect.center.x, rect.center.y))
  }
}
