import CoreImage
import Foundation
import ImageFilters

let gallery = Subcommand(
  name: "gallery", summary: "a web page for each filter, as a site that opens from disk",
  usage: "DIR [--picture FILE] [--second FILE] [--conformance FILE] [--only TEXT] [--backend …] [--device …]",
  details: """
    Writes DIR/index.html and a page for each filter: a picture before and after, what the sliders' ends give, its \
    inputs,
    its formula and where that comes from, and how far the backends of this machine agree.

    --picture FILE      the picture that filters work on; by itself a drawn one
    --second FILE       backgrounds and targets
    --conformance FILE  what scripts/conformance found out against Core Image's own pictures: docs/conformance.json
    --only TEXT         filters whose name has this in it

    example
      citool gallery pages --picture photo.jpg && xdg-open pages/index.html
    """
) { words in
  let arguments = try Arguments(
    words, valued: ["--picture", "--second", "--conformance", "--only", "--backend", "--device"])
  let folder = URL(fileURLWithPath: try arguments.single("DIR"))
  let studio = try Studio(arguments)
  let conformance = try arguments["--conformance"].map { try ConformanceResults(URL(fileURLWithPath: $0)) }
  let filters = Catalogue.all.filter { filter in arguments["--only"].map(filter.name.contains) ?? true }
  guard !filters.isEmpty else { throw Failure.failed("no filter has \(arguments["--only"] ?? "") in its name") }

  for part in ["filters", "pictures"] {
    try FileManager.default.createDirectory(at: folder.appending(path: part), withIntermediateDirectories: true)
  }
  var entries: [FilterPage] = []
  for (number, filter) in filters.enumerated() {
    Terminal.progress("\(number + 1) of \(filters.count)  \(filter.name)")
    let pictures = try studio.pictures(of: filter, into: folder.appending(path: "pictures"))
    entries.append(FilterPage(filter: filter, pictures: pictures, conformance: conformance?[filter.name]))
  }
  Terminal.progress("")
  for (index, page) in entries.enumerated() {
    let neighbours = (index > 0 ? entries[index - 1] : nil, index + 1 < entries.count ? entries[index + 1] : nil)
    let file = folder.appending(path: "filters/\(page.filter.name).html")
    try Data(page.html(previous: neighbours.0, next: neighbours.1).utf8).write(to: file)
  }
  try Data(galleryIndex(entries, device: studio.deviceNames).utf8).write(to: folder.appending(path: "index.html"))
  try Data(galleryStyle.utf8).write(to: folder.appending(path: "style.css"))
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
    do {
      cases = try JSONDecoder().decode([String: [Case]].self, from: Data(contentsOf: file))
    } catch {
      throw Failure.failed("\(file.path): \(error.localizedDescription); scripts/conformance writes such a file")
    }
  }

  subscript(filter: String) -> [Case] { cases[filter] ?? [] }
}
