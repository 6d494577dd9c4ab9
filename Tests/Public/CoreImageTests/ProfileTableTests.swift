import CoreImage
import Foundation
import ImageCodecs
import ImageColor
import ImageGraph
import ImagePasses
import RandomNumbers
import TestFiles
import TestSupport
import Testing

/// Tests of colour spaces that are described by tables of an ICC profile only, against little CMS with the same
/// profile.
@Suite struct ProfileTableTests {
  static let backends = Backend.contextNames
  private static let printer = ICCBuilder(curve: .gamma(1.9), primaries: .adobeRGB)

  private func context(_ backend: String) throws -> CIContext { try CIContext(checked: [.backend: backend]) }

  private func random(_ count: Int, _ range: ClosedRange<UInt16>) -> [UInt16] {
    var random = SplitMix(seed: 12)
    return (0..<count * 4).map { $0 % 4 == 3 ? 65535 : UInt16.random(in: range, using: &random) }
  }

  private func image(_ values: [UInt16], _ space: CGColorSpace) -> CIImage {
    let data = values.withUnsafeBytes { Data($0) }
    return CIImage(
      bitmapData: data, bytesPerRow: 64 * 8, size: CGSize(width: 64, height: values.count / 256), format: .RGBA16,
      colorSpace: space)
  }

