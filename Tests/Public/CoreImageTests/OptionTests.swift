import CoreImage
import Foundation
import ImageGraph
import TestContexts
import TestSupport
import Testing

/// Tests of options without effect: errors if a call can throw, lines in the log if not.
@Suite struct OptionTests {
  static let image = CIImage.red.cropped(to: CGRect(x: 0, y: 0, width: 8, height: 8))
  private let sRGB = CGColorSpaceCreateDeviceRGB()

  private func png(_ image: CIImage = image) throws -> Data {
    try #require(Backend.context().pngRepresentation(of: image, format: .RGBA8, colorSpace: sRGB))
  }

  private func file() -> URL {
    FileManager.default.temporaryDirectory.appending(path: "options-\(UUID().uuidString)")
  }

  static let contextOptions: [(CIContextOption, any Sendable)] = [
    (CIContextOption(rawValue: "no_such_option"), 1), (.useSoftwareRenderer, "yes"), (.workingFormat, CIFormat.R8),
    (.memoryTarget, -1), (.backend, "metal"), (.workingColorSpace, "sRGB"), (.outputColorSpace, 7), (.name, 7),
    (.highQualityDownsample, "much"),
  ]

  @Test(arguments: contextOptions)
  func aContextRefusesWhatItCannotDo(_ key: CIContextOption, _ value: any Sendable) throws {
    #expect {
      try CIContext(checked: [key: value])
    } throws: {
      "\($0)".contains(key.rawValue)
    }
    // The other initialiser uses the default.
    let context = CIContext(options: [key: value])
    #expect(context.workingFormat == .RGBAh && context.createCGImage(Self.image, from: Self.image.extent) != nil)
  }

  @Test func greyIsNoWorkingSpace() {
    let grey = CGColorSpaceCreateDeviceGray()
    #expect(throws: RenderError.self) { try CIContext(checked: [.workingColorSpace: grey]) }
    #expect(CIContext(options: [.workingColorSpace: grey]).workingColorSpace?.name == CGColorSpace.extendedLinearSRGB)
  }

  @Test func everyOptionThatIsKnownIsTaken() throws {
    let context = try CIContext(checked: [
      .outputColorSpace: sRGB, .workingColorSpace: sRGB, .workingFormat: CIFormat.RGBAf, .highQualityDownsample: false,
      .outputPremultiplied: true, .cacheIntermediates: true, .useSoftwareRenderer: !Backend.isOnGraphics,
      .priorityRequestLow: false,
      .allowLowPower: true, .name: "all", .memoryTarget: 256, .timesPasses: false, .backend: "vulkan",
    ])
    #expect(context.workingFormat == .RGBAf && context.workingColorSpace?.name == CGColorSpace.sRGB)
  }

  @Test func auxiliaryImagesAreNeverTheMainOne() throws {
    let data = try png()
    for option: CIImageOption in [
      .auxiliaryDepth, .auxiliaryDisparity, .auxiliaryHDRGainMap, .auxiliaryPortraitEffectsMatte,
      .auxiliarySemanticSegmentationSkyMatte, .auxiliarySemanticSegmentationHairMatte,
    ] {
      #expect(CIImage(data: data, options: [option: true]) == nil)
      #expect(CIImage(data: data, options: [option: false]) != nil)
      #expect {
        try CIImage(reading: data, options: [option: true])
      } throws: {
        "\($0)".contains(option.rawValue)
      }
    }
    let pixels = try #require(Backend.context().createCGImage(Self.image, from: Self.image.extent))
    #expect(CIImage(cgImage: pixels, options: [.auxiliaryDepth: true]).extent.isNull)
  }

  static let imageOptions: [(CIImageOption, any Sendable)] = [
    (.providerTileSize, [64, 64]), (.providerUserInfo, 1), (.colorSpace, "sRGB"), (.properties, 1),
    (.contentHeadroom, 0.5), (.nearestSampling, "yes"), (CIImageOption(rawValue: "mine"), true),
  ]

  @Test(arguments: imageOptions)
  func anImageRefusesWhatNothingDoes(_ key: CIImageOption, _ value: any Sendable) throws {
    let data = try png()
    #expect {
      try CIImage(reading: data, options: [key: value])
    } throws: {
      "\($0)".contains(key.rawValue)
    }
    #expect(CIImage(data: data, options: [key: value])?.extent == Self.image.extent)
  }

  @Test func aBitmapIsRotatedUprightToo() throws {
    let tall = CIImage.red.cropped(to: CGRect(x: 0, y: 0, width: 8, height: 4))
    let pixels = try #require(Backend.context().createCGImage(tall, from: tall.extent))
    let properties: [String: Any] = [kCGImagePropertyOrientation: 6]
    let image = CIImage(cgImage: pixels, options: [.applyOrientationProperty: true, .properties: properties])
    #expect(image.extent == CGRect(x: 0, y: 0, width: 4, height: 8))
    #expect(image.properties[kCGImagePropertyOrientation] as? Int == 1)
  }

  @Test func cachingImmediatelyDecodesNow() throws {
    let url = file()
    try png().write(to: url)
    let image = try CIImage(reading: url, options: [.cacheImmediately: true])
    try FileManager.default.removeItem(at: url)
    #expect(Backend.context().createCGImage(image, from: image.extent)?.width == 8)
    #expect(throws: RenderError.self) {
      try CIImage(reading: Data(try png().dropLast(20)), options: [.cacheImmediately: true])
    }
  }

  @Test func filesRefuseWhatIsNotWritten() throws {
    let context = Backend.context()
    let url = file()
    for option: CIImageRepresentationOption in [.depthImage, .hdrImage, .hdrGainMapImage] {
      #expect {
        try context.writePNGRepresentation(
          of: Self.image, to: url, format: .RGBA8, colorSpace: sRGB, options: [option: Self.image])
      } throws: {
        "\($0)".contains(option.rawValue)
      }
      #expect(!FileManager.default.fileExists(atPath: url.path))
      #expect(throws: RenderError.self) {
        try context.writeJPEGRepresentation(of: Self.image, to: url, colorSpace: sRGB, options: [option: Self.image])
      }
      #expect(context.jpegRepresentation(of: Self.image, colorSpace: sRGB, options: [option: Self.image]) != nil)
    }
    let quality = kCGImageDestinationLossyCompressionQuality as CIImageRepresentationOption
    #expect(throws: RenderError.self) {
      try context.writeJPEGRepresentation(of: Self.image, to: url, colorSpace: sRGB, options: [quality: "good"])
    }
    #expect(
      context.pngRepresentation(of: Self.image, format: .RGBA8, colorSpace: sRGB, options: [quality: 0.5])
        == (try png()))
  }
}
