import CoreImage
import Foundation
import TestFiles
import TestSupport
import Testing

/// Tests of metadata that ExifTool, Exiv2 and Pillow wrote, as we read them, and of ours, as they read them.
@Suite struct MetadataByOthersTests {
  private let context: CIContext
  private let folder: TestFolder
  private let sRGB = CGColorSpace(name: CGColorSpace.sRGB)!

  init() throws {
    context = try CIContext(checked: [.backend: "reference"])
    folder = try TestFolder()
  }

  private let image = CIImage(color: CIColor(red: 0.2, green: 0.5, blue: 0.8))
    .cropped(to: CGRect(x: 0, y: 0, width: 12, height: 8))

  private func write(_ image: CIImage, as ending: String) throws -> URL {
    let file = folder.file("written.\(ending)")
    switch ending {
    case "jpg": try context.writeJPEGRepresentation(of: image, to: file, colorSpace: sRGB)
    case "png": try context.writePNGRepresentation(of: image, to: file, format: .RGBA8, colorSpace: sRGB)
    case "tiff": try context.writeTIFFRepresentation(of: image, to: file, format: .RGBA8, colorSpace: sRGB)
    case "heic": try context.writeHEIFRepresentation(of: image, to: file, format: .RGBA8, colorSpace: sRGB)
    default: throw FinishedProgram.Failure(ending)
    }
    return file
  }

  /// Returns the tags that ExifTool reads: numbers as numbers, names with their groups.
  private func exifTool(_ file: URL) throws -> [String: Any] {
    let output = try OutsideProgram.exifTool.run(["-json", "-n", "-G0", file.path], in: folder)
    let files = try JSONSerialization.jsonObject(with: output) as? [[String: Any]]
    return try #require(files?.first)
  }

  private func part(_ image: CIImage, _ key: String) throws -> [String: Any] {
    try #require(image.properties[key] as? [String: Any], "\(key) of \(image.properties)")
  }

  // MARK: Files that are filtered

  /// Other namespaces than those of the dictionaries, nested values, and an unknown namespace.
  @Test(arguments: ["jpg", "png", "tiff"])
  func packetsPassThroughFilters(ending: String) throws {
    let file = try write(image, as: "jpg")
    let tags = [
      "-XMP-xmpRights:UsageTerms=No reuse", "-XMP-xmpRights:WebStatement=https://example.org/rights",
      "-XMP-cc:License=https://creativecommons.org/licenses/by/4.0/",
      "-XMP-iptcExt:DigitalSourceType=http://cv.iptc.org/newscodes/digitalsourcetype/digitalCapture",
      "-XMP-xmp:Label=Red", "-XMP-lr:HierarchicalSubject=Places|Harbour", "-XMP-dc:Creator=Ann",
      "-XMP-mwg-rs:RegionName=Bea", "-XMP-mwg-rs:RegionType=Face", "-XMP-GPano:ProjectionType=equirectangular",
      "-XMP-tiff:Orientation#=6", "-XMP-tiff:ImageWidth=4711",
    ]
    try OutsideProgram.exifTool.run(["-q", "-overwrite_original"] + tags + [file.path], in: folder)
    let before = try exifTool(file)
    let after = try exifTool(write(CIImage(reading: file).applyingFilter("CISepiaTone"), as: ending))
    let keys = [
      "UsageTerms", "WebStatement", "License", "DigitalSourceType", "Label", "HierarchicalSubject", "Creator",
      "RegionName", "RegionType", "ProjectionType",
    ].map { "XMP:" + $0 }
    for key in keys {
      let value = try #require(before[key].map { "\($0)" }, "\(key)")
      #expect(after[key].map { "\($0)" } == value, "\(key)")
    }
    #expect(after["XMP:Orientation"] == nil && after["XMP:ImageWidth"] == nil)
    let cleared = try exifTool(write(CIImage(reading: file).settingProperties([:]), as: ending))
    #expect(!cleared.keys.contains { $0.hasPrefix("XMP:") && $0 != "XMP:XMPToolkit" })
  }

