import CoreImage
import Foundation

/// The content of the test app, which the tests also render offline.
package enum Scene: String, CaseIterable {
  /// Colours by place: any two pixels next to each other differ.
  case pattern
  /// The pattern through ten filters; the last ones read around themselves.
  case ten
  /// Reads nothing, and is infinite.
  case stripes
  /// Half of it is clear.
  case clear

  /// - Parameter value: of the slider, 0...1.
  package func image(width: Int, height: Int, value: Double = 0.5) -> CIImage {
    image(of: Self.image(width, height), value: value)
  }

  /// Returns the content for an existing image, as in an app that has loaded it once.
  package func image(of pattern: CIImage, value: Double) -> CIImage {
    let (width, height) = (pattern.extent.width, pattern.extent.height)
    switch self {
    case .pattern: return pattern
    case .ten:
      return
        pattern
        .applyingFilter("CIExposureAdjust", parameters: ["inputEV": value - 0.5])
        .applyingFilter("CISepiaTone", parameters: ["inputIntensity": value])
        .applyingFilter("CIVibrance", parameters: ["inputAmount": 0.4])
        .applyingFilter("CIHueAdjust", parameters: ["inputAngle": value])
        .applyingFilter("CIGammaAdjust", parameters: ["inputPower": 0.8])
        .applyingFilter("CIColorControls", parameters: ["inputSaturation": 0.5 + value, "inputContrast": 1.1])
        .applyingFilter("CIGaussianBlur", parameters: ["inputRadius": 4])
        .applyingFilter("CISharpenLuminance", parameters: ["inputSharpness": value])
        .applyingFilter("CIVignette", parameters: ["inputIntensity": 0.5, "inputRadius": 1])
        .applyingFilter("CIColorInvert")
        .cropped(to: pattern.extent)
    case .stripes:
      return CIFilter(
        name: "CIStripesGenerator",
        parameters: [
          "inputWidth": 7, "inputSharpness": 1, "inputColor0": CIColor.red, "inputColor1": CIColor.blue,
        ])!.outputImage!
    case .clear:
      return pattern.cropped(to: CGRect(x: 0, y: 0, width: width / 2, height: height))
    }
  }

  /// Returns the image with the filters for surfaces: one on pixels, and one with a halo.
  package static func filtered(_ image: CIImage) -> CIImage {
    image.applyingFilter("CIColorInvert").clampedToExtent()
      .applyingFilter("CIGaussianBlur", parameters: ["inputRadius": 2]).cropped(to: image.extent)
  }

  package static func image(_ width: Int, _ height: Int) -> CIImage {
    var bytes = Data(capacity: width * height * 4)
    for y in 0..<height {
      for x in 0..<width {
        let colors = [x * 5 + y * 3, x ^ (y * 7), x * y].map { UInt8(truncatingIfNeeded: $0) }
        bytes.append(contentsOf: colors + [255])
      }
    }
    return CIImage(
      bitmapData: bytes, bytesPerRow: width * 4, size: CGSize(width: width, height: height), format: .RGBA8,
      colorSpace: CGColorSpace(name: CGColorSpace.sRGB))
  }
}
