import CoreImage
import Foundation
import ImageFilters
import Testing

/// The site that `citool gallery` writes.
@Suite struct GalleryTests {
  private let tool = CommandLineTests.tool

  private func site(_ only: String) throws -> (folder: URL, message: String) {
    let folder = FileManager.default.temporaryDirectory.appending(path: "gallery-\(UUID().uuidString)")
    let process = Process()
    process.executableURL = tool
    process.arguments = ["gallery", folder.path, "--only", only]
    process.environment = ["CI_BACKEND": "reference", "PATH": "/usr/bin:/bin"]
    let (output, errors) = (Pipe(), Pipe())
    (process.standardOutput, process.standardError) = (output, errors)
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    _ = errors.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    return (folder, text)
  }

  private func text(_ folder: URL, _ path: String) throws -> String {
    try String(contentsOf: folder.appending(path: path), encoding: .utf8)
  }

  @Test func aFilterHasAPageWithItsPicturesInputsFormulaAndFigures() throws {
    let (folder, message) = try site("CIExposureAdjust")
    defer { try? FileManager.default.removeItem(at: folder) }
    #expect(message.hasPrefix("1 filters: "))
    let page = try text(folder, "filters/CIExposureAdjust.html")
    for part in [
      "<h1>Exposure Adjust <code>CIExposureAdjust</code></h1>", "Exposure in stops.", "<code>inputEV</code>",
      "NSNumber, stops", "-10 … 10", "covers the same rectangle", "citool apply photo.jpg -f CIExposureAdjust eV=1.5",
    ] {
      #expect(page.contains(part), "\(part)")
    }
    // The formula of its comment, rgb′ = 2^{EV} rgb, as MathML.
    #expect(
      page.contains("<msup><mn>2</mn><mrow><mi>EV</mi></mrow></msup><mspace width=\"0.25em\"></mspace><mi>rgb</mi>"),
      "\(page)")
    // On the reference it agrees with itself.
    #expect(page.contains("<td>0.000</td><td>0.0000</td>"))
  }

  @Test func everyLinkAndPictureOfTheSiteIsThere() throws {
    let (folder, _) = try site("Gradient")
    defer { try? FileManager.default.removeItem(at: folder) }
    let pages = try FileManager.default.contentsOfDirectory(atPath: folder.appending(path: "filters").path)
    #expect(pages.count >= 4)
    for page in ["index.html"] + pages.map({ "filters/\($0)" }) {
      let html = try text(folder, page)
      let place = folder.appending(path: page).deletingLastPathComponent()
      for match in html.matches(of: #/(?:href|src)="([^"]+)"/#) {
        let target = place.appending(path: String(match.output.1)).standardizedFileURL
        #expect(FileManager.default.fileExists(atPath: target.path), "\(page): \(match.output.1)")
      }
    }
    let index = try text(folder, "index.html")
    #expect(index.contains("data-category=\"CICategoryGradient\""))
    #expect(index.contains("data-words=\"cilineargradient linear gradient"))
  }

  /// Each filter says in its Swift file what it computes, or which standard it follows.
  @Test func everyFilterSaysItsFormulaAndWhereItComesFrom() throws {
    let process = Process()
    process.executableURL = tool
    process.arguments = ["list", "--json"]
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    let filters = try #require(try JSONSerialization.jsonObject(with: data) as? [[String: Any]])
    #expect(filters.count == Catalogue.all.count)
    for filter in filters {
      let sources = filter["sources"] as? [String] ?? []
      #expect(!sources.isEmpty, "\(filter["name"] ?? ""): no line `/// Source: …` in its file")
      for line in filter["formula"] as? [String] ?? [] {
        #expect(line.count { $0 == "{" } == line.count { $0 == "}" }, "\(line)")
        #expect(line.count { $0 == "(" } == line.count { $0 == ")" } || line.contains("["), "\(line)")
        #expect(line.count { $0 == "\"" }.isMultiple(of: 2), "\(line)")
      }
    }
  }
}
