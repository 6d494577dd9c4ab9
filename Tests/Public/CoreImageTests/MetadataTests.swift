import CoreImage
import Foundation
import ImageCodecs
import RandomNumbers
import TestSupport
import Testing

/// Tests of metadata in written files, and of robustness against malformed metadata.
@Suite struct MetadataTests {
  private let context: CIContext
  private let image = CIImage(color: .green).cropped(to: CGRect(x: 0, y: 0, width: 6, height: 4))
  private let sRGB = CGColorSpace(name: CGColorSpace.sRGB)!

  init() throws { context = try CIContext(checked: [.backend: "reference"]) }

  private func written(_ properties: [String: Any], png: Bool = false) throws -> CIImage {
    let image = image.settingProperties(properties)
    let data =
      png
      ? context.pngRepresentation(of: image, format: .RGBA8, colorSpace: sRGB)
      : context.jpegRepresentation(of: image, colorSpace: sRGB)
    return try CIImage(reading: #require(data))
  }

  @Test func anImageWithoutMetadataIsWrittenWithoutAny() throws {
    let plain = try #require(context.jpegRepresentation(of: image, colorSpace: sRGB))
    #expect(plain.range(of: Data("Exif".utf8)) == nil)
    #expect(plain.range(of: Data("xpacket".utf8)) == nil)
    #expect(try CIImage(reading: plain).properties[kCGImagePropertyExifDictionary] == nil)
  }

  @Test func metadataGoThroughFilters() throws {
    let read = try written([kCGImagePropertyTIFFDictionary: [kCGImagePropertyTIFFMake: "Canon"]])
    let filtered = read.applyingFilter("CISepiaTone").cropped(to: CGRect(x: 0, y: 0, width: 3, height: 4))
    let again = try CIImage(
      reading: #require(context.pngRepresentation(of: filtered, format: .RGBA8, colorSpace: sRGB)))
    let tiff = again.properties[kCGImagePropertyTIFFDictionary] as? [String: Any]
    #expect(tiff?[kCGImagePropertyTIFFMake] as? String == "Canon")
    let exif = again.properties[kCGImagePropertyExifDictionary] as? [String: Any]
    #expect(exif?[kCGImagePropertyExifPixelXDimension] as? Int == 3)
    #expect(exif?[kCGImagePropertyExifPixelYDimension] as? Int == 4)
  }

  @Test func anotherSpaceThanSRGBIsUncalibrated() throws {
    let described = image.settingProperties([kCGImagePropertyTIFFDictionary: [kCGImagePropertyTIFFMake: "Canon"]])
    let data = context.jpegRepresentation(of: described, colorSpace: CGColorSpace(name: CGColorSpace.displayP3)!)
    let exif = try CIImage(reading: #require(data)).properties[kCGImagePropertyExifDictionary] as? [String: Any]
    #expect(exif?[kCGImagePropertyExifColorSpace] as? Int == 65535)
  }

  /// 1/125 s and not 576460752303423/72057594037927936.
  @Test(arguments: [1.0 / 8000, 1.0 / 125, 0.3, 1.3, 30, 2.8, 0, 123_456.789])
  func numbersSurviveAsFractions(number: Double) throws {
    let exif = [kCGImagePropertyExifExposureTime: number, kCGImagePropertyExifExposureBiasValue: -number]
    let read = try written([kCGImagePropertyExifDictionary: exif])
    let result = try #require(read.properties[kCGImagePropertyExifDictionary] as? [String: Any])
    for (key, value) in exif {
      #expect(abs((result[key] as? Double ?? .nan) - value) <= abs(value) * 1e-7, "\(key)")
    }
  }

  private static var wrongValues: [Any] {
    [
      Double.nan, Double.infinity, 1e300, -1e300, [Double.nan], [Int](), NSNull(), ["a": 1], "", "no number",
      [1, 2, 3, 4, 5, 6], [Int](repeating: 1, count: 100_000), String(repeating: "x", count: 1_000_000), "a\0b", Date(),
      Data(count: 3), -1, Int.max, Int.min, UInt64.max, true,
    ]
  }

  /// Values that a field cannot store are omitted; the others and the image are written.
  @Test(arguments: 0..<21)
  func valuesOfTheWrongKindDoNoHarm(index: Int) throws {
    let value = Self.wrongValues[index]
    func all(_ keys: [String]) -> [String: Any] { Dictionary(uniqueKeysWithValues: keys.map { ($0, value) }) }
    let properties: [String: Any] = [
      kCGImagePropertyOrientation: value,
      kCGImagePropertyExifDictionary: all([
        kCGImagePropertyExifExposureTime, kCGImagePropertyExifISOSpeedRatings, kCGImagePropertyExifUserComment,
        kCGImagePropertyExifVersion, kCGImagePropertyExifFlash, kCGImagePropertyExifLensSpecification,
        kCGImagePropertyExifDateTimeOriginal,
      ]),
      kCGImagePropertyTIFFDictionary: all([kCGImagePropertyTIFFMake, kCGImagePropertyTIFFXResolution]).merging([
        kCGImagePropertyTIFFModel: "kept"
      ]) { $1 },
      kCGImagePropertyGPSDictionary: all([
        kCGImagePropertyGPSLatitude, kCGImagePropertyGPSTimeStamp, kCGImagePropertyGPSAltitude,
        kCGImagePropertyGPSLatitudeRef, kCGImagePropertyGPSProcessingMethod,
      ]),
      kCGImagePropertyIPTCDictionary: all([
        kCGImagePropertyIPTCKeywords, kCGImagePropertyIPTCCity, kCGImagePropertyIPTCDateCreated,
        kCGImagePropertyIPTCStarRating,
      ]),
    ]
    for png in [false, true] {
      let read = try written(properties, png: png)
      #expect(read.extent.size == CGSize(width: 6, height: 4))
      let tiff = read.properties[kCGImagePropertyTIFFDictionary] as? [String: Any]
      #expect(tiff?[kCGImagePropertyTIFFModel] as? String == "kept")
    }
    // Values that are not dictionaries.
    _ = try written([kCGImagePropertyExifDictionary: value, kCGImagePropertyIPTCDictionary: value])
  }

  /// The keywords of PNG texts are arbitrary: the texts are never under Image I/O's keys.
  @Test func textsOfPNGStandInADictionaryOfTheirOwn() throws {
    let file = [UInt8](try #require(context.pngRepresentation(of: image, format: .RGBA8, colorSpace: sRGB)))
    func chunk(_ text: String) -> [UInt8] {
      var bytes: [UInt8] = [0, 0, 0, UInt8(text.utf8.count)]
      bytes += Array("tEXt".utf8)
      bytes += Array(text.utf8)
      bytes += [0, 0, 0, 0]
      return bytes
    }
    // After the header: 8 bytes of signature, 25 of its chunk.
    var bytes = Array(file[..<33])
    bytes += chunk("Title\0Sea")
    bytes += chunk("Orientation\06")
    bytes = PNGChecksums.mended(bytes + file[33...])
    let properties = try CIImage(reading: Data(bytes)).properties
    #expect(properties[kCGImagePropertyOrientation] as? Int == 1)
    #expect(properties["Title"] == nil)
    let png = properties[kCGImagePropertyPNGDictionary] as? [String: Any]
    #expect(png?[kCGImagePropertyPNGTitle] as? String == "Sea")
  }

  // MARK: Hostile files

  private var full: CIImage {
    image.settingProperties([
      kCGImagePropertyTIFFDictionary: [kCGImagePropertyTIFFMake: "Canon", kCGImagePropertyTIFFArtist: "Ann"],
      kCGImagePropertyExifDictionary: [
        kCGImagePropertyExifExposureTime: 0.008, kCGImagePropertyExifUserComment: "Grüße",
        kCGImagePropertyExifLensSpecification: [24, 70, 2.8, 4],
      ],
      kCGImagePropertyGPSDictionary: [kCGImagePropertyGPSLatitude: 48.1, kCGImagePropertyGPSLongitude: 11.5],
      kCGImagePropertyIPTCDictionary: [
        kCGImagePropertyIPTCKeywords: ["sea", "sky"], kCGImagePropertyIPTCCaptionAbstract: "A day",
      ],
    ])
  }

  /// Only bytes of the metadata are changed; other tests change those of the image.
  @Test(.timeLimit(.minutes(2)), arguments: ["jpg", "png", "tiff"])
  func changedMetadataGiveSomeOrNone(ending: String) throws {
    let whole: Data? =
      switch ending {
      case "jpg": context.jpegRepresentation(of: full, colorSpace: sRGB)
      case "png": context.pngRepresentation(of: full, format: .RGBA8, colorSpace: sRGB)
      default: context.tiffRepresentation(of: full, format: .RGBA8, colorSpace: sRGB)
      }
    let file = [UInt8](try #require(whole))
    var random = SplitMix(seed: 14)
    var read = 0
    for _ in 0..<1500 {
      var bytes = file
      for _ in 0...Int.random(in: 0..<6, using: &random) {
        let at = Int.random(in: 0..<bytes.count, using: &random)
        bytes[at] = [0, 1, 0x7f, 0x80, 0xff, UInt8.random(in: 0...255, using: &random)].randomElement(using: &random)!
      }
      guard let image = try? CIImage(reading: Data(ending == "png" ? PNGChecksums.mended(bytes) : bytes)) else {
        continue
      }
      if image.properties[kCGImagePropertyTIFFDictionary] != nil { read += 1 }
    }
    // Most changes leave readable metadata, so the parser was reached.
    #expect(read > 500)
  }

  /// Returns a JPEG with such segments of APP1 and APP13.
  private func jpeg(exif: [UInt8] = [], xmp: String = "", photoshop: [UInt8] = []) throws -> Data {
    func segment(_ marker: UInt8, _ signature: String, _ bytes: [UInt8]) -> [UInt8] {
      guard !bytes.isEmpty else { return [] }
      let body = Array(signature.utf8) + bytes
      return [0xff, marker, UInt8((body.count + 2) >> 8), UInt8((body.count + 2) & 0xff)] + body
    }
    let plain = [UInt8](try #require(context.jpegRepresentation(of: image, colorSpace: sRGB)))
    var file = Array(plain[..<2])
    file += segment(0xe1, "Exif\0\0", exif)
    file += segment(0xe1, "http://ns.adobe.com/xap/1.0/\0", Array(xmp.utf8))
    file += segment(0xed, "Photoshop 3.0\0", photoshop)
    return Data(file + plain[2...])
  }

  private func packet(_ body: String) -> String {
    "<x:xmpmeta xmlns:x=\"adobe:ns:meta/\"><rdf:RDF xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\">"
      + "<rdf:Description rdf:about=\"\" xmlns:dc=\"http://purl.org/dc/elements/1.1/\""
      + " xmlns:photoshop=\"http://ns.adobe.com/photoshop/1.0/\">\(body)</rdf:Description></rdf:RDF></x:xmpmeta>"
  }

  @Test func aPacketIsRead() throws {
    let read = try CIImage(reading: jpeg(xmp: packet("<photoshop:City>Rome</photoshop:City>")))
    let iptc = read.properties[kCGImagePropertyIPTCDictionary] as? [String: Any]
    #expect(iptc?[kCGImagePropertyIPTCCity] as? String == "Rome")
  }

  @Test(
    // A test that does not end would hang; on SwiftShader other tests occupy all threads for a minute.
    .timeLimit(.minutes(5)),
    arguments: [
      (
        "deep",
        String(repeating: "<dc:a rdf:parseType=\"Resource\">", count: 1500) + String(repeating: "</dc:a>", count: 1500)
      ),
      (
        "hidden depth",
        String(repeating: "<dc:a b='/>' rdf:parseType=\"Resource\">", count: 1200)
          + String(repeating: "</dc:a>", count: 1200)
      ),
      ("many", (0..<4000).map { "<dc:a\($0)/>" }.joined()),
      ("open", "<dc:title"), ("crossed", "<dc:title><rdf:Alt></dc:title></rdf:Alt>"),
      ("entities", "<!DOCTYPE a [<!ENTITY b \"bbbbbbbb\"><!ENTITY c \"&b;&b;&b;\">]>&c;"),
    ])
  func packetsThatAreMadeToHurtDoNot(name: String, body: String) throws {
    let read = try CIImage(reading: jpeg(xmp: packet(body)))
    _ = read.properties
    #expect(read.extent.size == CGSize(width: 6, height: 4))
  }

  @Test(
    // A test that does not end would hang; on SwiftShader other tests occupy all threads for a minute.
    .timeLimit(.minutes(5)),
    arguments: [
      ("its own directory", [8, 0, 0, 0, 1, 0, 0x69, 0x87, 4, 0, 1, 0, 0, 0, 8, 0, 0, 0, 8, 0, 0, 0]),
      ("a billion entries", [8, 0, 0, 0, 0xff, 0xff]),
      ("a huge value", [8, 0, 0, 0, 1, 0, 0x0f, 1, 2, 0, 0xff, 0xff, 0xff, 0xff, 8, 0, 0, 0, 0, 0, 0, 0]),
      ("a directory behind the end", [0xff, 0xff, 0xff, 0xff]), ("nothing", []),
    ] as [(String, [UInt8])])
  func directoriesThatAreMadeToHurtDoNot(name: String, bytes: [UInt8]) throws {
    let read = try CIImage(reading: jpeg(exif: [0x49, 0x49, 42, 0] + bytes))
    #expect(read.properties[kCGImagePropertyOrientation] as? Int == 1)
  }

  @Test(
    arguments: [
      [0x38, 0x42, 0x49, 0x4d, 4, 4, 0, 0, 0xff, 0xff, 0xff, 0xff],
      [0x38, 0x42, 0x49, 0x4d, 4, 4, 0xff, 0, 0, 0, 0, 1],
      [0x38, 0x42, 0x49, 0x4d, 4, 4, 0, 0, 0, 0, 0, 5, 0x1c, 2, 25, 0xff, 0xff],
      [0x38, 0x42, 0x49, 0x4d, 4, 4, 0, 0, 0, 0, 0, 9, 0x1c, 2, 25, 0x80, 4, 0xff, 0xff, 0xff, 0xff],
    ] as [[UInt8]])
  func recordsThatAreMadeToHurtDoNot(bytes: [UInt8]) throws {
    #expect(try CIImage(reading: jpeg(photoshop: bytes)).properties[kCGImagePropertyIPTCDictionary] == nil)
  }

  @Test func threadsMayReadPropertiesAtOnce() async throws {
    let data = try #require(context.jpegRepresentation(of: full, colorSpace: sRGB))
    await withTaskGroup(of: Bool.self) { group in
      for _ in 0..<16 {
        group.addTask {
          (0..<20).allSatisfy { _ in
            let read = CIImage(data: data)
            let tiff = read?.properties[kCGImagePropertyTIFFDictionary] as? [String: Any]
            return tiff?[kCGImagePropertyTIFFMake] as? String == "Canon"
          }
        }
      }
      for await isRight in group { #expect(isRight) }
    }
  }
}

/// PNG's checksums, recomputed after bytes were changed, so that chunks are accepted.
private enum PNGChecksums {
  static func mended(_ file: [UInt8]) -> [UInt8] {
    var (bytes, at) = (file, 8)
    while at + 12 <= bytes.count {
      let size = bytes[at..<at + 4].reduce(0) { $0 << 8 | Int($1) }
      guard size <= bytes.count - at - 12 else { break }
      var sum: UInt32 = 0xffff_ffff
      for byte in bytes[at + 4..<at + 8 + size] {
        sum ^= UInt32(byte)
        for _ in 0..<8 { sum = sum & 1 == 1 ? sum >> 1 ^ 0xedb8_8320 : sum >> 1 }
      }
      for index in 0..<4 { bytes[at + 8 + size + index] = UInt8(truncatingIfNeeded: ~sum >> UInt32(24 - 8 * index)) }
      at += 12 + size
    }
    return bytes
  }
}
