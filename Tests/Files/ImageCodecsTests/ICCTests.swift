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

  /// Without code points, so that primaries and transfer function have to be recognised.
  @Test(arguments: ColorSpace.all.filter { !$0.isExtended && $0.transfer.parametricForm != nil && $0.model == .rgb })
  func spacesAreRecognisedByPrimariesAndTransferFunction(space: ColorSpace) throws {
    #expect(try ColorSpace(iccProfile: withoutTag("cicp", iccProfile(of: space))) == space)
  }

  @Test func otherPrimariesAndTransferFunctionsAreRetained() throws {
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

  /// A transfer function that only a table can represent: the image retains its values, and the space their meaning.
  @Test(arguments: [8, 16])
  func tablesAreRetainedWithTheImage(bits: Int) throws {
    let space = try #require(ColorSpace(name: "table", transfer: .hlg, primaries: .adobeRGB))
    let read = try ColorSpace(iccProfile: iccProfile(of: space))
    let table = try #require(read.table)
    #expect(read.transfer == .table && table.encodes)

    let sample = Sample(width: 32, height: 32, layout: bits == 8 ? .rgba8 : .rgba16, seed: 11)
    let image = try decode(sample.png(read))
    #expect(!image.header.isConvertedByProfile && image.header.isTagged)
    #expect(image.header.colorSpace == read && image.header.profile == read.iccData)
    #expect(image.tightBytes == sample.bytes)
  }

  /// The lattice of a table of transfer function and matrix: each point has their value.
  @Test func aTableHasTheValuesOfTheProfile() throws {
    let space = try #require(ColorSpace(name: "table", transfer: .hlg, primaries: .adobeRGB))
    let table = try #require(ColorSpace(iccProfile: iccProfile(of: space)).table)
    let samples = table.cachedImage { Box($0) }.samples
    let matrix = matrix(from: space, to: ColorTable.connection)
    for index in stride(from: 0, to: samples.decoding.count, by: 97) {
      let point = SIMD3(index % 33, index / 33 % 33, index / 33 / 33)
      let light = SIMD3((0..<3).map { linearFromHLG(Double(point[$0]) / 32) })
      let expected = matrix * light
      for component in 0..<3 {
        let value = ColorTable.connection.transfer.linear(Double(samples.decoding[index][component]))
        #expect(abs(value - expected[component]) < 1e-3)
      }
      let coded = SIMD3((0..<3).map { ColorTable.connection.transfer.linear(Double(point[$0]) / 32) })
      let there = matrix.inverse! * coded
      guard there.min() > 0.001, there.max() < 1 else { continue }
      for component in 0..<3 {
        #expect(abs(Double(samples.encoding[index][component]) - hlgFromLinear(there[component])) < 2e-3)
      }
    }
  }

  private final class Box: Sendable {
    let samples: ColorTable.Samples
    init(_ samples: ColorTable.Samples) { self.samples = samples }
  }

  @Test func greyTablesAreRetained() throws {
    let space = try #require(ColorSpace(name: "grey table", model: .grey, transfer: .hlg, primaries: .bt709))
    let read = try ColorSpace(iccProfile: iccProfile(of: space, isGrey: true))
    #expect(read.model == .grey && read.transfer == .table && read.table != nil)
    let sample = Sample(width: 256, height: 1, layout: .grey8, bytes: (0...255).map { UInt8($0) })
    let image = try decode(sample.png(read))
    #expect(image.header.colorSpace == read)
    for code in 0..<256 { #expect(image.tightBytes[4 * code] == UInt8(code)) }
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

  /// Renames a tag, so that readers ignore it. Source: ICC.1:2022, 7.3: a count, then 12 bytes for each tag.
  private func withoutTag(_ name: String, _ profile: [UInt8]) -> [UInt8] {
    var bytes = profile
    let count = bytes[128..<132].reduce(0) { $0 << 8 | Int($1) }
    for index in 0..<count where Array(bytes[132 + 12 * index..<136 + 12 * index]) == Array(name.utf8) {
      bytes.replaceSubrange(132 + 12 * index..<136 + 12 * index, with: Array("none".utf8))
    }
    return bytes
  }
}
