import CoreImage
import Foundation
import ImageCodecs
import ImageGraph
import TestContexts
import TestFiles
import TestSupport
import Testing

/// Tests of headroom: its origin and propagation, and tone mapping.
@Suite struct HeadroomTests {
  private static let context = Backend.context()

  private func image(_ name: String, _ options: [CIImageOption: Any]? = nil) throws -> CIImage {
    let space = try #require(CGColorSpace(name: name))
    let codes = [UInt16](repeating: 65535, count: 4 * 4 * 4)
    let pixels = try #require(
      CGImage(
        width: 4, height: 4, bytesPerRow: 32, format: .RGBA16, colorSpace: space,
        data: codes.withUnsafeBytes { Data($0) }))
    return CIImage(cgImage: pixels, options: options)
  }

  private func brightest(_ image: CIImage) throws -> Float {
    var pixel = SIMD4<Float>.zero
    try Self.context.render(
      checked: image, toBitmap: &pixel, rowBytes: 16, bounds: CGRect(x: 0, y: 0, width: 1, height: 1), format: .RGBAf,
      colorSpace: nil)
    return pixel.x
  }

  @Test func spacesSayHowFarTheyReach() throws {
    #expect(try image(CGColorSpace.sRGB).contentHeadroom == 1)
    #expect(abs(try image(CGColorSpace.itur_2100_PQ).contentHeadroom - 4.926) < 1e-3)
    #expect(abs(try image(CGColorSpace.itur_2100_HLG).contentHeadroom - 3.774) < 1e-3)
    #expect(try image(CGColorSpace.extendedLinearSRGB).contentHeadroom == 0)
    #expect(CIImage(color: .white).contentHeadroom == 0)
  }

  @Test func itCanBeSet() throws {
    #expect(try image(CGColorSpace.itur_2100_PQ, [.contentHeadroom: 8]).contentHeadroom == 8)
    #expect(try image(CGColorSpace.sRGB, [.contentHeadroom: 0.2]).contentHeadroom == 1)
    let hdrImage = try image(CGColorSpace.extendedLinearSRGB).settingContentHeadroom(6)
    #expect(hdrImage.contentHeadroom == 6 && hdrImage.colorSpace != nil && hdrImage.cgImage == nil)
    #expect(hdrImage.settingContentHeadroom(.nan).contentHeadroom == 0)
    #expect(hdrImage.settingContentAverageLightLevel(0.4).contentAverageLightLevel == 0.4)
  }

  @Test func itIsKeptAndLostWithTheColourSpace() throws {
    let hdrImage = try image(CGColorSpace.itur_2100_PQ)
    #expect(hdrImage.cropped(to: CGRect(x: 0, y: 0, width: 2, height: 2)).contentHeadroom == hdrImage.contentHeadroom)
    #expect(hdrImage.applyingFilter("CIGaussianBlur").contentHeadroom == hdrImage.contentHeadroom)
    #expect(hdrImage.applyingFilter("CIColorInvert").contentHeadroom == 0)
    #expect(hdrImage.applyingFilter("CIToneMapHeadroom", parameters: ["inputTargetHeadroom": 2]).contentHeadroom == 2)
  }

  /// All samples at their maximum: as bright as the space or the option declares, and white after tone mapping.
  @Test func valuesAboveOneAreKeptAndMapped() throws {
    #expect(abs(try brightest(try image(CGColorSpace.itur_2100_PQ)) - 49.26) < 0.05)
    #expect(abs(try brightest(try image(CGColorSpace.itur_2100_HLG)) - 3.774) < 0.005)
    let mapped = try image(CGColorSpace.itur_2100_HLG, [.toneMapHDRtoSDR: true])
    #expect(mapped.contentHeadroom == 1)
    #expect(abs(try brightest(mapped) - 1) < 2e-3)
    let standard = try image(CGColorSpace.sRGB, [.toneMapHDRtoSDR: true])
    #expect(abs(try brightest(standard) - 1) < 1e-4)
    let filtered = try image(CGColorSpace.itur_2100_HLG).applyingFilter("CIToneMapHeadroom")
    #expect(abs(try brightest(filtered) - 1) < 2e-3)
    let shown = try image(CGColorSpace.itur_2100_HLG)
      .applyingFilter("CISystemToneMap", parameters: ["inputDisplayHeadroom": 2])
    #expect(abs(try brightest(shown) - 2) < 4e-3)
  }

  @Test func filesOfPQComeBackWithTheirHighlights() throws {
    let space = try #require(CGColorSpace(name: CGColorSpace.itur_2100_PQ))
    let bright = CIImage(color: CIColor(red: 1, green: 1, blue: 1)).cropped(to: CGRect(x: 0, y: 0, width: 8, height: 8))
      .applyingFilter("CIExposureAdjust", parameters: ["inputEV": 3])
    let data = try #require(Self.context.pngRepresentation(of: bright, format: .RGBA16, colorSpace: space))
    let read = try #require(CIImage(data: data))
    #expect(read.contentHeadroom > 4)
    #expect(abs(try brightest(read) - 8) < 0.02)
  }
}

