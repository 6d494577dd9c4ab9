import CoreImage
import Foundation
import ImageGraph
import TestFiles
import TestSupport
import Testing

@Suite struct ImageTests {
  /// Columns of white and black, four of which become one pixel.
  @Test(arguments: Backend.contextNames) func highQualityDownsampleCountsAllPixels(backend: String) throws {
    let stripes = Data((0..<64).flatMap { index -> [UInt8] in index % 4 < 2 ? [255, 255, 255, 255] : [0, 0, 0, 255] })
    let image = CIImage(
      bitmapData: stripes, bytesPerRow: 64, size: CGSize(width: 16, height: 4), format: .RGBA8, colorSpace: nil)
    let map = CGAffineTransform(scaleX: 0.25, y: 0.25)
    func greys(_ image: CIImage, _ option: Bool?) throws -> Set<UInt8> {
      var options: [CIContextOption: Any] = [.backend: backend]
      if let option { options[.highQualityDownsample] = option }
      var bytes = [UInt8](repeating: 9, count: 16)
      try bytes.withUnsafeMutableBytes {
        try CIContext(options: options).render(
          checked: image, toBitmap: $0.baseAddress!, rowBytes: 16, bounds: CGRect(x: 0, y: 0, width: 4, height: 1),
          format: .RGBA8, colorSpace: nil)
      }
      return Set((0..<4).map { bytes[$0 * 4] })
    }
    let grey: Set<UInt8> = [128]
    #expect(try greys(image.transformed(by: map, highQualityDownsample: true), nil) == grey)
    #expect(try greys(image.transformed(by: map), true) == grey)
    // Two pixels of the centre.
    let shifted = image.transformed(by: CGAffineTransform(translationX: -1, y: 0))
    // The default, as on the Mac.
    #expect(try greys(image.transformed(by: map), nil) == grey)
    #expect(try greys(shifted.transformed(by: map), false) != grey)
    #expect(try greys(shifted.transformed(by: map, highQualityDownsample: false), true) != grey)
  }

  let frame = CGRect(x: 0, y: 0, width: 6, height: 4)

  var bitmap: CIImage {
    CIImage(
      bitmapData: Data(count: 6 * 4 * 4), bytesPerRow: 24, size: frame.size, format: .RGBA8,
      colorSpace: CGColorSpace(name: CGColorSpace.sRGB))
  }

  @Test func emptyImagesAreNullAndColorsAreInfinite() {
    #expect(CIImage.empty().extent.isNull)
    #expect(CIImage(color: .red).extent.isInfinite)
    #expect(CIImage.clear.extent == .infinite)
  }

  @Test func cropsMeetAndNeverGrow() {
    let image = bitmap.cropped(to: CGRect(x: 4, y: 1, width: 9, height: 2))
    #expect(image.extent == CGRect(x: 4, y: 1, width: 2, height: 2))
    #expect(bitmap.cropped(to: CGRect(x: 100, y: 0, width: 1, height: 1)).extent.isNull)
    #expect(bitmap.cropped(to: .null).extent.isNull)
    #expect(bitmap.cropped(to: CGRect(x: CGFloat.nan, y: 0, width: 1, height: 1)).extent.isNull)
  }

  @Test func cropKeepsTheReceiverWhenItIsInfinite() {
    let image = bitmap
    #expect(image.cropped(to: .infinite) == image)
  }

  @Test func clampingMakesImagesInfinite() {
    #expect(bitmap.clampedToExtent().extent.isInfinite)
    #expect(bitmap.clamped(to: CGRect(x: 1, y: 1, width: 2, height: 2)).extent.isInfinite)
    #expect(CIImage.empty().clampedToExtent().extent.isNull)
  }

