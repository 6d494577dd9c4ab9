import CoreImage
import CoreImage.CIFilterBuiltins
import Foundation
import TestContexts
import TestSupport
import Testing

/// Code in the spelling of Apple's systems: older names, and casts to Apple's types. Half of the test is that it
/// compiles.
@Suite struct AppleSpellingTests {
  static let image = CIImage(color: .red).cropped(to: CGRect(x: 0, y: 0, width: 8, height: 8))

  @Test func olderNamesOfImagesDoWhatTheNewOnesDo() {
    let (old, image): (any OlderNames, CIImage) = (Older(), Self.image)
    let rect = CGRect(x: 1, y: 1, width: 4, height: 4)
    let map = CGAffineTransform(scaleX: 2, y: 3)
    let expected = [
      image.cropped(to: rect), image.transformed(by: map), image.oriented(forExifOrientation: 6),
      image.clampedToExtent(), image.clamped(to: rect), image.composited(over: .blue),
      image.applyingGaussianBlur(sigma: 2), image.applyingFilter("CISepiaTone", parameters: ["inputIntensity": 0.5]),
    ]
    #expect(old.images(image, rect, map) == expected)
    #expect(old.turn(image) == image.orientationTransform(forExifOrientation: 6))
    #expect(old.filter(image)?.outputImage == image.applyingFilter("CISepiaTone"))
  }

  @Test func olderNamesOfConstantsAreTheNewOnes() throws {
    let old: any OlderNames = Older()
    #expect(old.formats == [.RGBA8, .BGRA8, .ARGB8, .ABGR8, .RGBA16, .RGBAh, .RGBAf, .R8, .Rf, .L8, .A8])
    #expect(
      Set(old.contextOptions.keys) == [
        .useSoftwareRenderer, .priorityRequestLow, .workingColorSpace, .outputColorSpace, .workingFormat,
      ])
    #expect(try CIContext(checked: old.contextOptions).workingColorSpace == nil)
    #expect(old.imageOptions == [.colorSpace, .properties, .applyOrientationProperty, .auxiliaryDepth])
    #expect(
      old.maps == [
        CGAffineTransform(a: 1, b: 2, c: 3, d: 4, tx: 5, ty: 6), CGAffineTransform(scaleX: 2, y: 3),
        CGAffineTransform(translationX: 2, y: 3), CGAffineTransform(rotationAngle: 1),
        CGAffineTransform(scaleX: 2, y: 3).concatenating(CGAffineTransform(rotationAngle: 1)), .identity,
      ])
    #expect(old.rect == CGRect(x: 1, y: 2, width: 3, height: 4))
  }

  @Test func namesOfCoreFoundationAreFoundations() throws {
    let name = "kCGColorSpaceSRGB" as CFString
    #expect(CGColorSpace(name: name)?.name == CGColorSpace.sRGB)
    let url = URL(fileURLWithPath: "/nowhere") as CFURL
    #expect((url as URL).path == "/nowhere")
    let profile = try #require(CGColorSpace(name: CGColorSpace.adobeRGB1998)?.copyICCData())
    #expect(CGColorSpace(iccData: profile as CFData) == CGColorSpace(name: CGColorSpace.adobeRGB1998))
    #expect((["a": 1] as CFDictionary).count == 1)
  }

  @Test func qualityIsAnOptionHoweverItIsSpelled() throws {
    let space = try #require(CGColorSpace(name: CGColorSpace.sRGB))
    let (context, noise) = (Backend.context(), CIFilter(name: "CIRandomGenerator")!.outputImage!)
    let image = noise.cropped(to: CGRect(x: 0, y: 0, width: 64, height: 64))
    func size(_ options: [CIImageRepresentationOption: Any]) throws -> Int {
      try #require(context.jpegRepresentation(of: image, colorSpace: space, options: options)).count
    }
    let low = try size([kCGImageDestinationLossyCompressionQuality as CIImageRepresentationOption: 0.1])
    let key = CIImageRepresentationOption(rawValue: kCGImageDestinationLossyCompressionQuality as String)
    #expect(try size([key: 0.1]) == low)
    #expect(try size([key: 0.95]) > low * 2)
  }

  @Test func fourCornersAreOneKindOfFilter() {
    let filters: [any CIFilter & CIFourCoordinateGeometryFilter] = [
      CIFilter.perspectiveTransform(), CIFilter.perspectiveCorrection(), CIFilter.perspectiveTransformWithExtent(),
      CIFilter.keystoneCorrectionCombined(), CIFilter.keystoneCorrectionHorizontal(),
      CIFilter.keystoneCorrectionVertical(),
    ]
    for filter in filters {
      filter.inputImage = Self.image
      (filter.topLeft, filter.topRight) = (CGPoint(x: 0, y: 8), CGPoint(x: 7, y: 7))
      (filter.bottomLeft, filter.bottomRight) = (CGPoint(x: 1, y: 0), CGPoint(x: 8, y: 0))
      #expect(filter.value(forKey: "inputTopRight") as? CIVector == CIVector(x: 7, y: 7))
      #expect(filter.outputImage != nil, "\(filter.name)")
    }
    #expect(!((CIFilter.perspectiveTile() as CIFilter) is any CIFourCoordinateGeometryFilter))
    #expect(!((CIFilter.perspectiveRotate() as CIFilter) is any CIFourCoordinateGeometryFilter))
  }

  @Test func errorsSayWhatTheyAreInAnyLanguageOfErrors() {
    let missing = URL(fileURLWithPath: "/nowhere.png")
    do {
      _ = try CIImage(reading: missing)
    } catch {
      #expect((error as any Error).localizedDescription == "\(error)")
      #expect((error as any Error).localizedDescription.contains("/nowhere.png"))
    }
    do {
      _ = try CIFilter(checked: "CISepiaTon")
    } catch {
      #expect(
        (error as any Error).localizedDescription
          == "there is no filter CISepiaTon; the nearest names are CISepiaTone")
    }
  }
}

