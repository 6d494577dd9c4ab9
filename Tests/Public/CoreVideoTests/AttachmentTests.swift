import CoreVideo
import Foundation
import PixelFormats
import Testing

@Suite struct AttachmentTests {
  private let buffer: CVPixelBuffer

  init() throws {
    buffer = try CVPixelBuffer(width: 720, height: 480, pixelFormat: kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange)
  }

  private func attach(_ key: CFString, _ value: CFTypeRef, _ mode: CVAttachmentMode = .shouldPropagate) {
    CVBufferSetAttachment(buffer, key, value, mode)
  }

  @Test func valuesComeBackWithTheirMode() throws {
    let key = "key" as CFString
    var mode = CVAttachmentMode.shouldPropagate
    #expect(CVBufferCopyAttachment(buffer, key, &mode) == nil && mode == .shouldPropagate)
    attach(key, "value" as CFString, .shouldNotPropagate)
    #expect(CVBufferCopyAttachment(buffer, key, &mode) as? String == "value" && mode == .shouldNotPropagate)
    #expect(CVBufferHasAttachment(buffer, key))
    attach(key, 5 as NSNumber)
    #expect(CVBufferCopyAttachment(buffer, key, nil) as? Int == 5)
    CVBufferRemoveAttachment(buffer, key)
    #expect(!CVBufferHasAttachment(buffer, key) && CVBufferCopyAttachments(buffer, .shouldPropagate) == nil)
  }

  @Test func dictionariesAreOfOneMode() throws {
    CVBufferSetAttachments(buffer, ["a": 1, "b": "two"] as CFDictionary, .shouldPropagate)
    attach("c" as CFString, 3 as NSNumber, .shouldNotPropagate)
    let going = try #require(CVBufferCopyAttachments(buffer, .shouldPropagate) as? [String: Any])
    #expect(going.count == 2 && going["a"] as? Int == 1 && going["b"] as? String == "two")
    #expect(CVBufferCopyAttachments(buffer, .shouldNotPropagate)?.count == 1)
    CVBufferRemoveAllAttachments(buffer)
    #expect(CVBufferCopyAttachments(buffer, .shouldNotPropagate) == nil)
  }

  @Test func onlyWhatGoesOnGoesOn() throws {
    attach("a" as CFString, 1 as NSNumber)
    attach("b" as CFString, 2 as NSNumber, .shouldNotPropagate)
    let other = try CVPixelBuffer(width: 1, height: 1, pixelFormat: kCVPixelFormatType_32BGRA)
    CVBufferSetAttachment(other, "a" as CFString, 9 as NSNumber, .shouldNotPropagate)
    CVBufferPropagateAttachments(buffer, other)
    var mode = CVAttachmentMode.shouldNotPropagate
    #expect(CVBufferCopyAttachment(other, "a" as CFString, &mode) as? Int == 1 && mode == .shouldPropagate)
    #expect(!CVBufferHasAttachment(other, "b" as CFString))
    CVBufferPropagateAttachments(buffer, buffer)
    #expect(CVBufferHasAttachment(buffer, "b" as CFString))
  }

  @Test func coloursFollowFromStrings() {
    #expect(buffer.videoColor == VideoColor(primaries: 6, transfer: 1, matrix: 6) && buffer.chromaSite == .left)
    attach(kCVImageBufferYCbCrMatrixKey, kCVImageBufferYCbCrMatrix_ITU_R_2020)
    attach(kCVImageBufferColorPrimariesKey, kCVImageBufferColorPrimaries_ITU_R_2020)
    attach(kCVImageBufferTransferFunctionKey, kCVImageBufferTransferFunction_ITU_R_2100_HLG)
    attach(kCVImageBufferChromaLocationTopFieldKey, kCVImageBufferChromaLocation_TopLeft)
    #expect(buffer.videoColor == VideoColor(primaries: 9, transfer: 18, matrix: 9) && buffer.chromaSite == .topLeft)
    #expect(buffer.attachedSpace?.name == CGColorSpace.itur_2100_HLG)
  }

  /// Strings, the numbers of ITU-T H.273 and back.
  @Test(arguments: [
    VideoColor(primaries: 1, transfer: 1, matrix: 1), VideoColor(primaries: 6, transfer: 1, matrix: 6),
    VideoColor(primaries: 9, transfer: 16, matrix: 9), VideoColor(primaries: 12, transfer: 13, matrix: 7),
    VideoColor(primaries: 11, transfer: 8, matrix: 1), VideoColor(primaries: 5, transfer: 18, matrix: 1),
  ])
  func numbersAreAttachedAndRead(_ color: VideoColor) {
    buffer.attach(color)
    #expect(buffer.videoColor == color)
  }

