import CoreImage
import Foundation
import ImageCodecs
import TestFiles
import TestSupport
import Testing

/// Tests of values and files as users of the tool write them.
@Suite struct CommandLineInputTests {
  private let tests: CommandLineTests
  private var folder: URL { tests.folder }
  private var corner: String { tests.corner }

  init() throws { tests = try CommandLineTests() }

  private func citool(_ arguments: String...) throws -> FinishedProgram { try tests.citool(arguments) }

  private func image(_ name: String) throws -> DecodedImage { try decode(folder.appending(path: name)) }

  /// Returns the 8-bit components of a pixel, counted from the top left.
  private func color(_ image: DecodedImage, _ x: Int, _ y: Int) -> [Int] {
    (0..<4).map { Int(image.pixels.row(y).load(fromByteOffset: 4 * x + $0, as: UInt8.self)) }
  }

  @Test func numbersMustBeFinite() throws {
    for number in ["nan", "inf", "-inf", "infinity", "1e999"] {
      let result = try citool("apply", corner, "-f", "CISepiaTone", "intensity=\(number)", "-o", "out.png")
      #expect(result.status == 2)
      #expect(result.errors.contains("must be a finite number (got \(number))"))
    }
    #expect(!FileManager.default.fileExists(atPath: folder.appending(path: "out.png").path))
  }

  /// Names that contain the text, mistyped names, and names whose summary has the word.
  @Test(arguments: [("sepia", "CISepiaTone"), ("gausian", "CIGaussianBlur"), ("lens", "CIBokehBlur")])
  func unknownFiltersHaveSuggestions(_ name: String, _ suggestion: String) throws {
    let result = try citool("apply", corner, "-f", name, "-o", "out.png")
    #expect(result.status == 3)
    #expect(result.errors.contains(suggestion), "\(result.errors)")
  }

  @Test func aByteOrderMarkOfARecipeIsIgnored() throws {
    let recipe =
      #"{"recipe": 1, "image": {"filter": "CIColorInvert", "inputs": {"inputImage": {"file": "\#(corner)"}}}}"#
    try Data([0xEF, 0xBB, 0xBF] + Array(recipe.utf8)).write(to: folder.appending(path: "mark.json"))
    try tests.write(recipe, as: "plain.json")
    #expect(try citool("render", "mark.json", "-o", "mark.png").status == 0)
    #expect(try citool("render", "plain.json", "-o", "plain.png").status == 0)
    #expect(try citool("compare", "mark.png", "plain.png").text == "identical: 3x2\n")
  }

  @Test func twoAtSignsBeginATextWithOne() throws {
    try tests.write(
      #"{"recipe": 1, "image": {"filter": "CIQRCodeGenerator", "inputs": {"inputMessage": {"utf8": "@example"}}}}"#,
      as: "code.json")
    #expect(try citool("render", "code.json", "-o", "recipe.png").status == 0)
    #expect(try citool("apply", "-f", "CIQRCodeGenerator", "message=@@example", "-o", "line.png").status == 0)
    #expect(try citool("compare", "recipe.png", "line.png").text.hasPrefix("identical"))
    let missing = try citool("apply", "-f", "CIQRCodeGenerator", "message=@example", "-o", "out.png")
    #expect(missing.status == 1)
    #expect(missing.errors.contains("for the text @example, write @@example"))
  }

  /// Writes an image of colours, row by row from the top.
  private func write(_ colors: [SIMD3<UInt8>], width: Int, as name: String) throws {
    let bytes: [UInt8] = colors.flatMap { [$0.x, $0.y, $0.z, 255] }
    let image = CIImage(
      bitmapData: Data(bytes), bytesPerRow: 4 * width, size: CGSize(width: width, height: colors.count / width),
      format: .RGBA8, colorSpace: CGColorSpace(name: CGColorSpace.sRGB))
    try CIContext(checked: [.backend: "reference"]).writePNGRepresentation(
      of: image, to: folder.appending(path: name), format: .RGBA8, colorSpace: CGColorSpace(name: CGColorSpace.sRGB)!)
  }

  /// Tables that exchange red and blue, as a .cube file and as a HaldCLUT of level 2, with four entries along an axis.
  @Test func colorCubesReadTablesOfFiles() throws {
    let source: [SIMD3<UInt8>] = [[10, 20, 30], [200, 100, 50], [255, 0, 128], [0, 255, 7]]
    try write(source, width: 2, as: "in.png")
    let entries = (0..<64).map { SIMD3($0 % 4, $0 / 4 % 4, $0 / 16) }
    try write(
      entries.map { SIMD3<UInt8>(UInt8(85 * $0.z), UInt8(85 * $0.y), UInt8(85 * $0.x)) }, width: 8, as: "hald.png")
    let lines = entries.map { "\(Double($0.z) / 3) \(Double($0.y) / 3) \(Double($0.x) / 3)" }
    try tests.write(
      "# exchanged\r\nTITLE \"exchanged\"\r\nLUT_3D_SIZE 4\r\nDOMAIN_MIN 0 0 0\r\nDOMAIN_MAX 1.0 1.0 1.0\r\n"
        + lines.joined(separator: "\r\n") + "\r\n", as: "table.cube")
    for table in ["table.cube", "hald.png"] {
      let result = try citool(
        "apply", "in.png", "-f", "CIColorCubeWithColorSpace", "cubeData=@\(table)", "colorSpace=sRGB", "-o", "out.png")
      #expect(result.status == 0, "\(result.errors)")
      let image = try image("out.png")
      for (index, original) in source.enumerated() {
        for (channel, expected) in [original.z, original.y, original.x].enumerated() {
          let value = color(image, index % 2, index / 2)[channel]
          #expect(abs(value - Int(expected)) <= 1, "\(table), pixel \(index), channel \(channel): \(value)")
        }
      }
    }
  }

