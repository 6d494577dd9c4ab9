import CoreImage
import Foundation
import ImageFilters
import TestFiles
import Testing

/// Tests of the site that `citool gallery` writes.
@Suite struct GalleryTests {
  private let tool = CommandLineTests.tool

  private func site(_ only: String, by backend: String = "reference") throws -> (folder: URL, message: String) {
    let folder = FileManager.default.temporaryDirectory.appending(path: "gallery-\(UUID().uuidString)")
    let gallery = try FinishedProgram(
      #require(tool).path, ["gallery", folder.path, "--only", only],
      environment: ["CI_BACKEND": backend, "PATH": "/usr/bin:/bin"])
    #expect(gallery.status == 0, "\(gallery.errors)")
    return (folder, gallery.text)
  }

  private func text(_ folder: URL, _ path: String) throws -> String {
    try String(contentsOf: folder.appending(path: path), encoding: .utf8)
  }

  @Test func aFilterHasAPageWithItsImagesInputsAndFormula() throws {
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
    // MathML of the formula rgb′ = 2^{EV} rgb.
    #expect(
      page.contains("<msup><mn>2</mn><mrow><mi>EV</mi></mrow></msup><mspace width=\"0.25em\"></mspace><mi>rgb</mi>"),
      "\(page)")
    // The reference agrees with itself.
    #expect(page.contains("<td>0.000</td><td>0.0000</td>"))
  }

  @Test func beforeAndAfterShareADividerAndSlidersHaveNineImages() throws {
    let (folder, _) = try site("CIExposureAdjust")
    defer { try? FileManager.default.removeItem(at: folder) }
    let page = try text(folder, "filters/CIExposureAdjust.html")
    #expect(page.contains("<div class=\"divider\">"))
    let strip = try #require(page.firstMatch(of: #/<img src="\.\./(images/CIExposureAdjust-inputEV\.jpg)"/#))
    let image = try CIImage(reading: folder.appending(path: String(strip.output.1)))
    #expect(image.extent.size == CGSize(width: 9 * 180, height: 180))
    let words = try #require(page.firstMatch(of: #/data-words="([^"]*)"/#)).output.1.split(separator: "|")
    #expect(words.count == 9)
    #expect(words.first == "-10 stops" && words[4] == "0 stops" && words.last == "10 stops")
    // Brighter from left to right; a thousandfold brightness leaves little of the photograph that is not white.
    let context = CIContext(options: [.backend: "reference"])
    let means = try (0..<9).map { index in
      let square = CIVector(x: CGFloat(180 * index), y: 0, z: 180, w: 180)
      let mean = image.applyingFilter("CIAreaAverage", parameters: ["inputExtent": square])
      return try #require(context.createCGImage(mean, from: mean.extent)).data[1]
    }
    #expect(means == means.sorted() && means[0] < 10 && means[8] > 220, "\(means)")
  }

  @Test func theStartPageBeginsWithASelection() throws {
    let (folder, _) = try site("CIBloom", by: "processor")
    defer { try? FileManager.default.removeItem(at: folder) }
    let index = try text(folder, "index.html")
    let best = try #require(index.range(of: "<div id=\"best\">"))
    let all = try #require(index.range(of: "<div id=\"cards\">"))
    #expect(index[best.upperBound..<all.lowerBound].contains("filters/CIBloom.html"))
  }

  @Test func everyLinkAndImageOfTheSiteExists() throws {
    let (folder, _) = try site("Gradient", by: "processor")
    defer { try? FileManager.default.removeItem(at: folder) }
    let pages = try FileManager.default.contentsOfDirectory(atPath: folder.appending(path: "filters").path)
    #expect(pages.count >= 4)
    for page in ["index.html"] + pages.map({ "filters/\($0)" }) {
      let html = try text(folder, page)
      let base = folder.appending(path: page).deletingLastPathComponent()
      for match in html.matches(of: #/(?:href|src)="([^"]+)"/#) {
        let target = base.appending(path: String(match.output.1)).standardizedFileURL
        #expect(FileManager.default.fileExists(atPath: target.path), "\(page): \(match.output.1)")
      }
    }
    let index = try text(folder, "index.html")
    #expect(index.contains("data-category=\"CICategoryGradient\""))
    #expect(index.contains("data-words=\"cilineargradient linear gradient"))
  }

  /// Checks that each filter states its formula or the standard that it follows in its Swift file.
  @Test func everyFilterSaysItsFormulaAndWhereItComesFrom() throws {
    let data = try FinishedProgram.output(#require(tool).path, ["list", "--json"])
    let filters = try #require(try JSONSerialization.jsonObject(with: data) as? [[String: Any]])
    #expect(filters.count == Catalogue.all.count)
    for filter in filters {
      let sources = filter["sources"] as? [String] ?? []
      #expect(!sources.isEmpty, "\(filter["name"] ?? ""): no line `/// Source: …` in its file")
      // Names are Core Image's; descriptions have one spelling.
      let texts = [filter["summary"] as? String ?? ""] + (filter["formula"] as? [String] ?? [])
      for line in texts { #expect(line.firstMatch(of: #/\b[Cc]olors?\b/#) == nil, "\(line)") }
      for line in filter["formula"] as? [String] ?? [] {
        #expect(line.count { $0 == "{" } == line.count { $0 == "}" }, "\(line)")
        #expect(line.count { $0 == "(" } == line.count { $0 == ")" } || line.contains("["), "\(line)")
        #expect(line.count { $0 == "\"" }.isMultiple(of: 2), "\(line)")
      }
    }
  }
}