  @Test(arguments: ["jpg", "png", "tiff"])
  func resolutionsAreWritten(ending: String) throws {
    let resolution: [String: Any] = [kCGImagePropertyDPIWidth: 300.0, kCGImagePropertyDPIHeight: 150.0]
    let file = try write(image.settingProperties(resolution), as: ending)
    let tags = try exifTool(file)
    switch ending {
    case "jpg": #expect(tags["JFIF:XResolution"] as? Double == 300 && tags["JFIF:YResolution"] as? Double == 150)
    case "png":
      // Pixels per metre: 300 / 0.0254 and 150 / 0.0254.
      #expect(tags["PNG:PixelsPerUnitX"] as? Double == 11811 && tags["PNG:PixelsPerUnitY"] as? Double == 5906)
    default: #expect(tags["EXIF:XResolution"] as? Double == 300 && tags["EXIF:YResolution"] as? Double == 150)
    }
    let read = try CIImage(reading: file).properties
    #expect(read[kCGImagePropertyDPIWidth] as? Double == 300)
    #expect(abs((read[kCGImagePropertyDPIHeight] as? Double ?? 0) - 150) < 0.02)
  }

  /// EXIF takes precedence, and a written file has one resolution.
  @Test func resolutionsDoNotContradictEachOther() throws {
    let file = try write(image, as: "jpg")
    try OutsideProgram.exifTool.run(
      [
        "-q", "-overwrite_original", "-Make=Canon", "-JFIF:XResolution=72", "-JFIF:YResolution=72",
        "-JFIF:ResolutionUnit#=1", "-EXIF:XResolution=240", "-EXIF:YResolution=240", "-EXIF:ResolutionUnit#=2",
        file.path,
      ], in: folder)
    let read = try CIImage(reading: file)
    #expect(read.properties[kCGImagePropertyDPIWidth] as? Double == 240)
    let tags = try exifTool(write(read.applyingFilter("CISepiaTone"), as: "jpg"))
    #expect(tags["JFIF:XResolution"] as? Double == 240 && tags["EXIF:XResolution"] as? Double == 240)
  }

  @Test(arguments: ["jpg", "png"])
  func textsInLatin1KeepTheirCharacters(ending: String) throws {
    let file = try write(image, as: "jpg")
    try OutsideProgram.exifTool.run(
      ["-q", "-overwrite_original", "-charset", "iptc=Latin", "-IPTC:Caption-Abstract=Grüße aus Köln", file.path],
      in: folder)
    let read = try CIImage(reading: file)
    let iptc = try part(read, kCGImagePropertyIPTCDictionary)
    #expect(iptc[kCGImagePropertyIPTCCaptionAbstract] as? String == "Grüße aus Köln")
    let tags = try exifTool(write(read.applyingFilter("CISepiaTone"), as: ending))
    let key = ending == "jpg" ? "IPTC:Caption-Abstract" : "XMP:Description"
    #expect(tags[key] as? String == "Grüße aus Köln")
  }

  // MARK: Reading

  private static let tags = [
    "-Make=Canon", "-Model=EOS 5", "-Artist=Ann", "-ExposureTime=1/125", "-FNumber=2.8", "-ISO=200",
    "-DateTimeOriginal=2020:01:02 03:04:05", "-UserComment=Grüße", "-Flash#=16", "-FocalLength=35",
    "-ExposureCompensation=-0.5", "-LensInfo=24-70mm f/2.8", "-SubSecTimeOriginal=25", "-GPSLatitude=48.5",
    "-GPSLatitudeRef=N", "-GPSLongitude=11.2625", "-GPSLongitudeRef=W", "-GPSAltitude=520.5", "-GPSAltitudeRef#=0",
    "-GPSTimeStamp=10:11:12", "-GPSDateStamp=2020:01:02",
  ]

