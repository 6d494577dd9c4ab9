import CoreImage
import Foundation
import ImageCodecs
import ImageColor
import ImageGraph
import ImagePlanning
import VulkanEngine

/// Renders images into files as the common options say.
package struct Output: Sendable {
  private let context: CIContext
  private let format: PixelFormat
  private let space: ColorSpace
  private let quality: Double
  private let compression: Int
  private let statsFile: URL?
  private let kind: FileKind?

  package init(_ arguments: Arguments) throws {
    var options = try arguments.contextOptions()
    let name = arguments["--format"] ?? "rgba8"
    guard let format = PixelFormat(rawValue: name), [.rgba8, .rgba16, .rgbah, .rgbaf].contains(format) else {
      throw CommandFailure.usage("--format is rgba8, rgba16, rgbah or rgbaf, not \(name)")
    }
    self.format = format
    if format == .rgbaf { options[.workingFormat] = CIFormat.RGBAf }
    space = try CGColorSpace(named: arguments["--color-space"] ?? "sRGB").space
    quality = Double(arguments["--quality"] ?? "0.9") ?? -1
    guard (0...1).contains(quality) else { throw CommandFailure.usage("--quality is 0...1") }
    compression = Int(arguments["--compression"] ?? "1") ?? -1
    guard (0...9).contains(compression) else { throw CommandFailure.usage("--compression is a whole number of 0...9") }
    statsFile = try arguments.file("--stats")
    kind = try FileKind(named: arguments["--type"])
    context = try CIContext(checked: options)
  }

  /// Renders a rectangle of the image, its extent by default, into an image file, or onto standard output.
  ///
  /// The file is there whole or not at all; its folder is made where it is missing.
  ///
  /// - Parameter showsProgress: on the terminal, of large images.
  package func write(
    _ image: CIImage, rect: CGRect?, to target: Target, showsProgress: Bool = true
  ) throws -> Statistics {
    let start = ContinuousClock.now
    if rect == nil, image.extent.isInfinite {
      throw CommandFailure.failed(
        "the image is infinite; say which rectangle of it to render: --rect X,Y,W,H, a recipe's \"rect\", or CICrop")
    }
    let region =
      try rect.map { try UserRect($0).wholePixels(of: "the rectangle to render") }
      ?? context.pixelRegion(of: image, in: .infinite)
    let kind = target.kind
    let dropsAlpha = image.isOpaque && image.node.extent.covers(region)
    var form =
      switch kind {
      case .png:
        FileOutputSettings(
          encoding: PNGOptions(dropsAlpha: dropsAlpha, compressionLevel: compression),
          format: format == .rgba8 ? .rgba8 : .rgba16, alpha: .straight)
      case .tiff: FileOutputSettings(encoding: TIFFOptions(dropsAlpha: dropsAlpha), format: format, alpha: .straight)
      case .webp:
        FileOutputSettings(
          encoding: WebPOptions(quality: quality, isLossless: quality == 1, dropsAlpha: dropsAlpha), format: .rgba8,
          alpha: .straight)
      case .jpeg: FileOutputSettings(encoding: JPEGOptions(quality: quality), format: .rgba8, alpha: .premultiplied)
      case .exr:
        FileOutputSettings(
          encoding: EXROptions(dropsAlpha: dropsAlpha), format: format == .rgbaf ? .rgbaf : .rgbah,
          alpha: .premultiplied)
      case .heic, .avif:
        FileOutputSettings(
          encoding: HEIFOptions(
            compression: kind == .heic ? .hevc : .av1, bits: format == .rgba8 ? 8 : kind == .heic ? 10 : 12,
            quality: quality,
            dropsAlpha: dropsAlpha), format: format == .rgba8 ? .rgba8 : .rgba16, alpha: .straight)
      }
    form.isStreamed = true
    // OpenEXR holds light, whatever curve was asked for.
    let space = kind == .exr ? space.linearized : space
    let metadata = image.metadata(of: region, in: space)
    var progress = ProgressLine(of: region.area, unit: "pixel")
    defer { progress.end() }
    let report: (Int) -> Void = { rows in
      // An image that is made at once needs no progress.
      if showsProgress, Double(rows) < region.height { progress.show(Double(rows) * region.width, target.name) }
    }
    let (rendered, encode): (RenderStatistics, Double)
    if let url = target.url {
      try makeFolder(url.deletingLastPathComponent())
      (rendered, encode) = try context.write(
        image.node, region, as: form, colorSpace: space, metadata: metadata, to: url, progress: report)
    } else {
      let (data, statistics, milliseconds) = try context.encoded(
        image.node, region, as: form, colorSpace: space, metadata: metadata, progress: report)
      (rendered, encode) = (statistics, milliseconds)
      do {
        try FileHandle.standardOutput.write(contentsOf: data)
      } catch {
        throw CommandFailure.failed("standard output cannot be written: \(CommandFailure(error).text)")
      }
    }
    return Statistics(
      rendered: rendered, images: 1, encode: encode, wall: (ContinuousClock.now - start) / .milliseconds(1))
  }

  /// Bytes that renders may take together.
  package var memoryTarget: Int { context.memoryTarget }

  /// Where a result goes.
  package struct Target: Sendable {
    /// Nil for standard output.
    package let url: URL?
    package let kind: FileKind
    /// For people.
    package var name: String { url?.lastPathComponent ?? "standard output" }
  }

  /// What `-o` says, or a file of a folder that it names.
  package func target(_ path: String) throws -> Target {
    if path == "-" {
      guard isatty(1) == 0 else { throw CommandFailure.usage("-o - writes an image; send it to a file or a program") }
      return Target(url: nil, kind: kind ?? .png)
    }
    let url = URL(fileURLWithPath: path)
    return Target(url: url, kind: try kind ?? FileKind(url))
  }

  /// Writes the file that `--stats` asks for.
  package func report(_ statistics: Statistics) throws {
    guard let statsFile else { return }
    try makeFolder(statsFile.deletingLastPathComponent())
    try writeFile(Data((jsonText(statistics.json(context)) + "\n").utf8), to: statsFile)
  }

  /// What a file will be.
  package enum FileKind: String, CaseIterable, Sendable {
    case png, tiff, webp, jpeg, exr, heic, avif

    /// By `--type`; nil without it.
    package init?(named name: String?) throws {
      guard let name else { return nil }
      guard let kind = FileKind(rawValue: name) else {
        throw CommandFailure.usage("--type is \(FileKind.allCases.map(\.rawValue).joined(separator: ", ")), not \(name)")
      }
      self = kind
    }

    /// By the extension.
    package init(_ url: URL) throws {
      switch url.pathExtension.lowercased() {
      case "png": self = .png
      case "tif", "tiff": self = .tiff
      case "webp": self = .webp
      case "jpg", "jpeg": self = .jpeg
      case "exr": self = .exr
      case "heic", "heif": self = .heic
      case "avif": self = .avif
      default:
        throw CommandFailure.usage(
          "\(url.lastPathComponent): images are written as "
            + ".png, .tif, .tiff, .webp, .jpg, .jpeg, .exr, .heic or .avif; --type says which one a file is otherwise")
      }
    }
  }
}

/// Makes a folder, and those around it, where it is missing.
package func makeFolder(_ folder: URL) throws {
  do {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  } catch {
    throw CommandFailure.failed("the folder \(folder.path) cannot be made: \(CommandFailure(error).text)")
  }
}