/// Tests of files of optional libraries, by the context's methods.
@Suite struct OptionalFileTests {
  private static let context = Backend.context()

  private var source: CIImage {
    CIImage(node: TestImage.scene(56, 44)).cropped(to: CGRect(x: 0, y: 0, width: 56, height: 44))
  }

  private func pixels(_ image: CIImage) throws -> [UInt8] {
    [UInt8](try #require(Self.context.createCGImage(image, from: source.extent)).data)
  }

  @Test(.enabled(if: ImageFileFormat.openEXR.isAvailable))
  func openEXRKeepsLightAboveWhite() throws {
    let bright = source.applyingFilter("CIExposureAdjust", parameters: ["inputEV": 4])
    let read = try #require(CIImage(data: try Self.context.openEXRRepresentation(of: bright)))
    #expect(read.colorSpace?.name == CGColorSpace.extendedLinearSRGB && read.contentHeadroom == 0)
    let back = read.applyingFilter("CIExposureAdjust", parameters: ["inputEV": -4])
    for (a, b) in zip(try pixels(back), try pixels(source)) { #expect(abs(Int(a) - Int(b)) <= 1) }
    let folder = try TestFolder()
    try Self.context.writeOpenEXRRepresentation(of: bright, to: folder.file("a.exr"))
    #expect(try Data(contentsOf: folder.file("a.exr")) == Self.context.openEXRRepresentation(of: bright))
  }

  @Test(.enabled(if: ImageFileFormat.heif.isAvailable))
  func heifAndAVIFStayNear() throws {
    let p3 = try #require(CGColorSpace(name: CGColorSpace.displayP3))
    let opaque = source.composited(over: .black).cropped(to: source.extent)
    let expected = try pixels(opaque)
    let files = [
      try #require(Self.context.heifRepresentation(of: opaque, format: .RGBA8, colorSpace: p3)),
      try Self.context.heif10Representation(of: opaque, colorSpace: p3),
      try Self.context.avifRepresentation(of: opaque, format: .RGBA16, colorSpace: p3),
    ]
    for file in files {
      let read = try #require(CIImage(data: file))
      #expect(read.colorSpace == p3 && read.extent == source.extent)
      let off = zip(try pixels(read), expected).map { abs(Int($0) - Int($1)) }
      #expect(off.reduce(0, +) < off.count * 3, "mean \(Double(off.reduce(0, +)) / Double(off.count))")
    }
  }

  @Test(.enabled(if: !ImageFileFormat.heif.isAvailable))
  func withoutTheLibraryTheErrorNamesIt() throws {
    let p3 = try #require(CGColorSpace(name: CGColorSpace.displayP3))
    #expect {
      _ = try Self.context.heif10Representation(of: source, colorSpace: p3)
    } throws: {
      "\($0)".contains("libheif")
    }
  }
}
