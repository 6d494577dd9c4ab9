import CoreImage
import CoreVideo
import Foundation
import PixelFormats
import TestSupport
import Testing

/// Tests of planes of Y'CbCr as images, on every engine, against the definition in PixelFormats, which agrees with
/// zscale.
@Suite struct VideoReadingTests {
  static let formats: [OSType] = [
    kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange, kCVPixelFormatType_420YpCbCr8BiPlanarFullRange,
    kCVPixelFormatType_422YpCbCr8BiPlanarVideoRange, kCVPixelFormatType_444YpCbCr8BiPlanarFullRange,
    kCVPixelFormatType_420YpCbCr10BiPlanarVideoRange, kCVPixelFormatType_420YpCbCr10BiPlanarFullRange,
    kCVPixelFormatType_422YpCbCr16BiPlanarVideoRange, kCVPixelFormatType_420YpCbCr8Planar,
    kCVPixelFormatType_420YpCbCr8PlanarFullRange, kCVPixelFormatType_420YpCbCr10PlanarLow,
    kCVPixelFormatType_422YpCbCr8, kCVPixelFormatType_422YpCbCr8_yuvs, kCVPixelFormatType_422YpCbCr8FullRange,
  ]
  static let sizes = [(1, 1), (2, 2), (3, 5), (16, 8), (17, 9), (67, 31)]
  static var matrices: [(CFString, LumaWeights)] {
    [
      (kCVImageBufferYCbCrMatrix_ITU_R_709_2, .bt709), (kCVImageBufferYCbCrMatrix_ITU_R_601_4, .bt601),
      (kCVImageBufferYCbCrMatrix_SMPTE_240M_1995, .smpte240), (kCVImageBufferYCbCrMatrix_ITU_R_2020, .bt2020),
    ]
  }
  static var sites: [(CFString, ChromaSite)] {
    [
      (kCVImageBufferChromaLocation_Left, .left), (kCVImageBufferChromaLocation_Center, .center),
      (kCVImageBufferChromaLocation_TopLeft, .topLeft), (kCVImageBufferChromaLocation_Top, .top),
      (kCVImageBufferChromaLocation_BottomLeft, .bottomLeft), (kCVImageBufferChromaLocation_Bottom, .bottom),
    ]
  }

  /// Each size with a matrix and a siting in turn, so that all occur with each format.
  @Test(arguments: formats, [CIChromaQuality.exact, .smooth, .video])
  func colorsAreThoseOfTheDefinition(_ format: OSType, _ quality: CIChromaQuality) throws {
    for (index, size) in Self.sizes.enumerated() {
      let (matrix, weights) = Self.matrices[index % Self.matrices.count]
      let (location, site) = Self.sites[index]
      let buffer = try filled(format, size.0, size.1, seed: UInt64(index))
      CVBufferSetAttachment(buffer, kCVImageBufferYCbCrMatrixKey, matrix, .shouldPropagate)
      CVBufferSetAttachment(buffer, kCVImageBufferChromaLocationTopFieldKey, location, .shouldPropagate)
      let expected = try buffer.withPlanes(writing: false) { planes in
        planes.colors(YCbCrConversion(weights, site: site, quality: quality.planes))
      }
      let image = CIImage(cvPixelBuffer: buffer, options: [.colorSpace: NSNull(), .chromaQuality: quality])
      #expect(image.extent == CGRect(x: 0, y: 0, width: size.0, height: size.1))
      #expect(image.isOpaque)
      for name in Backend.contextNames {
        let colors = try floats(of: image, CIContext(options: [.backend: name, .workingFormat: CIFormat.RGBAf]))
        let worst = zip(colors, expected).map { distance($0, $1) }.max() ?? .infinity
        #expect(colors.count == expected.count && worst < 1e-5, "\(name) \(buffer) \(quality): \(worst)")
      }
    }
  }