  @Test(arguments: ["jpg", "png", "tiff"])
  func exifByExifToolIsRead(ending: String) throws {
    let file = try write(image, as: ending)
    try OutsideProgram.exifTool.run(
      ["-q", "-overwrite_original"] + Self.tags + ["-Orientation#=6", file.path], in: folder)
    let read = try CIImage(reading: file)
    #expect(read.properties[kCGImagePropertyOrientation] as? Int == 6)
    let tiff = try part(read, kCGImagePropertyTIFFDictionary)
    #expect(tiff[kCGImagePropertyTIFFMake] as? String == "Canon")
    #expect(tiff[kCGImagePropertyTIFFModel] as? String == "EOS 5")
    #expect(tiff[kCGImagePropertyTIFFArtist] as? String == "Ann")
    #expect(tiff[kCGImagePropertyTIFFOrientation] as? Int == 6)
    let exif = try part(read, kCGImagePropertyExifDictionary)
    #expect(exif[kCGImagePropertyExifExposureTime] as? Double == 0.008)
    #expect(exif[kCGImagePropertyExifFNumber] as? Double == 2.8)
    #expect(exif[kCGImagePropertyExifISOSpeedRatings] as? [Int] == [200])
    #expect(exif[kCGImagePropertyExifDateTimeOriginal] as? String == "2020:01:02 03:04:05")
    #expect(exif[kCGImagePropertyExifUserComment] as? String == "Grüße")
    #expect(exif[kCGImagePropertyExifFlash] as? Int == 16)
    #expect(exif[kCGImagePropertyExifFocalLength] as? Double == 35)
    #expect(exif[kCGImagePropertyExifExposureBiasValue] as? Double == -0.5)
    #expect(exif[kCGImagePropertyExifLensSpecification] as? [Double] == [24, 70, 2.8, 2.8])
    #expect(exif[kCGImagePropertyExifSubsecTimeOriginal] as? String == "25")
    #expect(exif[kCGImagePropertyExifVersion] as? [Int] == [2, 3, 2])
    let gps = try part(read, kCGImagePropertyGPSDictionary)
    #expect(gps[kCGImagePropertyGPSLatitude] as? Double == 48.5)
    #expect(abs((gps[kCGImagePropertyGPSLongitude] as? Double ?? 0) - 11.2625) < 1e-7)
    #expect(gps[kCGImagePropertyGPSLongitudeRef] as? String == "W")
    #expect(gps[kCGImagePropertyGPSAltitude] as? Double == 520.5)
    #expect(gps[kCGImagePropertyGPSAltitudeRef] as? Int == 0)
    #expect(gps[kCGImagePropertyGPSTimeStamp] as? String == "10:11:12")
    #expect(gps[kCGImagePropertyGPSDateStamp] as? String == "2020:01:02")
  }

  @Test(arguments: ["jpg", "tiff"])
  func iptcByExifToolIsRead(ending: String) throws {
    let file = try write(image, as: ending)
    let tags = [
      "-codedcharacterset=utf8", "-IPTC:Keywords=sea", "-IPTC:Keywords=sky", "-IPTC:City=München",
      "-IPTC:By-line=Ann", "-IPTC:Caption-Abstract=A day", "-IPTC:Country-PrimaryLocationName=Germany",
      "-IPTC:DateCreated=2020:01:02", "-IPTC:TimeCreated=03:04:05+02:00",
    ]
    try OutsideProgram.exifTool.run(["-q", "-overwrite_original"] + tags + [file.path], in: folder)
    let iptc = try part(CIImage(reading: file), kCGImagePropertyIPTCDictionary)
    #expect(iptc[kCGImagePropertyIPTCKeywords] as? [String] == ["sea", "sky"])
    #expect(iptc[kCGImagePropertyIPTCCity] as? String == "München")
    #expect(iptc[kCGImagePropertyIPTCByline] as? [String] == ["Ann"])
    #expect(iptc[kCGImagePropertyIPTCCaptionAbstract] as? String == "A day")
    #expect(iptc[kCGImagePropertyIPTCCountryPrimaryLocationName] as? String == "Germany")
    #expect(iptc[kCGImagePropertyIPTCDateCreated] as? String == "20200102")
    #expect(iptc[kCGImagePropertyIPTCTimeCreated] as? String == "030405+0200")
  }

