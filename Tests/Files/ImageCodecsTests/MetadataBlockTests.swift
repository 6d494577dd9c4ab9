import Foundation
import ImageCodecs
import Testing

/// Blocks of metadata are sanitized before a library parses them.
@Suite struct MetadataBlockTests {
  private func little(_ number: Int, _ count: Int) -> [UInt8] { (0..<count).map { UInt8(number >> (8 * $0) & 255) } }

  private func entry(_ tag: Int, _ type: Int, _ count: Int, _ value: Int) -> [UInt8] {
    joined(little(tag, 2), little(type, 2), little(count, 4), little(value, 4))
  }

  private func joined(_ parts: [UInt8]...) -> [UInt8] { parts.flatMap { $0 } }

  private func directory(_ entries: [[UInt8]]) -> [UInt8] {
    joined(little(entries.count, 2), entries.flatMap { $0 }, little(0, 4))
  }

  @Test func directoriesOfEXIFAndGPSAreRetainedWithoutMakerNotesAndPreviews() throws {
    // Offset 8: image with 3 entries (42 bytes), 50: camera with 2 (30), 80: position with 1 (18), 98: text.
    let exif = joined(
      [0x49, 0x49, 42, 0], little(8, 4),
      directory([entry(271, 2, 6, 98), entry(34665, 4, 1, 50), entry(34853, 4, 1, 80)]),
      directory([entry(37500, 7, 4, 7), entry(41990, 3, 1, 2)]), directory([entry(1, 2, 2, 0x4e)]),
      Array("Canon\0".utf8))
    let clean = try #require(TIFFDirectories(exif))
    #expect(clean.image.map(\.tag) == [271])
    #expect(clean.image[0].value == Array("Canon\0".utf8))
    #expect(clean.camera.map(\.tag) == [41990])
    #expect(clean.gps.map(\.tag) == [1])
    let again = try #require(TIFFDirectories(clean.exif))
    #expect(again.exif == clean.exif)
    #expect(again.camera.map(\.value) == [[2, 0]])
  }

  @Test func bigTIFFDirectoriesBecomeEXIFData() throws {
    let file = joined(
      [0x49, 0x49, 43, 0, 8, 0, 0, 0], little(16, 8), little(1, 8), little(271, 2), little(2, 2), little(6, 8),
      Array("Canon\0".utf8), [0, 0], little(0, 8))
    let clean = try #require(TIFFDirectories(file))
    #expect(clean.image.map(\.value) == [Array("Canon\0".utf8)])
  }

  @Test func oversizedValuesAreOmitted() throws {
    let exif = joined(
      [0x49, 0x49, 42, 0], little(8, 4), directory([entry(270, 2, 70_000, 38), entry(274, 3, 1, 6)]),
      [UInt8](repeating: 0x61, count: 70_000))
    let clean = try #require(TIFFDirectories(exif))
    #expect(clean.image.map(\.tag) == [274])
  }

  /// Entries that all refer to the same bytes have a total size of at most one megabyte.
  @Test func valuesTogetherHaveALimit() throws {
    let tags = [269, 270, 271, 272, 282, 283, 296, 305, 306, 315, 316, 318, 319, 33432]
    let own = (0..<400).map { entry(30_000 + $0, 7, 60_000, 14_000) }
    let exif = joined(
      [0x49, 0x49, 42, 0], little(8, 4),
      directory(tags.map { entry($0, 2, 60_000, 14_000) } + [entry(34665, 4, 1, 2000)]))
    let file = joined(
      exif, [UInt8](repeating: 0, count: 2000 - exif.count), directory(own), [UInt8](repeating: 0x61, count: 80_000))
    let clean = try #require(TIFFDirectories(file))
    #expect(clean.exif.count < 1_100_000)
    #expect(clean.exif.count > 900_000)
  }

  @Test func packetsHaveAMaximumDepthAndLength() {
    func nested(_ depth: Int) -> [UInt8] {
      Array((String(repeating: "<a>", count: depth) + String(repeating: "</a>", count: depth)).utf8)
    }
    #expect(isSafeXMP(nested(64)))
    #expect(!isSafeXMP(nested(65)))
    #expect(
      !isSafeXMP(Array((String(repeating: "<a b='/>'>", count: 65) + String(repeating: "</a>", count: 65)).utf8)))
    #expect(isSafeXMP(Array("<?xpacket begin=''?><a b=\"c\"><!-- <d> --><![CDATA[<e>]]></a><?xpacket end='w'?>".utf8)))
    #expect(!isSafeXMP(Array("<!DOCTYPE a []><a/>".utf8)))
    for text in ["", "no packet", "<a>", "<a", "</a>", "<!-- ", "<a b='>"] {
      #expect(!isSafeXMP(Array(text.utf8)), "\(text)")
    }
    #expect(!isSafeXMP(Array("<a>\(String(repeating: "<b/>", count: 8192))</a>".utf8)))
  }

  @Test func recordsAreFoundAmongPhotoshopsResources() {
    let records = joined([0x1c, 2, 90, 0, 4], Array("Rome".utf8))
    #expect(iptc(inResources: resources(ofIPTC: records)) == records)
    let other = joined(Array("8BIM".utf8), [3, 0xed, 3], Array("abc".utf8), [0, 0, 0, 3, 1, 2, 3, 0])
    #expect(iptc(inResources: other + resources(ofIPTC: records)) == records)
    #expect(iptc(inResources: joined(Array("8BIM".utf8), [4, 4, 0, 0, 0, 0, 1, 0, 1])) == nil)
  }

  @Test func textsOfRecordsAreTruncatedBetweenCharacters() throws {
    var metadata = ImageMetadata()
    metadata.setIPTC([IPTCDataset(120, String(repeating: "ü", count: 20_000) + "x")])
    let records = try #require(iptc(inResources: metadata.photoshop))
    let text = records.suffix(32_000)
    #expect(String(validating: text, as: UTF8.self) == String(repeating: "ü", count: 16_000))
  }

  @Test func textProfilesAreHexadecimal() {
    #expect(textProfile("\niptc\n       3\n0a0B\nff\n") == [10, 11, 255])
    #expect(textProfile("\niptc\n       4\n0a0bff\n") == nil)
    #expect(textProfile("iptc") == nil)
    #expect(textProfile("\niptc\n 99999999999999999999\n0a\n") == nil)
  }

  @Test func anOrientationNeedsNoLibrary() {
    for orientation in 1...8 {
      var metadata = ImageMetadata()
      metadata.orientation = orientation
      metadata.setMinimalEXIF()
      #expect(exifOrientation(metadata.exif) == orientation)
    }
  }

  @Test func aMissingLibraryIsReportedWithItsPackage() {
    #expect(throws: MetadataLibrary.Missing.self) { try MetadataLibrary("libno.so.1") }
    do {
      _ = try MetadataLibrary("libno.so.1")
    } catch {
      #expect(error.description.contains("install libgexiv2-2"))
    }
  }
}
