import Foundation
import ImageIO
import TestFiles
import Testing

/// Metadata in files: as ExifTool reads them, and as sources read them again.
@Suite struct MetadataFileTests {
  private let folder: TestFolder
  private let written: [String: Any] = [
    kCGImagePropertyOrientation: 6,
    kCGImagePropertyTIFFDictionary: [kCGImagePropertyTIFFMake: "Canon", kCGImagePropertyTIFFArtist: "Ann"],
    kCGImagePropertyExifDictionary: [
      kCGImagePropertyExifFNumber: 2.8, kCGImagePropertyExifISOSpeedRatings: [200],
      kCGImagePropertyExifDateTimeOriginal: "2020:01:02 03:04:05",
    ] as [String: Any],
    kCGImagePropertyGPSDictionary: [
      kCGImagePropertyGPSLatitude: 48.5, kCGImagePropertyGPSLatitudeRef: "N", kCGImagePropertyGPSLongitude: 11.25,
      kCGImagePropertyGPSLongitudeRef: "W",
    ] as [String: Any],
    kCGImagePropertyIPTCDictionary: [
      kCGImagePropertyIPTCKeywords: ["sea", "sky"], kCGImagePropertyIPTCCity: "München",
    ] as [String: Any],
  ]

  init() throws { folder = try TestFolder() }

  private func part(_ properties: [String: Any], _ key: String) throws -> [String: Any] {
    try #require(properties[key] as? [String: Any], "\(key) of \(properties)")
  }

  /// Returns ExifTool's output: numbers as numbers, names with their groups.
  private func exifTool(_ bytes: Data, _ name: String) throws -> [String: Any] {
    let url = folder.file(name)
    try bytes.write(to: url)
    let output = try FinishedProgram.output("exiftool", ["-json", "-n", "-G0", url.path])
    return try #require((JSONSerialization.jsonObject(with: output) as? [[String: Any]])?.first)
  }

  @Test(arguments: [("public.jpeg", "a.jpg"), ("public.tiff", "a.tiff"), ("public.png", "a.png")])
  func exifToolReadsWrittenMetadata(type: String, name: String) throws {
    let known = try Known.quarters(32, 16)
    let bytes = try file(of: known.image, as: type, written)
    let read = try exifTool(bytes, name)
    #expect(read["EXIF:Orientation"] as? Int == 6)
    #expect(read["EXIF:Make"] as? String == "Canon" && read["EXIF:Artist"] as? String == "Ann")
    #expect(read["EXIF:FNumber"] as? Double == 2.8 && read["EXIF:ISO"] as? Int == 200)
    #expect(read["EXIF:DateTimeOriginal"] as? String == "2020:01:02 03:04:05")
    #expect(read["EXIF:GPSLatitude"] as? Double == 48.5)
    #expect(read["EXIF:GPSLongitude"] as? Double == 11.25 && read["EXIF:GPSLongitudeRef"] as? String == "W")
    #expect(read["XMP:City"] as? String == "München" && read["XMP:Subject"] as? [String] == ["sea", "sky"])
    if type != "public.png" { #expect(read["IPTC:Keywords"] as? [String] == ["sea", "sky"]) }

    let again = try properties(source(bytes))
    #expect(again[kCGImagePropertyOrientation] as? Int == 6)
    #expect(try part(again, kCGImagePropertyTIFFDictionary)[kCGImagePropertyTIFFMake] as? String == "Canon")
    #expect(try part(again, kCGImagePropertyExifDictionary)[kCGImagePropertyExifFNumber] as? Double == 2.8)
    #expect(try part(again, kCGImagePropertyGPSDictionary)[kCGImagePropertyGPSLatitude] as? Double == 48.5)
    #expect(try part(again, kCGImagePropertyIPTCDictionary)[kCGImagePropertyIPTCCity] as? String == "München")
    // The orientation is recorded, and no pixel is rotated.
    let image = try #require(CGImageSourceCreateImageAtIndex(source(bytes), 0, nil))
    #expect(image.width == 32 && image.height == 16)
    if type != "public.jpeg" { #expect(try drawn(image)(2, 2) == [255, 0, 0, 255]) }
  }

  @Test func aCopyKeepsTheMetadataOfItsFile() throws {
    let first = try source(file(of: Known.slopes(24, 16).image, as: "public.jpeg", written))
    let data = CFMutableData()
    let destination = try #require(CGImageDestinationCreateWithData(data, "public.tiff" as CFString, 1, nil))
    let changes: [String: Any] = [
      kCGImagePropertyTIFFDictionary: [kCGImagePropertyTIFFArtist: "Ben"], kCGImagePropertyGPSDictionary: NSNull(),
    ]
    CGImageDestinationSetProperties(
      destination, [kCGImagePropertyTIFFDictionary: [kCGImagePropertyTIFFSoftware: "Ours"]] as CFDictionary)
    CGImageDestinationAddImageFromSource(destination, first, 0, changes as CFDictionary)
    try #require(CGImageDestinationFinalize(destination))
    let read = try exifTool(Data(referencing: data), "copy.tiff")
    #expect(read["EXIF:Artist"] as? String == "Ben" && read["EXIF:Make"] as? String == "Canon")
    #expect(read["EXIF:Software"] as? String == "Ours" && read["EXIF:Orientation"] as? Int == 6)
    #expect(read["EXIF:FNumber"] as? Double == 2.8)
    #expect(!read.keys.contains { $0.contains("GPS") }, "\(read.keys)")
    // No loss except JPEG's own.
    let (one, two) = (
      try #require(CGImageSourceCreateImageAtIndex(first, 0, nil)),
      try #require(CGImageSourceCreateImageAtIndex(source(Data(referencing: data)), 0, nil))
    )
    let (before, after) = (try drawn(one), try drawn(two))
    for y in 0..<16 { for x in 0..<24 { #expect(before(x, y) == after(x, y)) } }
  }
}
