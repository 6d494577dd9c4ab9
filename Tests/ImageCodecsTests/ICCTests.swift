import Foundation
import ImageCodecs
import ImageColor
import Testing

@Suite struct ICCTests {
  @Test(arguments: ColorSpace.all.filter { !$0.isExtended })
  func profilesOfNamedSpacesAreReadBack(space: ColorSpace) throws {
    let isGrey = space.model == .grey
    let profile = try iccProfile(of: space, isGrey: isGrey)
    #expect(try iccProfile(of: space, isGrey: isGrey) == profile)
    #expect(try ColorSpace(iccProfile: profile) == space)
  }

  /// The video numbers are left out, so that lights and curve have to be recognised.
  @Test(arguments: ColorSpace.all.filter { !$0.isExtended && $0.transfer.parametricForm != nil && $0.model == .rgb })
  func spacesAreRecognisedByLightsAndCurve(space: ColorSpace) throws {
    #expect(try ColorSpace(iccProfile: withoutTag("cicp", iccProfile(of: space))) == space)
  }

  @Test func otherLightsAndCurvesAreKept() throws {
    let lights = Primaries(
      red: Chromaticity(0.66, 0.32), green: Chromaticity(0.22, 0.68), blue: Chromaticity(0.14, 0.07), white: .d50)
    let curve = ParametricCurve(g: 2.1, a: 0.9, b: 0.1, c: 0.05, d: 0.03)
    for transfer in [TransferFunction.gamma(1.9), .parametric(curve)] {
      let space = try #require(ColorSpace(name: "mine", transfer: transfer, primaries: lights))
      let profile = try iccProfile(of: space)
      let read = try ColorSpace(iccProfile: profile)
      #expect(read.name == "mine" && read.iccData == profile)
      #expect(read.matrixToXYZ.distance(to: space.matrixToXYZ) < 2e-4)
      #expect(read.transfer.distance(to: transfer) < 1e-4)
      #expect(try iccProfile(of: read) == profile)
    }
  }

  /// A curve that only a table holds: lcms2 brings the pixels to sRGB, and our own curves and matrices agree with it.
  @Test(arguments: [8, 16])
  func tablesAreConvertedWhenThePictureIsDecoded(bits: Int) throws {
    let space = try #require(ColorSpace(name: "table", transfer: .hlg, primaries: .adobeRGB))
    let read = try ColorSpace(iccProfile: iccProfile(of: space))
    #expect(read.transfer == .table)

    let sample = Sample(width: 32, height: 32, layout: bits == 8 ? .rgba8 : .rgba16, seed: 11)
    let picture = try decode(sample.png(read))
    #expect(picture.header.isConvertedByProfile && picture.header.isTagged)
    #expect(picture.header.colorSpace == .sRGB && picture.header.profile == read.iccData)
    let matrix = matrix(from: space, to: .sRGB)
    let (stored, decoded) = (components(sample.bytes, bits), components(picture.tightBytes, bits))
    for pixel in stride(from: 0, to: stored.count, by: 4) {
      let light = SIMD3((0..<3).map { linearFromHLG(stored[pixel + $0]) })
      let expected = matrix * light
      for component in 0..<3 {
        let value = min(max(sRGBFromLinear(expected[component]), 0), 1)
        #expect(abs(decoded[pixel + component] - value) < (bits == 8 ? 1.6 / 255 : 0.002))
      }
      #expect(decoded[pixel + 3] == stored[pixel + 3])
    }
  }

  @Test func greyTablesAreConvertedToo() throws {
    let space = try #require(ColorSpace(name: "grey table", model: .grey, transfer: .hlg, primaries: .bt709))
    let read = try ColorSpace(iccProfile: iccProfile(of: space, isGrey: true))
    #expect(read.model == .grey && read.transfer == .table)
    let sample = Sample(width: 256, height: 1, layout: .grey8, bytes: (0...255).map { UInt8($0) })
    let pixels = try decode(sample.png(read)).tightBytes
    for code in 0..<256 {
      let value = sRGBFromLinear(linearFromHLG(Double(code) / 255)) * 255
      #expect(abs(Double(pixels[4 * code]) - value) < 2.5)
      #expect(pixels[4 * code] == pixels[4 * code + 1] && pixels[4 * code] == pixels[4 * code + 2])
      #expect(pixels[4 * code + 3] == 255)
    }
  }

  @Test func aTableCannotBecomeAProfileOfAnotherModel() throws {
    let space = try #require(ColorSpace(name: "table", transfer: .hlg, primaries: .adobeRGB))
    let read = try ColorSpace(iccProfile: iccProfile(of: space))
    #expect(throws: CodecError.self) { try iccProfile(of: read, isGrey: true) }
  }

  @Test func bytesThatAreNoProfileAreDamage() {
    for bytes in [[], [UInt8](repeating: 0, count: 127), [UInt8](repeating: 65, count: 4096)] {
      #expect {
        _ = try ColorSpace(iccProfile: bytes)
      } throws: { error in
        if case .damaged = error as? CodecError { true } else { false }
      }
    }
  }

  private func components(_ bytes: [UInt8], _ bits: Int) -> [Double] {
    if bits == 8 { return bytes.map { Double($0) / 255 } }
    return bytes.withUnsafeBytes { raw in raw.bindMemory(to: UInt16.self).map { Double($0) / 65535 } }
  }

  /// Renames a tag, so that readers pass it by. Source: ICC.1:2022, 7.3: a count, then 12 bytes for each tag.
  private func withoutTag(_ name: String, _ profile: [UInt8]) -> [UInt8] {
    var bytes = profile
    let count = bytes[128..<132].reduce(0) { $0 << 8 | Int($1) }
    for index in 0..<count where Array(bytes[132 + 12 * index..<136 + 12 * index]) == Array(name.utf8) {
      bytes.replaceSubrange(132 + 12 * index..<136 + 12 * index, with: Array("none".utf8))
    }
    return bytes
  }
}
