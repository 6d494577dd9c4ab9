import CommandLineSupport
import CoreImage
import Foundation
import ImageCodecs
import ImageFilters

let gallery = Subcommand(
  name: "gallery", summary: "a web page for each filter, as a site that opens from disk",
  usage: "DIR [OPTIONS]",
  details: """
    Writes DIR/index.html and a page for each filter: an image before and after under one divider, nine images \
    along each
    slider, its inputs, its formula and where that comes from, and how far the backends of this machine agree.

    example
      citool gallery pages --image photo.jpg && xdg-open pages/index.html
    """,
  options: [
    Option(
      "--image", "FILE", "the image that filters work on; by itself the photographs of Examples, else drawn ones",
      .files),
    Option("--second", "FILE", "backgrounds and targets", .files),
    Option(
      "--conformance", "FILE",
      "what scripts/conformance found out against Core Image's own images: docs/conformance.json", .files),
    Option("--only", "TEXT", "filters whose name has this in it"),
  ] + Option.computing + Option.limits,
  words: .folders
) { arguments in
  let folder = URL(fileURLWithPath: try arguments.single("DIR"))
  let studio = try Studio(arguments)
  let conformance = try arguments.file("--conformance").map { try ConformanceResults($0) }
  let filters = Catalogue.all.filter { filter in arguments["--only"].map(filter.name.contains) ?? true }
  guard !filters.isEmpty else { throw CommandFailure.failed("no filter has \(arguments["--only"] ?? "") in its name") }

  for part in ["filters", "images"] { try makeFolder(folder.appending(path: part)) }
  var entries: [FilterPage] = []
  var progress = ProgressLine(of: Double(filters.count), unit: "filter")
  for (number, filter) in filters.enumerated() {
    progress.show(Double(number), filter.name)
    let images = try studio.images(of: filter, into: folder.appending(path: "images"))
    entries.append(FilterPage(filter: filter, images: images, conformance: conformance?[filter.name]))
  }
  progress.end()
  for (index, page) in entries.enumerated() {
    let neighbours = (index > 0 ? entries[index - 1] : nil, index + 1 < entries.count ? entries[index + 1] : nil)
    let file = folder.appending(path: "filters/\(page.filter.name).html")
    try writeFile(Data(page.html(previous: neighbours.0, next: neighbours.1).utf8), to: file)
  }
  try writeFile(
    Data(galleryIndex(entries, device: studio.deviceNames).utf8), to: folder.appending(path: "index.html"))
  try writeFile(Data(galleryStyle.utf8), to: folder.appending(path: "style.css"))
  try writeFile(Data(galleryScript.utf8), to: folder.appending(path: "gallery.js"))
  print("\(entries.count) filters: \(folder.appending(path: "index.html").path)")
}

/// What `scripts/conformance` wrote: by filter, its cases.
struct ConformanceResults {
  struct Case: Decodable {
    let name: String
    let system: String
    let status: String
    let worst: Double?
    let mean: Double?
    let reason: String?

    enum CodingKeys: String, CodingKey {
      case name = "case"
      case system, status, worst, mean, reason
    }
  }

  private let cases: [String: [Case]]

  init(_ file: URL) throws {
    let data = try fileContents(file, byteLimit: 1 << 26)
    do {
      cases = try JSONDecoder().decode([String: [Case]].self, from: data)
    } catch {
      throw CommandFailure.failed("\(file.path): not what scripts/conformance writes")
    }
  }

  subscript(filter: String) -> [Case] { cases[filter] ?? [] }
}
