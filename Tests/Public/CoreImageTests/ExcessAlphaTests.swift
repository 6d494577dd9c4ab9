import CoreImage
import Foundation
import ImageGraph
import TestSupport
import Testing

/// Tests of alpha above 1, which integers cannot store: such a pixel is displayed as Core Image's premultiplied images
/// are.
///
/// Source: measured on three filters of Core Image, to 1/255: the straight colour c / a is stored as min(coded(c / a)
/// a, 1), with alpha 1.
@Suite struct ExcessAlphaTests {
  /// IEC 61966-2-1.
  private func coded(_ light: Double) -> Double {
    light <= 0.0031308 ? 12.92 * light : 1.055 * pow(light, 1 / 2.4) - 0.055
  }

  @Test(arguments: Backend.contextNames, [1.25, 2, 3])
  func integersHoldWhatThePremultipliedImageShows(_ backend: String, _ alpha: Double) throws {
    let context = try CIContext(checked: [.backend: backend])
    let color = SIMD4<Double>(0.05, 0.2, 0.6, 1)
    // Premultiplied linear light.
    let image = CIImage(
      node: Node.generated(by: .constant, SIMD4<Float>(Float(color.x), Float(color.y), Float(color.z), Float(alpha))))
    let expected = (0..<3).map { Int((min(coded(color[$0] / alpha) * alpha, 1) * 255).rounded()) } + [255]
    for mode in [CIRenderDestinationAlphaMode.premultiplied, .unpremultiplied] {
      let destination = try CIRenderDestination(width: 5, height: 3, format: .RGBA8)
      destination.alphaMode = mode
      destination.colorSpace = CGColorSpace(name: CGColorSpace.sRGB)
      try context.startTask(toRender: image, from: .infinite, to: destination, at: .zero).waitUntilCompleted()
      let bytes = destination.withUnsafeBytes { $0.map { Int($0) } }
      for (index, byte) in bytes.enumerated() {
        #expect(abs(byte - expected[index % 4]) <= 1, "\(mode.rawValue), component \(index % 4): \(byte)")
      }
    }
  }

  /// The result of adding two opaque images, as apps create such pixels.
  @Test(arguments: Backend.contextNames) func twoOpaqueImagesAdded(_ backend: String) throws {
    let context = try CIContext(checked: [.backend: backend])
    let image = CIImage(color: CIColor(red: 0.5, green: 0.25, blue: 0)).cropped(
      to: CGRect(x: 0, y: 0, width: 4, height: 4))
    let sum = image.applyingFilter("CIAdditionCompositing", parameters: ["inputBackgroundImage": image])
    var bytes = [UInt8](repeating: 0, count: 64)
    context.render(
      sum, toBitmap: &bytes, rowBytes: 16, bounds: sum.extent, format: .RGBA8,
      colorSpace: CGColorSpace(name: CGColorSpace.sRGB))
    // Divided by alpha, the sum equals each image: encoded 0.5 and 0.25, twice.
    for (index, byte) in bytes.enumerated() {
      #expect(abs(Int(byte) - [255, 128, 0, 255][index % 4]) <= 1, "component \(index % 4): \(byte)")
    }
  }
}