  /// Image I/O has no dictionary for XMP: values with the same meaning are under the keys of IPTC, TIFF and EXIF.
  @Test(arguments: ["jpg", "png", "tiff"])
  func xmpByExifToolIsReadUnderTheKeysThatMeanTheSame(ending: String) throws {
    let file = try write(image, as: ending)
    let tags = [
      "-XMP-dc:Title=Harbour", "-XMP-dc:Subject=sea", "-XMP-dc:Subject=sky", "-XMP-dc:Creator=Ann",
      "-XMP-dc:Description=A day", "-XMP-photoshop:City=Rome", "-XMP-xmp:Rating=4", "-XMP-tiff:Make=Nikon",
      "-XMP-exif:FNumber=5.6", "-XMP-aux:Lens=50mm",
    ]
    try OutsideProgram.exifTool.run(["-q", "-overwrite_original"] + tags + [file.path], in: folder)
    let read = try CIImage(reading: file)
    let iptc = try part(read, kCGImagePropertyIPTCDictionary)
    #expect(iptc[kCGImagePropertyIPTCObjectName] as? String == "Harbour")
    #expect(iptc[kCGImagePropertyIPTCKeywords] as? [String] == ["sea", "sky"])
    #expect(iptc[kCGImagePropertyIPTCByline] as? [String] == ["Ann"])
    #expect(iptc[kCGImagePropertyIPTCCaptionAbstract] as? String == "A day")
    #expect(iptc[kCGImagePropertyIPTCCity] as? String == "Rome")
    #expect(iptc[kCGImagePropertyIPTCStarRating] as? Int == 4)
    #expect(try part(read, kCGImagePropertyTIFFDictionary)[kCGImagePropertyTIFFMake] as? String == "Nikon")
    #expect(try part(read, kCGImagePropertyExifDictionary)[kCGImagePropertyExifFNumber] as? Double == 5.6)
    #expect(try part(read, kCGImagePropertyExifAuxDictionary)[kCGImagePropertyExifAuxLensModel] as? String == "50mm")
  }

  /// Not the time zone of this machine.
  @Test func timesOfXMPAreThoseOfThePlaceWhereTheImageWasTaken() throws {
    let file = try write(image, as: "png")
    let tags = [
      "-XMP-exif:DateTimeOriginal=2020:01:02 03:04:05+09:00", "-XMP-photoshop:DateCreated=2020:01:02 03:04:05+09:00",
    ]
    try OutsideProgram.exifTool.run(["-q", "-overwrite_original"] + tags + [file.path], in: folder)
    let read = try CIImage(reading: file)
    let exif = try part(read, kCGImagePropertyExifDictionary)
    #expect(exif[kCGImagePropertyExifDateTimeOriginal] as? String == "2020:01:02 03:04:05")
    let iptc = try part(read, kCGImagePropertyIPTCDictionary)
    #expect(iptc[kCGImagePropertyIPTCDateCreated] as? String == "20200102")
    #expect(iptc[kCGImagePropertyIPTCTimeCreated] as? String == "030405+0900")
  }

  @Test(arguments: ["JPEG jpg", "PNG png", "WebP webp", "TIFF tif"])
  func exifByPillowIsRead(format: String) throws {
    let words = format.split(separator: " ")
    let file = folder.file("pillow.\(words[1])")
    let script = """
      from PIL import Image
      import sys
      exif = Image.Exif()
      exif[271], exif[274], exif[315] = 'Leica', 3, 'Ann'
      if sys.argv[2] != 'TIFF': exif[0x8769] = {33437: 2.5}
      Image.new('RGB', (12, 8)).save(sys.argv[1], sys.argv[2], exif=exif)
      """
    try OutsideProgram.python.run(["-c", script, file.path, String(words[0])], in: folder)
    let read = try CIImage(reading: file)
    #expect(read.properties[kCGImagePropertyOrientation] as? Int == 3)
    #expect(try part(read, kCGImagePropertyTIFFDictionary)[kCGImagePropertyTIFFMake] as? String == "Leica")
    guard words[0] != "TIFF" else { return }
    #expect(try part(read, kCGImagePropertyExifDictionary)[kCGImagePropertyExifFNumber] as? Double == 2.5)
  }

  // MARK: Writing

  private var described: CIImage {
    image.settingProperties([
      kCGImagePropertyTIFFDictionary: [
        kCGImagePropertyTIFFMake: "Canon", kCGImagePropertyTIFFArtist: "Ann", kCGImagePropertyTIFFSoftware: "us",
      ],
      kCGImagePropertyExifDictionary: [
        kCGImagePropertyExifExposureTime: 0.008, kCGImagePropertyExifFNumber: 2.8,
        kCGImagePropertyExifISOSpeedRatings: [200], kCGImagePropertyExifUserComment: "Grüße",
        kCGImagePropertyExifDateTimeOriginal: "2020:01:02 03:04:05", kCGImagePropertyExifVersion: [2, 3, 2],
        kCGImagePropertyExifPixelXDimension: 4000, kCGImagePropertyExifExposureBiasValue: -1.0 / 3,
      ],
      kCGImagePropertyGPSDictionary: [
        kCGImagePropertyGPSLatitude: 48.137154, kCGImagePropertyGPSLongitude: -11.5,
        kCGImagePropertyGPSAltitude: 520.25,
        kCGImagePropertyGPSTimeStamp: "10:11:12.5",
      ],
      kCGImagePropertyIPTCDictionary: [
        kCGImagePropertyIPTCKeywords: ["sea", "sky"], kCGImagePropertyIPTCCity: "München",
        kCGImagePropertyIPTCCaptionAbstract: "A day", kCGImagePropertyIPTCByline: ["Ann"],
        kCGImagePropertyIPTCStarRating: 4,
      ],
    ])
  }