  @Test(arguments: [
    ("LUT_1D_SIZE 4\n0 0 0\n", "a 1D table"), ("LUT_3D_SIZE 2\n0 0 0\n", "1 entries"),
    ("LUT_3D_SIZE 2\n0 0 zero\n", "line 2"), ("LUT_3D_SIZE 100000\n", "2 to 256"),
    ("LUT_3D_SIZE 2\nDOMAIN_MAX 2 2 2\n", "DOMAIN_MAX"), ("LUT_3D_SIZE 2\n0 nan 0\n", "line 2"),
  ])
  func invalidTablesAreRefused(_ text: String, _ reason: String) throws {
    try tests.write(text, as: "table.cube")
    let result = try citool("apply", corner, "-f", "CIColorCube", "cubeData=@table.cube", "-o", "out.png")
    #expect(result.status == 1 && result.errors.contains(reason), "\(result.errors)")
  }

  @Test func resultsOfATypeHaveItsExtension() throws {
    try FileManager.default.copyItem(atPath: corner, toPath: folder.appending(path: "a.png").path)
    #expect(try citool("apply", "a.png", "-o", "b.jpg").status == 0)
    #expect(try citool("apply", "a.png", "b.jpg", "--type", "webp", "-o", "out/").status == 0)
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.appending(path: "out").path).sorted()
    #expect(names == ["a.webp", "b.webp"])
    #expect(try citool("apply", "a.png", "b.jpg", "-o", "same/").status == 0)
    let same = try FileManager.default.contentsOfDirectory(atPath: folder.appending(path: "same").path).sorted()
    #expect(same == ["a.png", "b.jpg"])
  }

  @Test func probeDescribesImages() throws {
    #expect(try citool("apply", corner, "-o", "grey.jpg").status == 0)
    let text = try citool("probe", "grey.jpg")
    #expect(text.status == 0 && text.text.contains("3 x 2 pixels, 8 bits, RGB") && text.text.contains("orientation 1"))
    let json = try citool("probe", corner, "--json")
    let object = try #require(
      try JSONSerialization.jsonObject(with: Data(json.text.utf8)) as? [String: Any])
    #expect(object["width"] as? Int == 3 && object["height"] as? Int == 2 && object["format"] as? String == "png")
  }

  @Test func aBlurKeepsTheSizeOnRequest() throws {
    #expect(try citool("apply", corner, "-f", "CIGaussianBlur", "radius=2", "-o", "large.png").status == 0)
    #expect(try image("large.png").header.width > 3)
    #expect(
      try citool("apply", corner, "-f", "CIGaussianBlur", "radius=2", "--keep-size", "-o", "same.png").status == 0)
    let same = try image("same.png").header
    #expect(same.width == 3 && same.height == 2)
  }

  /// The mean of all pixels, without an extent on the command line.
  @Test func anExtentThatIsNotPassedIsThatOfTheImage() throws {
    try write([[0, 0, 0], [100, 100, 100], [0, 0, 0], [100, 100, 100]], width: 2, as: "in.png")
    #expect(try citool("apply", "in.png", "-f", "CIAreaMaximum", "-o", "all.png").status == 0)
    let maximum = try image("all.png")
    #expect(maximum.header.width == 1 && color(maximum, 0, 0)[0] == 100)
    #expect(try citool("apply", "in.png", "-f", "CIAreaMaximum", "extent=0,0,1,2", "-o", "left.png").status == 0)
    #expect(color(try image("left.png"), 0, 0)[0] == 0)
  }

  @Test func largeResultsAreAnnounced() throws {
    let result = try citool(
      "apply", corner, "-f", "CIAffineTransform", "transform=600,0,0,600,0,0", "-o", "large.png")
    #expect(result.status == 0)
    #expect(
      result.errors.contains("large.png has 1800 x 1200 pixels, 360000 times those of its images"), "\(result.errors)")
  }

  /// A full disk is a failure, also for lists.
  @Test(arguments: [["list"], ["describe", "CIBloom"], ["--help"]]) func fullDisksAreReported(_ words: [String]) throws
  {
    let tool = try #require(CommandLineTests.tool)
    let process = Process()
    let errors = Pipe()
    (process.executableURL, process.arguments) = (tool, words)
    (process.standardOutput, process.standardError) = (FileHandle(forWritingAtPath: "/dev/full"), errors)
    try process.run()
    let text = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    #expect(process.terminationStatus == 1 && text.contains("standard output cannot be written"), "\(text)")
  }
}