  @Test func oneSpaceCountsMoreThanItsParts() throws {
    attach(kCVImageBufferColorPrimariesKey, kCVImageBufferColorPrimaries_ITU_R_709_2)
    attach(kCVImageBufferTransferFunctionKey, kCVImageBufferTransferFunction_ITU_R_709_2)
    let parts = try #require(CVBufferCopyAttachments(buffer, .shouldPropagate))
    #expect(
      CVImageBufferCreateColorSpaceFromAttachments(parts)?.takeRetainedValue().name == CGColorSpace.itur_709)
    #expect(CVImageBufferGetColorSpace(buffer) == nil)
    let p3 = try #require(CGColorSpace(name: CGColorSpace.displayP3))
    attach(kCVImageBufferCGColorSpaceKey, p3)
    #expect(CVImageBufferGetColorSpace(buffer)?.takeUnretainedValue() === p3 && buffer.attachedSpace === p3)
  }

  @Test func profilesAndPowersAreSpaces() throws {
    let adobe = try #require(CGColorSpace(name: CGColorSpace.adobeRGB1998))
    let profile = try #require(adobe.copyICCData())
    attach(kCVImageBufferICCProfileKey, profile as CFData)
    #expect(buffer.attachedSpace == adobe)
    CVBufferRemoveAllAttachments(buffer)
    attach(kCVImageBufferColorPrimariesKey, kCVImageBufferColorPrimaries_DCI_P3)
    attach(kCVImageBufferTransferFunctionKey, kCVImageBufferTransferFunction_UseGamma)
    #expect(buffer.attachedSpace == nil)
    attach(kCVImageBufferGammaLevelKey, 2.6 as NSNumber)
    #expect(buffer.attachedSpace?.name == CGColorSpace.dcip3)
  }

  @Test func valuesOfWrongTypesSayNothing() {
    attach(kCVImageBufferYCbCrMatrixKey, 9 as NSNumber)
    attach(kCVImageBufferCGColorSpaceKey, "sRGB" as CFString)
    attach(kCVImageBufferCleanApertureKey, 9 as NSNumber)
    attach(kCVImageBufferChromaLocationTopFieldKey, "Somewhere" as CFString)
    #expect(buffer.videoColor.matrix == 6 && buffer.attachedSpace == nil && buffer.chromaSite == .left)
    #expect(CVImageBufferGetCleanRect(buffer) == CGRect(x: 0, y: 0, width: 720, height: 480))
  }

  /// Digital video of 525 lines: 704 of 720 columns are seen, and pixels are 10 by 11.
  @Test func whatIsSeenFollowsFromApertureAndAspect() {
    attach(
      kCVImageBufferCleanApertureKey,
      [
        kCVImageBufferCleanApertureWidthKey: 704, kCVImageBufferCleanApertureHeightKey: 480,
        kCVImageBufferCleanApertureHorizontalOffsetKey: 0, kCVImageBufferCleanApertureVerticalOffsetKey: 0,
      ] as CFDictionary)
    attach(
      kCVImageBufferPixelAspectRatioKey,
      [kCVImageBufferPixelAspectRatioHorizontalSpacingKey: 10, kCVImageBufferPixelAspectRatioVerticalSpacingKey: 11]
        as CFDictionary)
    #expect(CVImageBufferGetEncodedSize(buffer) == CGSize(width: 720, height: 480))
    #expect(CVImageBufferGetCleanRect(buffer) == CGRect(x: 8, y: 0, width: 704, height: 480))
    #expect(CVImageBufferGetDisplaySize(buffer) == CGSize(width: 640, height: 480))
    #expect(CVImageBufferIsFlipped(buffer))
  }

  @Test func anApertureIsMovedDownAndStaysInside() {
    func rect(_ width: Double, _ height: Double, _ right: Double, _ down: Double) -> CGRect {
      attach(
        kCVImageBufferCleanApertureKey,
        [
          kCVImageBufferCleanApertureWidthKey: width, kCVImageBufferCleanApertureHeightKey: height,
          kCVImageBufferCleanApertureHorizontalOffsetKey: right, kCVImageBufferCleanApertureVerticalOffsetKey: down,
        ] as CFDictionary)
      return CVImageBufferGetCleanRect(buffer)
    }
    #expect(rect(700, 400, 5, 30) == CGRect(x: 15, y: 10, width: 700, height: 400))
    #expect(rect(9000, 9000, 0, 0) == CGRect(x: 0, y: 0, width: 720, height: 480))
    #expect(rect(10, 10, 5000, 0) == CGRect(x: 0, y: 0, width: 720, height: 480))
    #expect(rect(.nan, 10, 0, 0) == CGRect(x: 0, y: 0, width: 720, height: 480))
  }
}
