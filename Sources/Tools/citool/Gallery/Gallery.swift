import CommandLineSupport
import CoreImage
import Foundation
import ImageCodecs
import ImageFilters

let gallery = Subcommand(
  name: "gallery", summary: "writes a web page for each filter",
  usage: "DIR [OPTIONS]",
  details: """
    Writes DIR/index.html and a page for each filter: the image before and after, with a divider; nine images along
    each slider; the inputs, the formula and its source; and the difference between the device and the reference. The
    pages open from disk, without a server.

    example
      citool gallery pages --image photo.jpg && xdg-open pages/index.html
    """,
  options: [
    Option(
      "--image", "FILE", "input image of the filters; default: the photographs of Examples, else generated images",
      .files, formerly: "--picture"),
    Option("--second", "FILE", "background and target image", .files),
    Option(
      "--conformance", "FILE",
      "results of scripts/conformance, the comparison with images of Core Image: docs/conformance.json", .files),
    Option("--only", "TEXT", "only filters whose names contain the text"),
  ] + Option.computing + Option.limits,
  words: .folders
) { arguments in
  let folder = URL(fileURLWithPath: try arguments.single("DIR"))
  let renderer = try GalleryRenderer(arguments)
  let conformance = try arguments.file("--conformance").map { try ConformanceResults($0) }
  let filters = Catalogue.all.filter { filter in arguments["--only"].map(filter.name.contains) ?? true }
  guard !filters.isEmpty else { throw CommandFailure.failed("no filter has \(arguments["--only"] ?? "") in its name") }

  for part in ["filters", "images"] { try createFolder(folder.appending(path: part)) }
  var entries: [FilterPage] = []
  var progress = ProgressLine(of: Double(filters.count), unit: "filter")
  for (number, filter) in filters.enumerated() {
    progress.show(Double(number), filter.name)
    let images = try renderer.images(of: filter, into: folder.appending(path: "images"))
    entries.append(FilterPage(filter: filter, images: images, conformance: conformance?[filter.name]))
  }
  progress.end()
  for (index, page) in entries.enumerated() {
    let neighbours = (index > 0 ? entries[index - 1] : nil, index + 1 < entries.count ? entries[index + 1] : nil)
    let file = folder.appending(path: "filters/\(page.filter.name).html")
    try writeFile(Data(page.html(previous: neighbours.0, next: neighbours.1).utf8), to: file)
  }
  try writeFile(
    Data(galleryIndex(entries, device: renderer.deviceNames).utf8), to: folder.appending(path: "index.html"))
  try writeFile(Data(galleryStyle.utf8), to: folder.appending(path: "style.css"))
  try writeFile(Data(galleryScript.utf8), to: folder.appending(path: "gallery.js"))
  print("\(entries.count) filters: \(folder.appending(path: "index.html").path)")
}