  /// Sample 180 of BT.709's video range, grey: (180 − 16)/219 through the inverse of the camera's transfer function.
  @Test func lightIsThatOfTheCurve() throws {
    let buffer = try CVPixelBuffer(width: 4, height: 4, pixelFormat: kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange)
    try fill(buffer, codes: [180, 128, 128])
    CVBufferSetAttachment(
      buffer, kCVImageBufferTransferFunctionKey, kCVImageBufferTransferFunction_ITU_R_709_2, .shouldPropagate)
    let image = CIImage(cvPixelBuffer: buffer)
    let value = 164.0 / 219
    let light = Float(pow((value + 0.099) / 1.099, 1 / 0.45))
    for name in Backend.contextNames {
      let colors = try floats(of: image, CIContext(options: [.backend: name]))
      for color in colors { #expect(distance(color, [light, light, light, 1]) < 2e-3, "\(name) \(color) \(light)") }
    }
  }

  @Test func aColourChainOfPlanesIsOneDispatch() throws {
    let buffer = try filled(kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange, 64, 48, seed: 1)
    let image = CIImage(cvPixelBuffer: buffer).applyingFilter("CISepiaTone").applyingFilter("CIExposureAdjust")
    let destination = try CIRenderDestination(width: 64, height: 48, format: .RGBA8)
    let context = CIContext(options: [.backend: Backend.engineName])
    #expect(try context.startTask(toRender: image, to: destination).waitUntilCompleted().passCount == 1)
  }

  /// A render reads the current content, also if the context caches intermediates.
  @Test func buffersAreReadWithEachRender() throws {
    let buffer = try CVPixelBuffer(width: 8, height: 8, pixelFormat: kCVPixelFormatType_420YpCbCr8BiPlanarFullRange)
    let image = CIImage(cvPixelBuffer: buffer, options: [.colorSpace: NSNull()])
      .clampedToExtent().applyingGaussianBlur(sigma: 3).insertingIntermediate(cache: true)
      .applyingFilter("CIColorInvert").cropped(to: CGRect(x: 0, y: 0, width: 8, height: 8))
    for name in Backend.contextNames {
      let context = CIContext(options: [.backend: name, .cacheIntermediates: true])
      for code in [UInt8(0), 100, 100, 255] {
        try fill(buffer, codes: [code, 128, 128])
        for _ in 0..<3 {
          let color = try floats(of: image, context)[27]
          #expect(abs(color.x - (1 - Float(code) / 255)) < 3e-3, "\(name) \(code) \(color)")
        }
      }
    }
  }

  @Test func formatsThatCannotBeReadSaySo() throws {
    let buffer = try CVPixelBuffer(width: 48, height: 2, pixelFormat: kCVPixelFormatType_422YpCbCr10)
    #expect(CIImage(cvPixelBuffer: buffer).extent.isNull)
    let error = #expect(throws: RenderError.self) { try CIImage(checked: buffer) }
    #expect("\(error!)".contains("'v210'"), "\(error!)")
  }

  @Test func theCleanApertureIsCroppedIfRequested() throws {
    let buffer = try filled(kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange, 20, 10, seed: 1)
    let aperture: [CFString: Any] = [
      kCVImageBufferCleanApertureWidthKey: 16, kCVImageBufferCleanApertureHeightKey: 8,
      kCVImageBufferCleanApertureHorizontalOffsetKey: 1, kCVImageBufferCleanApertureVerticalOffsetKey: 0,
    ]
    CVBufferSetAttachment(buffer, kCVImageBufferCleanApertureKey, aperture as CFDictionary, .shouldPropagate)
    #expect(CIImage(cvPixelBuffer: buffer).extent == CGRect(x: 0, y: 0, width: 20, height: 10))
    #expect(CIImage(cvPixelBuffer: buffer).pixelBuffer === buffer)
    let cut = CIImage(cvPixelBuffer: buffer, options: [.applyCleanAperture: true])
    #expect(cut.extent == CGRect(x: 3, y: 1, width: 16, height: 8) && cut.pixelBuffer == nil)
  }
}