  @Test(arguments: ["jpg", "png", "tiff", "heic"])
  func exifToolReadsWhatWeWrite(ending: String) throws {
    if ending == "heic", !CIContext.canWriteHEIC { return }
    let read = try exifTool(write(described, as: ending))
    #expect(read["EXIF:Make"] as? String == "Canon")
    #expect(read["EXIF:Artist"] as? String == "Ann")
    #expect(read["EXIF:ExposureTime"] as? Double == 0.008)
    #expect(read["EXIF:FNumber"] as? Double == 2.8)
    #expect(read["EXIF:ISO"] as? Int == 200)
    #expect(read["EXIF:UserComment"] as? String == "Grüße")
    #expect(read["EXIF:DateTimeOriginal"] as? String == "2020:01:02 03:04:05")
    #expect(abs((read["EXIF:ExposureCompensation"] as? Double ?? 0) + 1.0 / 3) < 1e-6)
    #expect((read["EXIF:ExifVersion"] as? String ?? "\(read["EXIF:ExifVersion"] ?? "")") == "0232")
    // The file's own size, not that of the image from which the dictionary was taken.
    #expect(read["EXIF:ExifImageWidth"] as? Int == 12)
    #expect(read["EXIF:ColorSpace"] as? Int == 1)
    #expect(abs((read["EXIF:GPSLatitude"] as? Double ?? 0) - 48.137154) < 1e-8)
    #expect(read["EXIF:GPSLongitude"] as? Double == 11.5)
    #expect(read["EXIF:GPSLongitudeRef"] as? String == "W")
    #expect(read["EXIF:GPSAltitude"] as? Double == 520.25)
    #expect(read["XMP:Subject"] as? [String] == ["sea", "sky"])
    #expect(read["XMP:City"] as? String == "München")
    #expect(read["XMP:Rating"] as? Int == 4)
    guard ["jpg", "tiff"].contains(ending) else { return }
    #expect(read["IPTC:Keywords"] as? [String] == ["sea", "sky"])
    #expect(read["IPTC:City"] as? String == "München")
    #expect(read["IPTC:Caption-Abstract"] as? String == "A day")
  }

  /// Some required tags only a camera can provide; our dictionaries may lack them.
  @Test(arguments: ["jpg", "png"])
  func nothingElseThanMissingTagsIsWrongForExifTool(ending: String) throws {
    let file = try write(described, as: ending)
    let output = try OutsideProgram.exifTool.run(
      ["-validate", "-warning", "-error", "-a", "-s3", file.path], accepts: [0, 1], in: folder)
    let lines = String(decoding: output, as: UTF8.self).split(separator: "\n")
    #expect(!lines.isEmpty)
    let wrong = lines.filter { !$0.hasPrefix("Missing required") && !$0.contains("Warning") && $0 != "OK" }
    #expect(wrong.isEmpty, "\(wrong)")
  }

