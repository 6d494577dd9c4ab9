import CommandLineSupport
import CoreImage
import Foundation
import ImageCodecs
import QuartzCore

/// The error text of an image of a layer tree. `LayerDocument` adds the key path.
private struct ImageFailure: Error, CustomStringConvertible {
  let description: String
}

/// A run of `citool layers`.
struct LayersJob {
  private let arguments: Arguments
  /// The parent of the tree's root, with the visible size.
  private let host = CALayer()
  private let scale: CGFloat
  private let rect: CGRect

  init(_ arguments: Arguments) throws {
    self.arguments = arguments
    let path = try arguments.single("TREE.json")
    let images = try ImageInput(arguments)
    let url = URL(fileURLWithPath: path)
    let name = path == "-" ? "standard input" : url.lastPathComponent
    let document = try located(name) {
      let data =
        try path == "-"
        ? standardInput(byteLimit: RecipeFile.byteLimit) : fileContents(url, byteLimit: RecipeFile.byteLimit)
      // JSONReader reports the line of syntax errors, and duplicate keys.
      _ = try JSONReader.read(data)
      let (folder, cache) = (url.deletingLastPathComponent(), RecipeFileCache())
      return try LayerDocument(json: data) { description in
        let image = JSON.object(["recipe": .number(1), "image": try JSONReader.read(description)])
        do { return try RecipeFile(image, folder: folder, images, cache).image } catch {
          throw ImageFailure(description: CommandFailure(error).text)
        }
      }
    }
    let size = try arguments["--size"].map { try Self.size($0) } ?? document.shownSize
    scale = try arguments["--scale"].map { try Self.scale($0) } ?? document.scale
    guard size.width > 0, size.height > 0 else {
      throw CommandFailure.failed("\(name): the root covers no area; add a \"size\", or pass --size W,H")
    }
    rect = CGRect(
      x: 0, y: 0, width: (size.width * scale - 1e-6).rounded(.up), height: (size.height * scale - 1e-6).rounded(.up))
    guard max(rect.width, rect.height) <= 1_048_576 else {
      throw CommandFailure.usage("sides must have at most 1048576 pixels (got \(rect.width)x\(rect.height))")
    }
    host.frame = CGRect(origin: .zero, size: size)
    host.isGeometryFlipped = document.isYDown
    host.addSublayer(document.root)
  }

  private static func size(_ text: String) throws -> CGSize {
    let numbers = try numberList(text)
    guard numbers.count == 2, numbers.allSatisfy({ $0 > 0 && $0 <= 1e9 }) else {
      throw CommandFailure.usage("--size must be W,H, in points above 0 and at most 1e9 (got \(text))")
    }
    return CGSize(width: numbers[0], height: numbers[1])
  }

  private static func scale(_ text: String) throws -> CGFloat {
    guard let number = Double(text), number > 0, number <= 1e4 else {
      throw CommandFailure.usage("--scale must be above 0 and at most 10000 pixels per point (got \(text))")
    }
    return CGFloat(number)
  }

  private func image(at time: Double) -> CIImage {
    // The background is transparent, and the image covers the rectangle.
    CIImage(layer: host, at: time, scale: scale, blendsLinearly: arguments.has("--linear"))
      .composited(over: .clear).cropped(to: rect)
  }

  /// Writes the output of the options.
  func run() throws {
    let time = try arguments["--at"].map { try Self.time($0, "--at") } ?? 0
    if let text = arguments["--damage"] { return try writeDamage(try LayersDamage(text)) }
    if arguments.has("--graph") { return try writeGraph(at: time) }
    guard let text = arguments["--frames"] else {
      let path = try arguments.required("-o", "OUT")
      let output = try Output(arguments)
      return try output.report(try output.write(image(at: time), rect: rect, to: try output.target(path)))
    }
    if arguments["--at"] != nil { throw CommandFailure.usage("--at is one time, --frames are many; pass only one") }
    let times = try Self.times(text)
    let path = try arguments.required("-o", "OUT")
    if let names = FrameNames(path) { return try writeImages(times, names) }
    try LayersVideo(arguments, path, rect.size).write(times) { image(at: $0) }
  }

  private func writeDamage(_ damage: LayersDamage) throws {
    if let other = ["--at", "--frames"].first(where: { arguments[$0] != nil }) {
      throw CommandFailure.usage("--damage cannot be combined with \(other): it has its own two times")
    }
    let rectangles = damage.rectangles(rect.size, image(at:))
    guard let path = arguments["-o"] else { return print(damage.report(rectangles, of: rect.size)) }
    let output = try Output(arguments)
    let image = damage.outlined(rectangles, image(at:)).cropped(to: rect)
    try output.report(try output.write(image, rect: rect, to: try output.target(path)))
  }

  private static func time(_ text: String, _ option: String) throws -> Double {
    guard let time = Double(text), abs(time) <= 1e9 else {
      throw CommandFailure.usage("\(option) must be in seconds, between -1e9 and 1e9 (got \(text))")
    }
    return time
  }

  private static func times(_ text: String) throws -> [Double] {
    let parts = try text.split(separator: ":", omittingEmptySubsequences: false).map { try time("\($0)", "--frames") }
    guard parts.count == 3, parts[1] > parts[0], parts[2] > 0, (parts[1] - parts[0]) / parts[2] <= 1e6 else {
      throw CommandFailure.usage(
        "--frames must be FROM:TO:STEP in seconds, TO after FROM, with at most a million frames (got \(text))")
    }
    let count = max(Int(((parts[1] - parts[0]) / parts[2] - 1e-9).rounded(.up)), 1)
    return (0..<count).map { parts[0] + Double($0) * parts[2] }
  }

  private func writeImages(_ times: [Double], _ names: FrameNames) throws {
    let output = try Output(arguments)
    let start = ContinuousClock.now
    var statistics = Statistics()
    var progress = ProgressLine(of: Double(times.count), unit: "frame")
    defer { progress.end() }
    for (number, time) in times.enumerated() {
      progress.show(Double(number), names[number])
      statistics += try output.write(
        image(at: time), rect: rect, to: try output.target(names[number]), showsProgress: false)
    }
    statistics.wall = (ContinuousClock.now - start) / .milliseconds(1)
    try output.report(statistics)
  }

  private func writeGraph(at time: Double) throws {
    let graph = image(at: time).graph
    guard let path = arguments["-o"], path != "-" else {
      return FileHandle.standardOutput.write(try graph.data(as: .text))
    }
    let url = URL(fileURLWithPath: path)
    guard let format = CIRenderGraph.FileFormat(pathExtension: url.pathExtension) else {
      throw CommandFailure.usage(
        "\(url.lastPathComponent): unknown extension; graphs are written as .txt, .json, .dot, .svg, .png or .pdf")
    }
    try createFolder(url.deletingLastPathComponent())
    try writeFile(try graph.data(as: format), to: url)
  }
}