  private func rendered(_ image: CIImage, _ space: CGColorSpace, _ context: CIContext) throws -> [UInt16] {
    let source = try #require(
      context.createCGImage(image, from: image.extent, format: .RGBA16, colorSpace: space))
    return source.data.withUnsafeBytes { [UInt16]($0.bindMemory(to: UInt16.self)) }
  }

  /// Converts values with ImageMagick, which uses little CMS.
  private func converted(_ values: [UInt16], from: [UInt8], to: [UInt8]) throws -> [UInt16] {
    let folder = try TestFolder()
    let (start, first, second) = (folder.file("start.rgba"), folder.file("first.icc"), folder.file("second.icc"))
    try values.withUnsafeBytes { Data($0) }.write(to: start)
    try Data(from).write(to: first)
    try Data(to).write(to: second)
    let answer = try OutsideProgram.imageMagick.run(
      [
        "-depth", "16", "-endian", "LSB", "-size", "64x64", "rgba:\(start.path)", "-intent", "perceptual",
        "-profile", first.path, "-profile", second.path, "-depth", "16", "-endian", "LSB", "rgba:-",
      ], in: folder)
    return answer.withUnsafeBytes { [UInt16]($0.bindMemory(to: UInt16.self)) }
  }

  private func difference(_ a: [UInt16], _ b: [UInt16], where counts: (Int) -> Bool) -> (worst: Double, mean: Double) {
    var (worst, sum, count) = (0.0, 0.0, 0.0)
    for index in a.indices where counts(index) {
      let off = abs(Double(a[index]) - Double(b[index])) / 65535
      (worst, sum, count) = (max(worst, off), sum + off, count + 1)
    }
    return (worst, sum / max(count, 1))
  }

  /// The lattice of 33 points is sampled from the profile's lattice of 17. Both interpolate linearly between their
  /// points, with different results.
  @Test(arguments: backends)
  func aTableIsReadAsLittleCMSReadsIt(backend: String) throws {
    let profile = Self.printer.profile()
    let space = try #require(CGColorSpace(iccData: Data(profile)))
    #expect(space.model == .rgb && space.supportsOutput && space.copyICCData() == Data(profile))
    let values = random(4096, 0...65535)
    let sRGB = try #require(CGColorSpace(name: CGColorSpace.sRGB))
    let result = try rendered(image(values, space), sRGB, context(backend))
    let wanted = try converted(values, from: profile, to: try iccProfile(of: .sRGB))
    let off = difference(result, wanted) { index in
      // If little CMS clipped a colour to the gamut of sRGB, its other components changed as well.
      wanted[index / 4 * 4..<index / 4 * 4 + 3].allSatisfy { (1..<65535).contains($0) }
    }
    #expect(off.worst < 4.0 / 255 && off.mean < 0.3 / 255, "worst \(off.worst * 255), mean \(off.mean * 255) of 255")
  }

  @Test(arguments: backends)
  func aTableIsWrittenAsLittleCMSWritesIt(backend: String) throws {
    let profile = Self.printer.profile()
    let space = try #require(CGColorSpace(iccData: Data(profile)))
    let sRGB = try #require(CGColorSpace(name: CGColorSpace.sRGB))
    let values = random(4096, 6000...60000)
    let wanted = try converted(values, from: try iccProfile(of: .sRGB), to: profile)
    let result = try rendered(image(values, sRGB), space, context(backend))
    #expect(wanted.count == result.count)
    let off = difference(result, wanted) { _ in true }
    #expect(off.worst < 4.0 / 255 && off.mean < 0.3 / 255, "worst \(off.worst * 255), mean \(off.mean * 255) of 255")
  }

  /// The recipe has no effect, so the tables in both directions cancel: no bit changes.
  @Test func whatNothingWasDoneToKeepsItsBits() throws {
    let space = try #require(CGColorSpace(iccData: Data(Self.printer.profile())))
    let values = random(4096, 0...65535)
    #expect(try rendered(image(values, space), space, context(Backend.engineName)) == values)
  }

  /// A profile's tables are not exact inverses: 17 points in one direction, 33 in the other. The loss of little CMS is
  /// that of the profile; ours may exceed it by 1/255.
  @Test(arguments: backends)
  func anImageComesBackThroughItsTablesAsByLittleCMS(backend: String) throws {
    let profile = Self.printer.profile()
    let space = try #require(CGColorSpace(iccData: Data(profile)))
    let values = random(4096, 6000...60000)
    let there = image(values, space).applyingFilter("CIExposureAdjust", parameters: ["inputEV": 1])
    let back = there.applyingFilter("CIExposureAdjust", parameters: ["inputEV": -1]).insertingIntermediate()
    let off = difference(try rendered(back, space, context(backend)), values) { _ in true }

    let wide = try iccProfile(of: .itur_2020_sRGBGamma)
    let byLittleCMS = try converted(try converted(values, from: profile, to: wide), from: wide, to: profile)
    let unavoidable = difference(byLittleCMS, values) { _ in true }
    let (ours, others) = ((off.worst * 255, off.mean * 255), (unavoidable.worst * 255, unavoidable.mean * 255))
    #expect(
      off.worst < unavoidable.worst + 1.0 / 255 && off.mean < unavoidable.mean + 0.1 / 255,
      "worst and mean \(ours); little CMS \(others)")
  }

  @Test func aProfileWithoutTheWayBackIsReadOnly() throws {
    let space = try #require(CGColorSpace(iccData: Data(Self.printer.profile(encodes: false))))
    #expect(!space.supportsOutput)
    let image = image(random(64, 0...65535), space)
    let context = try context(Backend.engineName)
    #expect(context.createCGImage(image, from: image.extent) != nil)
    var pixel = SIMD4<UInt16>.zero
    #expect {
      try context.render(
        checked: image.applyingFilter("CIColorInvert"), toBitmap: &pixel, rowBytes: 8,
        bounds: CGRect(x: 0, y: 0, width: 1, height: 1), format: .RGBA16, colorSpace: space)
    } throws: { error in
      if case .unsupported(let text) = error as? RenderError { text.contains("render to another space") } else { false }
    }
  }

  @Test func bytesThatAreNoProfileGiveNoSpace() {
    #expect(CGColorSpace(iccData: Data()) == nil)
    #expect(CGColorSpace(iccData: Data(repeating: 7, count: 300)) == nil)
    let whole = Self.printer.profile(gridThere: 3, gridBack: 3)
    for count in [100, 200, 400, whole.count - 100] {
      // A truncated profile is rejected, or read as far as its tags are complete, without a trap.
      _ = CGColorSpace(iccData: Data(whole[..<count]))
    }
  }

  @Test func namedSpacesGiveAProfileThatNamesThem() throws {
    for name in [CGColorSpace.sRGB, CGColorSpace.displayP3, CGColorSpace.genericGrayGamma2_2] {
      let space = try #require(CGColorSpace(name: name))
      let data = try #require(space.copyICCData())
      #expect(CGColorSpace(iccData: data) == space)
    }
    #expect(CGColorSpace(name: CGColorSpace.extendedSRGB)?.copyICCData() == nil)
  }
}