  @Test(arguments: ["jpg", "png", "tiff"])
  func exiv2ReadsWhatWeWrite(ending: String) throws {
    let file = try write(described, as: ending)
    let output = String(
      decoding: try OutsideProgram.exiv2.run(["-Pkv", "-q", file.path], accepts: [0, 253], in: folder), as: UTF8.self)
    let lines = output.split(separator: "\n").map { $0.split(separator: " ", omittingEmptySubsequences: true) }
    func value(_ name: String) -> String? {
      lines.first { $0.first.map(String.init) == name }.map { $0.dropFirst().joined(separator: " ") }
    }
    #expect(value("Exif.Photo.ExposureTime") == "1/125")
    #expect(value("Exif.Image.Make") == "Canon")
    #expect(value("Exif.GPSInfo.GPSLongitude") == "11/1 30/1 0/100000")
    #expect(value("Xmp.photoshop.City") == "München")
    if ending != "png" { #expect(value("Iptc.Application2.City") == "München") }
  }

  @Test(arguments: ["jpg", "png", "tiff"])
  func whatIsWrittenIsReadAgain(ending: String) throws {
    let read = try CIImage(reading: write(described, as: ending))
    for key in [kCGImagePropertyTIFFDictionary, kCGImagePropertyGPSDictionary, kCGImagePropertyIPTCDictionary] {
      let (before, after) = (try part(described, key), try part(read, key))
      for (name, value) in before {
        if let number = value as? Double {
          #expect(abs((after[name] as? Double ?? .nan) - abs(number)) < 1e-8, "\(name)")
        } else {
          #expect("\(after[name] ?? "nothing")" == "\(value)", "\(name)")
        }
      }
    }
    #expect(try part(read, kCGImagePropertyExifDictionary)[kCGImagePropertyExifExposureTime] as? Double == 0.008)
  }

  // MARK: Orientation

  /// Returns the orientation of a file according to ExifTool.
  private func orientation(_ image: CIImage, _ ending: String) throws -> Int? {
    try exifTool(write(image, as: ending))["EXIF:Orientation"] as? Int
  }

  @Test(arguments: ["jpg", "png", "tiff"])
  func anUprightImageIsWrittenWithOrientationOneAndOthersKeepTheirs(ending: String) throws {
    let file = try write(image.settingProperties([kCGImagePropertyOrientation: 6]), as: ending)
    let stored = try CIImage(reading: file)
    #expect(try orientation(stored, ending) == 6)
    #expect(try orientation(stored.applyingFilter("CIColorInvert"), ending) == 6)
    let upright = try CIImage(reading: file, options: [.applyOrientationProperty: true])
    #expect(try [nil, 1].contains(orientation(upright, ending)))
    for turned in [stored.oriented(.right), stored.oriented(forExifOrientation: 6)] {
      #expect(turned.extent.size == CGSize(width: 8, height: 12))
      #expect(turned.properties[kCGImagePropertyOrientation] as? Int == 1)
      #expect(try [nil, 1].contains(orientation(turned, ending)))
    }
    // After another rotation, the orientation of the camera still applies.
    #expect(try orientation(stored.oriented(.down), ending) == 6)
  }

  @Test func heifIsTurnedByItsOwnPropertyAndReadUpright() throws {
    guard CIContext.canWriteHEIC else { return }
    let left = CIImage(color: .red).cropped(to: CGRect(x: 0, y: 0, width: 32, height: 64))
    let source = left.composited(over: CIImage(color: .blue).cropped(to: CGRect(x: 0, y: 0, width: 64, height: 64)))
    for code in 1...8 {
      let file = try write(source.settingProperties([kCGImagePropertyOrientation: code]), as: "heic")
      let read = try CIImage(reading: file)
      #expect(read.properties[kCGImagePropertyOrientation] as? Int == 1)
      let expected = source.oriented(forExifOrientation: Int32(code))
      for image in [read, expected] { #expect(image.extent.size == CGSize(width: 64, height: 64)) }
      let (a, b) = (try pixels(read), try pixels(expected))
      let worst = zip(a, b).map { abs(Int($0) - Int($1)) }.max() ?? 255
      // HEVC is lossy: the edge between the colours is not compared.
      #expect(worst < 16, "orientation \(code)")
    }
  }

  /// Returns one pixel well inside of each quarter.
  private func pixels(_ image: CIImage) throws -> [UInt8] {
    let source = try #require(context.createCGImage(image, from: image.extent))
    return [(16, 16), (48, 16), (16, 48), (48, 48)].flatMap { x, y in
      Array(source.data[(y * 64 + x) * 4..<(y * 64 + x) * 4 + 4])
    }
  }
}

extension CIContext {
  fileprivate static let canWriteHEIC: Bool = {
    let image = CIImage(color: .red).cropped(to: CGRect(x: 0, y: 0, width: 64, height: 64))
    guard let context = try? CIContext(checked: [.backend: "reference"]) else { return false }
    return context.heifRepresentation(of: image, format: .RGBA8, colorSpace: CGColorSpace(name: CGColorSpace.sRGB)!)
      != nil
  }()
}
