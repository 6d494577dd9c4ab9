import CoreGraphics
import Testing

/// The names that `import CoreGraphics` alone provides.
@Suite struct ImportTests {
  @Test func pointsSizesAndRectanglesAreExported() {
    let rect = CGRect(origin: CGPoint(x: 1, y: 2), size: CGSize(width: 3, height: 4))
    #expect(rect.insetBy(dx: 1, dy: 1) == CGRect(x: 2, y: 3, width: 1, height: 2))
    #expect(CGSize(width: 2, height: 1).applying(CGAffineTransform(translationX: 9, y: 9)).width == CGFloat(2))
    #expect(CGVector(dx: 1, dy: 2) != .zero)
  }

  @Test func coloursHaveASpace() throws {
    let p3 = try #require(CGColorSpace(name: CGColorSpace.displayP3))
    let color = try #require(CGColor(colorSpace: p3, components: [0.25, 0.5, 1, 0.75]))
    #expect(color.colorSpace == p3 && color.alpha == 0.75 && color.numberOfComponents == 4)
    #expect(color.copy(alpha: 1)?.components == [0.25, 0.5, 1, 1])
    #expect(CGColor(colorSpace: p3, components: [1, 1]) == nil)
    #expect(CGColor.white.colorSpace == CGColorSpaceCreateDeviceGray())
    #expect(CGColor(red: 1, green: 0, blue: 0, alpha: 1) == CGColor(srgbRed: 1, green: 0, blue: 0, alpha: 1))
  }

  @Test func spacesRoundTripAsProfiles() throws {
    let adobe = try #require(CGColorSpace(name: CGColorSpace.adobeRGB1998))
    let profile = try #require(adobe.copyICCData())
    #expect(CGColorSpace(iccData: profile) == adobe)
    #expect(adobe.model == .rgb && adobe.numberOfComponents == 3 && adobe.isWideGamutRGB && adobe.supportsOutput)
    #expect(CGColorSpaceCreateDeviceRGB().name == CGColorSpace.sRGB)
    let extended = try #require(CGColorSpace(name: CGColorSpace.extendedLinearSRGB))
    #expect(CGColorSpaceUsesExtendedRange(extended) && extended.copyICCData() == nil)
    #expect(CGColorSpace(name: "none") == nil)
  }

  @Test func imagesReportTheirLayout() {
    func layout(_ image: CGImage) -> (Int, CGImageAlphaInfo, CGBitmapInfo) {
      (image.bytesPerRow, image.alphaInfo, image.bitmapInfo)
    }
    let crop: (CGImage) -> (CGRect) -> CGImage? = CGImage.cropping
    _ = (layout, crop)
    let info: CGBitmapInfo = [.floatComponents, .byteOrder16Little]
    #expect(info.intersection(.byteOrderMask) == .byteOrder16Little)
    #expect(CGBitmapInfo(rawValue: CGImageAlphaInfo.premultipliedLast.rawValue).isSubset(of: .alphaInfoMask))
  }
}
