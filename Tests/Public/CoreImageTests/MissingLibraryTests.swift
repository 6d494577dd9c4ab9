import CoreImage
import Foundation
import Testing

/// Tests of the tool without the libraries of OpenEXR and HEIF: errors name them, and everything else works.
@Suite struct MissingLibraryTests {
  let tool: CommandLineTests
  /// Empty files with the libraries' names, which hide those of the system.
  let libraries: URL

  init() throws {
    tool = try CommandLineTests()
    libraries = tool.folder.appending(path: "libraries")
    try FileManager.default.createDirectory(at: libraries, withIntermediateDirectories: true)
    let cores = [(1, 30), (2, 31), (3, 32), (4, 33)].map { "libOpenEXRCore-3_\($0).so.\($1)" }
    for name in cores + ["libheif.so.1", "libgexiv2.so.2"] { try Data().write(to: libraries.appending(path: name)) }
  }

  static let formats = [
    ("heic", "libheif", [0, 0, 0, 24] + Array("ftypheic".utf8)),
    ("exr", "libopenexr", [0x76, 0x2f, 0x31, 0x01, 2, 0, 0, 0]),
  ]

  @Test(arguments: formats)
  func readingNamesTheLibraryToInstall(ending: String, package: String, start: [UInt8]) throws {
    try Data(start + [UInt8](repeating: 0, count: 40)).write(to: tool.folder.appending(path: "in.\(ending)"))
    let result = try tool.citool(
      ["apply", "in.\(ending)", "-f", "CIColorInvert", "-o", "out.png"], libraries: libraries)
    #expect(result.status != 0)
    #expect(result.errors.contains("install \(package)"), "\(result.errors)")
  }

  @Test(arguments: formats)
  func writingNamesTheLibraryToInstall(ending: String, package: String, start: [UInt8]) throws {
    let result = try tool.citool(["apply", tool.corner, "-o", "out.\(ending)"], libraries: libraries)
    #expect(result.status != 0)
    #expect(result.errors.contains("install \(package)"), "\(result.errors)")
    #expect(!FileManager.default.fileExists(atPath: tool.folder.appending(path: "out.\(ending)").path))
  }

  @Test func otherFormatsNeedNeither() throws {
    let result = try tool.citool(["apply", tool.corner, "-f", "CIColorInvert", "-o", "out.png"], libraries: libraries)
    #expect(result.status == 0, "\(result.errors)")
  }

  @Test func metadataAreOmittedAndTheLogSaysSo() throws {
    let source = CIImage(color: .red).cropped(to: CGRect(x: 0, y: 0, width: 4, height: 4))
    let described = source.settingProperties([kCGImagePropertyTIFFDictionary: [kCGImagePropertyTIFFMake: "Canon"]])
    try CIContext(checked: [.backend: "reference"]).writeJPEGRepresentation(
      of: described, to: tool.folder.appending(path: "in.jpg"), colorSpace: CGColorSpace(name: CGColorSpace.sRGB)!)
    let result = try tool.citool(["apply", "in.jpg", "-f", "CIColorInvert", "-o", "out.jpg"], libraries: libraries)
    #expect(result.status == 0, "\(result.errors)")
    #expect(result.errors.contains("install libgexiv2-2"), "\(result.errors)")
    let image = try CIImage(reading: tool.folder.appending(path: "out.jpg"))
    #expect(image.properties[kCGImagePropertyTIFFDictionary] == nil)
  }
}
