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

  private func caption(_ text: [UInt8], declared: [UInt8]?) -> [UInt8] {
    let declaration = declared.map { joined([0x1c, 1, 90, 0, UInt8($0.count)], $0) } ?? []
    return joined(declaration, [0x1c, 2, 120, 0, UInt8(text.count)], text)
  }

  /// IIM 4.2, 1:90, by escape sequences of ISO 2022.
  @Test(
    arguments: [
      // Latin-1 and Windows-1252 without a declaration: "Köln €", and C1 without a character.
      ([0x4b, 0xf6, 0x6c, 0x6e, 0x20, 0x80], nil, "Köln €"), ([0x81, 0xe9], nil, "\u{81}é"),
      // UTF-8 without a declaration.
      ([0x4b, 0xc3, 0xb6, 0x6c, 0x6e], nil, "Köln"), ([0xe9], [0x1b, 0x2e, 0x41], "é"),
      ([0xc3, 0xa9], [0x1b, 0x2d, 0x41], "Ã©"), ([0xb3, 0xbf], [0x1b, 0x2d, 0x42], "łż"),
      ([0xbf, 0xe0], [0x1b, 0x2d, 0x4c], "Пр"), ([0xa4], [0x1b, 0x2d, 0x62], "€"),
      ([0x41, 0xe9], [0x1b, 0x24, 0x42], "A\u{fffd}"),
    ] as [([UInt8], [UInt8]?, String)])
  func textsOfRecordsKeepTheirCharacters(text: [UInt8], declared: [UInt8]?, expected: String) {
    let records = recordsInUTF8(caption(text, declared: declared))
    #expect(records == caption(Array(expected.utf8), declared: [0x1b, 0x25, 0x47]))
    #expect(recordsInUTF8(records) == records)
  }

  @Test func recordsInUTF8AndDamagedOnesAreUnchanged() {
    let utf8 = caption([0xc3, 0xa9], declared: [0x1b, 0x25, 0x47])
    #expect(recordsInUTF8(utf8) == utf8)
    let ascii = caption([0x41], declared: nil)
    #expect(recordsInUTF8(ascii) == ascii)
    for damaged in [[0x1c, 2, 120, 0, 9, 0xe9], [0x1c, 2, 120, 0x80, 4, 0xff], [0xff], [0x1c, 2]] as [[UInt8]] {
      #expect(recordsInUTF8(damaged) == damaged)
    }
    // A preview is no text.
    let preview: [UInt8] = [0x1c, 2, 202, 0, 1, 0xe9]
    #expect(recordsInUTF8(joined(preview, [0x1c, 2, 5, 0, 1, 0xe9])).suffix(13).prefix(6).elementsEqual(preview))
  }

  @Test func aResolutionNeedsNoLibrary() throws {
    var metadata = ImageMetadata()
    metadata.resolution = ImageResolution(300, 72.5)
    metadata.orientation = 6
    metadata.setMinimalEXIF()
    #expect(exifOrientation(metadata.exif) == 6)
    // TIFF 6.0: 282 and 283 are rationals, 296 is 2 for inches.
    let image = try #require(TIFFDirectories(metadata.exif)).image
    #expect(image.map(\.tag) == [274, 282, 283, 296] && image.map(\.type) == [3, 5, 5, 3])
    let values = image[1].value.withUnsafeBytes { $0.bindMemory(to: UInt32.self).map { Double($0) } }
    #expect(values[0] / values[1] == 300)
    for (x, y) in [(0, 1), (1, -1), (.nan, 1), (.infinity, 1), (1, 2e9)] as [(Double, Double)] {
      #expect(ImageResolution(x, y) == nil)
    }
  }

  @Test func aPacketLosesOnlyWhatDescribesTheSourcesPixels() {
    let packet = [
      MetadataTag("Xmp.tiff.Orientation", "6"), MetadataTag("Xmp.tiff.Make", "A"), MetadataTag("Xmp.zz.own", "1"),
      MetadataTag("Xmp.xmp.Thumbnails[1]/xmpGImg:width", "9"), MetadataTag("Xmp.dc.title", "lang=\"x-default\" Sea"),
      MetadataTag("Xmp.photoshop.City", "Rome"),
    ]
    let tags = [MetadataTag("Xmp.dc.title", "Sea"), MetadataTag("Xmp.dc.rights", "Ann")]
    let owned: Set = ["Xmp.dc.title", "Xmp.dc.rights", "Xmp.photoshop.City"]
    let copied = XMPPacketEdit(tags, isOverridden: false, owned: owned).changes(of: packet)
    let pixels: Set = ["Xmp.tiff.Orientation", "Xmp.xmp.Thumbnails", "Xmp.xmp.Thumbnails[1]/xmpGImg:width"]
    #expect(copied.removed == pixels)
    #expect(copied.set == [tags[1]])
    let overridden = XMPPacketEdit(tags, isOverridden: true, owned: owned).changes(of: packet)
    #expect(overridden.removed == pixels.union(["Xmp.tiff.Make", "Xmp.photoshop.City"]))
    #expect(overridden.set == [tags[1]])
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
      // Without EXIF data, the orientation is 1.
      #expect(exifOrientation(metadata.exif) ?? 1 == orientation)
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
