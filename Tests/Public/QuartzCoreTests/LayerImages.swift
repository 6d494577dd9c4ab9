import CoreGraphics
import CoreImage
import Foundation
import ImageFilters
import ImageGraph
import QuartzCore
import ReferenceEngine
import TestSupport
import Testing

/// Returns a layer with a frame.
func box(
  _ x: CGFloat, _ y: CGFloat, _ width: CGFloat, _ height: CGFloat, _ color: CGColor? = nil,
  _ sublayers: [CALayer] = []
) -> CALayer {
  let layer = CALayer()
  layer.frame = CGRect(x: x, y: y, width: width, height: height)
  layer.backgroundColor = color
  layer.sublayers = sublayers
  return layer
}

func rgb(_ red: CGFloat, _ green: CGFloat, _ blue: CGFloat, _ alpha: CGFloat = 1) -> CGColor {
  CGColor(srgbRed: red, green: green, blue: blue, alpha: alpha)
}

let red = rgb(1, 0, 0)
let green = rgb(0, 1, 0)
let blue = rgb(0, 0, 1)
let white = rgb(1, 1, 1)
let black = rgb(0, 0, 0)

/// The rendered image of a layer, in gamma-encoded premultiplied sRGB, by the reference.
struct Shown {
  let image: FloatImage

  init(image: FloatImage) { self.image = image }

  init(_ layer: CALayer, _ width: Int, _ height: Int, scale: CGFloat = 1, linearly: Bool = false, at time: Double = 0)
    throws
  {
    let recipe = CIImage(layer: layer, at: time, scale: scale, blendsLinearly: linearly)
    let coded = try #require(recipe.matchedFromWorkingSpace(to: CGColorSpace(name: CGColorSpace.extendedSRGB)!))
    let region = UserRect(x: 0, y: 0, width: Double(width), height: Double(height))
    guard coded.node.kinds.contains(.processors) else {
      image = try renderReference(coded.node, region)
      return
    }
    // Contexts create the particle images.
    image = try FloatImage(region)
    try CIContext(checked: [.backend: "reference", .workingFormat: CIFormat.RGBAf]).render(
      coded, toBitmap: image.pixels.baseAddress!, rowBytes: width * 16, bounds: CGRect(region), format: .RGBAf,
      colorSpace: nil)
  }

  /// y up.
  subscript(x: Int, y: Int) -> SIMD4<Float> { image.pixels[(image.height - 1 - y) * image.width + x] }

  func isNear(_ x: Int, _ y: Int, _ r: Float, _ g: Float, _ b: Float, _ a: Float, within off: Float = 0.002) -> Bool {
    let way = self[x, y] - SIMD4(r, g, b, a)
    return (way * way).max() <= off * off
  }
}

/// Compares one tree on the reference as written, optimised, and on every engine.
func expectAlike(
  _ layer: CALayer, _ width: Double, _ height: Double, scale: CGFloat = 1, within tolerance: Tolerance = .half,
  sourceLocation: SourceLocation = #_sourceLocation
) throws {
  let node = CIImage(layer: layer, at: 0, scale: scale).node
  let region = UserRect(x: 0, y: 0, width: width, height: height)
  let expected = try renderReference(node, region)
  for backend in Backend.available {
    expect(
      try backend.render(node, region), equals: expected, within: tolerance, "\(backend)",
      sourceLocation: sourceLocation)
  }
}