  @Test func mapsThatFlattenThePlaneGiveTheEmptyImage() {
    #expect(bitmap.transformed(by: CGAffineTransform(scaleX: 0, y: 1)).extent.isNull)
    #expect(bitmap.transformed(by: CGAffineTransform(translationX: .nan, y: 1)).extent.isNull)
    #expect(
      bitmap.transformed(by: CGAffineTransform(translationX: 2, y: 3)).extent
        == CGRect(x: 2, y: 3, width: 6, height: 4))
  }

  @Test(arguments: CGImagePropertyOrientation.allCases)
  func everyOrientationPutsTheCornerAtTheOrigin(_ orientation: CGImagePropertyOrientation) {
    let moved = bitmap.transformed(by: CGAffineTransform(translationX: 50, y: -7))
    let turned = moved.oriented(orientation)
    let isSideways = orientation.rawValue >= 5
    let size = isSideways ? CGSize(width: 4, height: 6) : frame.size
    if orientation != .up { #expect(turned.extent == CGRect(origin: .zero, size: size)) }
    #expect(moved.oriented(forExifOrientation: Int32(orientation.rawValue)).extent == turned.extent)
  }

  @Test func orientationsMoveTheStoredCornerWhereEXIFSaysItBelongs() {
    // The first stored pixel is the upper left one, at (0, height) in an image of 6 x 4.
    let corner = CGPoint(x: 0, y: 4)
    func moved(_ orientation: CGImagePropertyOrientation) -> CGPoint {
      corner.applying(bitmap.orientationTransform(for: orientation))
    }
    #expect(moved(.up) == CGPoint(x: 0, y: 4))
    #expect(moved(.upMirrored) == CGPoint(x: 6, y: 4))
    #expect(moved(.down) == CGPoint(x: 6, y: 0))
    #expect(moved(.downMirrored) == CGPoint(x: 0, y: 0))
    #expect(moved(.leftMirrored) == CGPoint(x: 0, y: 6))
    #expect(moved(.right) == CGPoint(x: 4, y: 6))
    #expect(moved(.rightMirrored) == CGPoint(x: 4, y: 0))
    #expect(moved(.left) == CGPoint(x: 0, y: 0))
  }

  @Test func infiniteImagesHaveNoOrientation() {
    #expect(CIImage.red.oriented(.left) == CIImage.red)
    #expect(CIImage.red.orientationTransform(for: .left) == .identity)
    #expect(bitmap.orientationTransform(forExifOrientation: 9) == .identity)
  }

  @Test func equalRecipesAreEqualImages() {
    let image = bitmap
    let a = image.cropped(to: frame).applyingFilter("CIExposureAdjust", parameters: [kCIInputEVKey: 1])
    let b = image.cropped(to: frame).applyingFilter("CIExposureAdjust", parameters: [kCIInputEVKey: 1.0])
    let c = image.cropped(to: frame).applyingFilter("CIExposureAdjust", parameters: [kCIInputEVKey: 2])
    #expect(a == b)
    #expect(a.hashValue == b.hashValue)
    #expect(a != c)
    #expect(bitmap != bitmap)
  }

  @Test func filtersKeepPropertiesAndLoseTheColorSpace() {
    let image = bitmap.settingProperties(["Make": "nobody"])
    #expect(image.colorSpace?.name == CGColorSpace.sRGB)
    let filtered = image.applyingFilter("CIExposureAdjust", parameters: [kCIInputEVKey: 1])
    #expect(filtered.properties["Make"] as? String == "nobody")
    #expect(filtered.colorSpace == nil)
    #expect(image.cropped(to: frame).colorSpace?.name == CGColorSpace.sRGB)
  }

  @Test func imagesWithoutAlphaAreOpaque() {
    let opaque = CIImage(
      bitmapData: Data(count: 24), bytesPerRow: 6, size: frame.size, format: .L8, colorSpace: nil)
    #expect(opaque.isOpaque)
    #expect(opaque.cropped(to: CGRect(x: 1, y: 1, width: 2, height: 2)).isOpaque)
    #expect(!bitmap.isOpaque)
    #expect(opaque.applyingFilter("CIExposureAdjust").isOpaque)
    #expect(opaque.applyingFilter("CIColorMatrix").isOpaque)
    let thin = CIVector(x: 0, y: 0, z: 0, w: 0.5)
    #expect(!opaque.applyingFilter("CIColorMatrix", parameters: ["inputAVector": thin]).isOpaque)
  }

  @Test(arguments: [
    (Data(count: 5), 24, CGSize(width: 6, height: 4)), (Data(count: 96), 3, CGSize(width: 6, height: 4)),
    (Data(count: 96), 24, CGSize(width: -6, height: 4)), (Data(count: 96), 24, CGSize(width: 6.5, height: 4)),
    (Data(count: 96), .max, CGSize(width: 6, height: 4)), (Data(count: 96), 24, CGSize(width: CGFloat.nan, height: 4)),
    (Data(count: 96), 24, CGSize(width: 1e300, height: 1e300)),
  ])
  func bitmapsThatLieAboutTheirSizeAreEmpty(_ data: Data, _ bytesPerRow: Int, _ size: CGSize) {
    let image = CIImage(bitmapData: data, bytesPerRow: bytesPerRow, size: size, format: .RGBA8, colorSpace: nil)
    #expect(image.extent.isNull)
  }

  @Test func missingFilesGiveNilAndAnErrorThatNamesThem() {
    let url = URL(fileURLWithPath: "/nowhere/at all.png")
    #expect(CIImage(contentsOf: url) == nil)
    #expect {
      try CIImage(reading: url)
    } throws: {
      "\($0)".contains("at all.png")
    }
    #expect(CIImage(data: Data([1, 2, 3])) == nil)
  }

  @Test func filesKnowTheirSizeBeforeTheirPixelsAreRead() throws {
    let url = testFile("Public/CoreImageTests/Resources/corner.png")
    let image = try CIImage(reading: url)
    #expect(image.extent == CGRect(x: 0, y: 0, width: 3, height: 2))
    #expect(image.url == url)
    #expect(image.cropped(to: image.extent).url == nil)
    #expect(image.colorSpace?.name == CGColorSpace.sRGB)
  }

  @Test func theOrientationIsAPropertyAndAppliedIfRequested() throws {
    let url = testFile("Public/CoreImageTests/Resources/turned.png")
    let stored = try CIImage(reading: url)
    #expect(stored.extent.size == CGSize(width: 3, height: 2))
    #expect(stored.properties[kCGImagePropertyOrientation] as? Int == 6)
    let upright = try CIImage(reading: url, options: [.applyOrientationProperty: true])
    #expect(upright.extent == CGRect(x: 0, y: 0, width: 2, height: 3))
    #expect(upright.properties[kCGImagePropertyOrientation] as? Int == 1)
    // The stored red of the upper left corner belongs in the upper right one.
    let context = CIContext(options: [.backend: "reference"])
    let pixels = try #require(context.createCGImage(upright, from: upright.extent)).data
    #expect(Array(pixels[4..<8]) == [255, 0, 0, 255] as [UInt8])
    #expect(Array(pixels[0..<4]) == [255, 255, 255, 255] as [UInt8])
  }

  @Test func aRecipeThatDoesNothingGivesTheBytesBack() throws {
    let levels: [UInt8] = (0..<96).map { $0 % 4 == 3 ? 255 : UInt8($0 * 2) }
    let bytes = Data(levels)
    let space = CGColorSpace(name: CGColorSpace.sRGB)
    let source = try #require(
      CGImage(width: 6, height: 4, bytesPerRow: 24, format: .RGBA8, colorSpace: space, data: bytes))
    for backend in ["reference", "automatic"] {
      let context = CIContext(options: [.backend: backend])
      let image = CIImage(cgImage: source)
      #expect(context.createCGImage(image, from: image.extent)?.data == bytes, "\(backend)")
    }
  }

  @Test func smallBlursChangeNothing() {
    let image = bitmap
    #expect(image.applyingGaussianBlur(sigma: 0.1) == image)
    #expect(image.applyingGaussianBlur(sigma: .nan) == image)
  }

  @Test func alphaOneIsWhereTheRectangleIs() {
    let rect = CGRect(x: -1, y: -1, width: 20, height: 20)
    #expect(bitmap.settingAlphaOne(in: rect).extent == rect)
  }

  @Test func theDescriptionIsTheRecipe() {
    let text = bitmap.applyingFilter("CIExposureAdjust", parameters: [kCIInputEVKey: 1]).description
    #expect(text.hasPrefix("%0 = color exposureAdjust(2)"))
    #expect(text.contains("bitmap 6x4"))
  }
}
