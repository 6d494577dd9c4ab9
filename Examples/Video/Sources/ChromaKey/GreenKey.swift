import CoreImage
import Foundation

/// Makes green pixels transparent, with a colour cube.
struct GreenKey {
  private let filter = CIFilter(name: "CIColorCubeWithColorSpace")!

  /// - Parameter hues: the removed hues, 0...1: green is one third.
  init(hues: ClosedRange<Double> = 0.24...0.42) {
    let side = 33
    var table: [Float] = []
    for blue in 0..<side {
      for green in 0..<side {
        for red in 0..<side {
          let color = [red, green, blue].map { Double($0) / Double(side - 1) }
          let isOpaque = !(hues.contains(Self.hue(color)) && Self.chroma(color) > 0.2)
          table += isOpaque ? color.map { Float($0) } + [1] : [0, 0, 0, 0]
        }
      }
    }
    filter.setValue(side, forKey: "inputCubeDimension")
    filter.setValue(table.withUnsafeBytes { Data($0) }, forKey: "inputCubeData")
    filter.setValue(CGColorSpace(name: CGColorSpace.sRGB)!, forKey: "inputColorSpace")
  }

  /// Returns the image with transparent pixels where it is green.
  func apply(to image: CIImage) -> CIImage {
    filter.setValue(image, forKey: kCIInputImageKey)
    return filter.outputImage!
  }

  private static func chroma(_ color: [Double]) -> Double { color.max()! - color.min()! }

  /// Returns the hue: 0 red, one third green, two thirds blue.
  private static func hue(_ color: [Double]) -> Double {
    let (maximum, range) = (color.max()!, chroma(color))
    if range == 0 { return 0 }
    let sixths =
      maximum == color[1]
      ? 2 + (color[2] - color[0]) / range
      : maximum == color[2] ? 4 + (color[0] - color[1]) / range : (color[1] - color[2]) / range
    return (sixths / 6 + 1).truncatingRemainder(dividingBy: 1)
  }
}
