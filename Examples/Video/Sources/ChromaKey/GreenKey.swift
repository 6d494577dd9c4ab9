import CoreImage
import Foundation

/// Makes what is green clear, by a table of colours.
struct GreenKey {
  private let filter = CIFilter(name: "CIColorCubeWithColorSpace")!

  /// - Parameter hues: of 1, those that go: green is a third.
  init(hues: ClosedRange<Double> = 0.24...0.42) {
    let side = 33
    var table: [Float] = []
    for blue in 0..<side {
      for green in 0..<side {
        for red in 0..<side {
          let color = [red, green, blue].map { Double($0) / Double(side - 1) }
          let isKept = !(hues.contains(Self.hue(color)) && Self.chroma(color) > 0.2)
          table += isKept ? color.map { Float($0) } + [1] : [0, 0, 0, 0]
        }
      }
    }
    filter.setValue(side, forKey: "inputCubeDimension")
    filter.setValue(table.withUnsafeBytes { Data($0) }, forKey: "inputCubeData")
    filter.setValue(CGColorSpace(name: CGColorSpace.sRGB)!, forKey: "inputColorSpace")
  }

  /// The image, clear where it is green.
  func apply(to image: CIImage) -> CIImage {
    filter.setValue(image, forKey: kCIInputImageKey)
    return filter.outputImage!
  }

  private static func chroma(_ color: [Double]) -> Double { color.max()! - color.min()! }

  /// 0 red, a third green, two thirds blue.
  private static func hue(_ color: [Double]) -> Double {
    let (most, range) = (color.max()!, chroma(color))
    if range == 0 { return 0 }
    let sixths =
      most == color[1]
      ? 2 + (color[2] - color[0]) / range
      : most == color[2] ? 4 + (color[0] - color[1]) / range : (color[1] - color[2]) / range
    return (sixths / 6 + 1).truncatingRemainder(dividingBy: 1)
  }
}