/// A protocol, since the compiler warns if deprecated functions are called by name.
private protocol OlderNames {
  func images(_ image: CIImage, _ rect: CGRect, _ map: CGAffineTransform) -> [CIImage]
  func turn(_ image: CIImage) -> CGAffineTransform
  func filter(_ image: CIImage) -> CIFilter?
  var formats: [CIFormat] { get }
  var contextOptions: [CIContextOption: Any] { get }
  var imageOptions: [CIImageOption] { get }
  var maps: [CGAffineTransform] { get }
  var rect: CGRect { get }
}

private struct Older: OlderNames {
  @available(*, deprecated) func images(_ image: CIImage, _ rect: CGRect, _ map: CGAffineTransform) -> [CIImage] {
    [
      image.cropping(to: rect), image.applying(map), image.applyingOrientation(6), image.clampingToExtent(),
      image.clamping(to: rect), image.compositingOverImage(.blue), image.applyingGaussianBlur(withSigma: 2),
      image.applyingFilter("CISepiaTone", withInputParameters: [kCIInputIntensityKey: 0.5]),
    ]
  }
  @available(*, deprecated) func turn(_ image: CIImage) -> CGAffineTransform { image.imageTransform(forOrientation: 6) }
  @available(*, deprecated) func filter(_ image: CIImage) -> CIFilter? {
    CIFilter(name: "CISepiaTone", withInputParameters: [kCIInputImageKey: image])
  }
  @available(*, deprecated) var formats: [CIFormat] {
    [
      kCIFormatRGBA8, kCIFormatBGRA8, kCIFormatARGB8, kCIFormatABGR8, kCIFormatRGBA16, kCIFormatRGBAh, kCIFormatRGBAf,
      kCIFormatR8, kCIFormatRf, kCIFormatL8, kCIFormatA8,
    ]
  }
  @available(*, deprecated) var contextOptions: [CIContextOption: Any] {
    [
      kCIContextUseSoftwareRenderer: true, kCIContextPriorityRequestLow: true, kCIContextWorkingColorSpace: NSNull(),
      kCIContextOutputColorSpace: CGColorSpaceCreateDeviceRGB(), kCIContextWorkingFormat: kCIFormatRGBAh,
    ]
  }
  @available(*, deprecated) var imageOptions: [CIImageOption] {
    [kCIImageColorSpace, kCIImageProperties, kCIImageApplyOrientationProperty, kCIImageAuxiliaryDepth]
  }
  @available(*, deprecated) var maps: [CGAffineTransform] {
    [
      CGAffineTransformMake(1, 2, 3, 4, 5, 6), CGAffineTransformMakeScale(2, 3), CGAffineTransformMakeTranslation(2, 3),
      CGAffineTransformMakeRotation(1),
      CGAffineTransformConcat(CGAffineTransformMakeScale(2, 3), CGAffineTransformMakeRotation(1)),
      CGAffineTransformIdentity,
    ]
  }
  @available(*, deprecated) var rect: CGRect { CGRectMake(1, 2, 3, 4) }
}
