import CommandLineSupport
import CoreImage
import Foundation
import ImageCodecs
import QuartzCore

/// Why an image of a tree cannot be read, for the error that says where it stands.
private struct ImageFailure: Error, CustomStringConvertible {
  let description: String
}

/// What a command line of `citool layers` asks.
struct LayersJob {
  private let arguments: Arguments
  /// Holds the tree, in the size that is shown.
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
        try path == "-" ? standardInput(byteLimit: RecipeFile.limit) : fileContents(url, byteLimit: RecipeFile.limit)
      // It knows the line of what is no JSON, and keys that stand twice.
      _ = try JSONReader.read(data)
      let (folder, memory) = (url.deletingLastPathComponent(), RecipeMemory())
      return try LayerDocument(json: data) { description in
        let image = JSON.object(["recipe": .number(1), "image": try JSONReader.read(description)])
        do { return try RecipeFile(image, folder: folder, images, memory).image } catch {
          throw ImageFailure(description: CommandFailure(error).text)
        }
      }
    }
    let size = try arguments["--size"].map { try Self.size($0) } ?? document.shownSize
    scale = try arguments["--scale"].map { try Self.scale($0) } ?? document.scale
    guard size.width > 0, size.height > 0 else {
      throw CommandFailure.failed("\(name): the root covers nothing; give a \"size\", or --size W,H")
    }
    rect = CGRect(
      x: 0, y: 0, width: (size.width * scale - 1e-6).rounded(.up), height: (size.height * scale - 1e-6).rounded(.up))
    guard max(rect.width, rect.height) <= 1_048_576 else {
      throw CommandFailure.usage("\(rect.width)x\(rect.height) pixels are too many; sides have at most 1048576")
    }
    host.frame = CGRect(origin: .zero, size: size)
    host.isGeometryFlipped = document.isYDown
    host.addSublayer(document.root)
  }

  private static func size(_ text: String) throws -> CGSize {
    let numbers = try numberList(text)
    guard numbers.count == 2, numbers.allSatisfy({ $0 > 0 && $0 <= 1e9 }) else {
      throw CommandFailure.usage("--size takes W,H, points above 0, not \(text)")
    }
    return CGSize(width: numbers[0], height: numbers[1])
  }

  private static func scale(_ text: String) throws -> CGFloat {
    guard let number = Double(text), number > 0, number <= 1e4 else {
      throw CommandFailure.usage("--scale takes pixels in a point, above 0 and at most 10000, not \(text)")
    }
    return CGFloat(number)
  }

  private func image(at time: Double) -> CIImage {
    // Nothing is behind the tree, and all of the rectangle is shown.
    CIImage(layer: host, at: time, scale: scale, blendsLinearly: arguments.has("--linear"))
      .composited(over: .clear).cropped(to: rect)
  }

  func run() throws {
    let time = try arguments["--at"].map { try Self.time($0, "--at") } ?? 0
    if let text = arguments["--damage"] { return try showDamage(try LayersDamage(text)) }
    if arguments.has("--graph") { return try writeGraph(at: time) }
    guard let text = arguments["--frames"] else {
      let place = try arguments.required("-o", "OUT")
      let output = try Output(arguments)
      return try output.report(try output.write(image(at: time), rect: rect, to: try output.target(place)))
    }
    if arguments["--at"] != nil { throw CommandFailure.usage("--at is one moment, --frames are many; give one of them") }
    let times = try Self.times(text)
    let place = try arguments.required("-o", "OUT")
    if let names = FrameNames(place) { return try writeImages(times, names) }
    try LayersVideo(arguments, place, rect.size).write(times) { image(at: $0) }
  }

  private func showDamage(_ damage: LayersDamage) throws {
    if let other = ["--at", "--frames"].first(where: { arguments[$0] != nil }) {
      throw CommandFailure.usage("--damage has two moments of its own; \(other) is not for it")
    }
    let rectangles = damage.rectangles(rect.size, image(at:))
    guard let place = arguments["-o"] else { return print(damage.report(rectangles, of: rect.size)) }
    let output = try Output(arguments)
    let image = damage.outlined(rectangles, image(at:)).cropped(to: rect)
    try output.report(try output.write(image, rect: rect, to: try output.target(place)))
  }

  private static func time(_ text: String, _ option: String) throws -> Double {
    guard let time = Double(text), abs(time) <= 1e9 else {
      throw CommandFailure.usage("\(option) takes seconds, not \(text)")
    }
    return time
  }

  private static func times(_ text: String) throws -> [Double] {
    let parts = try text.split(separator: ":", omittingEmptySubsequences: false).map { try time("\($0)", "--frames") }
    guard parts.count == 3, parts[1] > parts[0], parts[2] > 0, (parts[1] - parts[0]) / parts[2] <= 1e6 else {
      throw CommandFailure.usage(
        "--frames takes FROM:TO:STEP in seconds, TO behind FROM, for at most a million frames, not \(text)")
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
    guard let place = arguments["-o"], place != "-" else {
      return FileHandle.standardOutput.write(try graph.data(as: .text))
    }
    let url = URL(fileURLWithPath: place)
    guard let format = CIRenderGraph.FileFormat(pathExtension: url.pathExtension) else {
      throw CommandFailure.usage(
        "\(url.lastPathComponent): graphs are written as .txt, .json, .dot, .svg, .png or .pdf")
    }
    try makeFolder(url.deletingLastPathComponent())
    try writeFile(try graph.data(as: format), to: url)
  }
}
