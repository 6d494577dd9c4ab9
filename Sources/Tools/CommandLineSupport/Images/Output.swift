import CoreImage
import Foundation
import ImageCodecs
import ImageColor
import ImageGraph
import ImagePlanning
import VulkanEngine

/// The renderer of image files, with the settings of the common options.
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
      throw CommandFailure.usage("--format must be rgba8, rgba16, rgbah or rgbaf (got \(name))")
    }
    self.format = format
    if format == .rgbaf { options[.workingFormat] = CIFormat.RGBAf }
    space = try CGColorSpace(named: arguments["--color-space"] ?? "sRGB").space
    quality = Double(arguments["--quality"] ?? "0.9") ?? -1
    guard (0...1).contains(quality) else { throw CommandFailure.usage("--quality must be between 0 and 1") }
    compression = Int(arguments["--compression"] ?? "1") ?? -1
    guard (0...9).contains(compression) else {
      throw CommandFailure.usage("--compression must be a whole number from 0 to 9")
    }
    statsFile = try arguments.file("--stats")
    kind = try FileKind(named: arguments["--type"])
    context = try CIContext(checked: options)
  }

  /// Renders a rectangle of the image, by default its extent, to an image file or to standard output.
  ///
  /// The file appears only when it is complete. A missing folder is created.
  ///
  /// - Parameter showsProgress: whether the terminal shows the progress of large images.
  package func write(
    _ image: CIImage, rect: CGRect?, to target: Target, showsProgress: Bool = true
  ) throws -> Statistics {
    let start = ContinuousClock.now
    if rect == nil, image.extent.isInfinite {
      throw CommandFailure.failed(
        "the image is infinite; set the rectangle to render: --rect X,Y,W,H, \"rect\" of a recipe, or CICrop")
    }
    let region =
      try rect.map { try UserRect($0).wholePixels(of: "the rectangle to render") }
      ?? context.pixelRegion(of: image, in: .infinite)
    noteGrowth(of: image, to: region, target.name)
    let kind = target.kind
    let dropsAlpha = image.isOpaque && image.node.extent.covers(region)
    // A grey space has one component. Files of grey with alpha are written as RGB.
    let isGrey = space.model == .grey && dropsAlpha && [.png, .tiff, .jpeg].contains(kind)
    var settings =
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
    if isGrey, let grey = settings.format.greyWithoutAlpha { (settings.format, settings.alpha) = (grey, .opaque) }
    settings.isStreamed = true
    // OpenEXR stores linear light, independent of the transfer function of `--color-space`.
    let space = kind == .exr ? space.linearized : space
    let metadata = image.metadata(of: region, in: space)
    var progress = ProgressLine(of: region.area, unit: "pixel")
    defer { progress.end() }
    let report: (Int) -> Void = { rows in
      // An image that is rendered in one strip needs no progress.
      if showsProgress, Double(rows) < region.height { progress.show(Double(rows) * region.width, target.name) }
    }
    let (rendered, encode): (RenderStatistics, Double)
    if let url = target.url {
      try createFolder(url.deletingLastPathComponent())
      (rendered, encode) = try context.write(
        image.node, region, as: settings, colorSpace: space, metadata: metadata, to: url, progress: report)
    } else {
      let (data, statistics, milliseconds) = try context.encoded(
        image.node, region, as: settings, colorSpace: space, metadata: metadata, progress: report)
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

  /// The growth from which on the size of a result is announced, and the number of pixels below which it is not.
  private static let notableGrowth = 10.0
  private static let notablePixels = 1e6

  /// Prints the size of a result that has many more pixels than its images.
  private func noteGrowth(of image: CIImage, to region: UserRect, _ name: String) {
    let sources = image.node.topological.reduce(0.0) { sum, step in
      if case .source(let source) = step.op { sum + source.rect.area } else { sum }
    }
    guard sources > 0, region.area > Self.notablePixels, region.area > Self.notableGrowth * sources else { return }
    Terminal.note(
      "citool: \(name) has \(Int(region.width)) x \(Int(region.height)) pixels, "
        + "\(Int((region.area / sources).rounded())) times those of its images; --rect and --keep-size limit it")
  }

  /// The memory budget of all renders together, in bytes.
  package var memoryTarget: Int { context.memoryTarget }

  /// The destination of a result.
  package struct Target: Sendable {
    /// The file, nil for standard output.
    package let url: URL?
    package let kind: FileKind
    /// The name for progress and error texts.
    package var name: String { url?.lastPathComponent ?? "standard output" }
  }

  /// Returns the destination for a path of `-o`, or for a file in its folder.
  package func target(_ path: String) throws -> Target {
    if path == "-" {
      guard isatty(1) == 0 else { throw CommandFailure.usage("-o - writes an image; redirect it to a file or a pipe") }
      return Target(url: nil, kind: kind ?? .png)
    }
    let url = URL(fileURLWithPath: path)
    return Target(url: url, kind: try kind ?? FileKind(url))
  }

  /// Returns the file name of an input's result in a folder: that of the input, with the extension of the result's
  /// format. Without `--type` that is the input's format, or PNG if it cannot be written.
  package func fileName(for input: URL) -> String {
    let own = try? FileKind(input)
    let result = kind ?? own ?? .png
    return result == own
      ? input.lastPathComponent
      : input.deletingPathExtension().lastPathComponent + "." + result.fileExtension
  }

  /// Writes the file of `--stats`, if the option is present.
  package func report(_ statistics: Statistics) throws {
    guard let statsFile else { return }
    try createFolder(statsFile.deletingLastPathComponent())
    try writeFile(Data((jsonText(statistics.json(context)) + "\n").utf8), to: statsFile)
  }

  /// The format of an image file.
  package enum FileKind: String, CaseIterable, Sendable {
    case png, tiff, webp, jpeg, exr, heic, avif

    /// The extension of files that are named after their format.
    package var fileExtension: String { self == .jpeg ? "jpg" : rawValue }

    /// Parses the value of `--type`. Nil without it.
    package init?(named name: String?) throws {
      guard let name else { return nil }
      guard let kind = FileKind(rawValue: name) else {
        throw CommandFailure.usage(
          "--type must be one of \(FileKind.allCases.map(\.rawValue).joined(separator: ", ")) (got \(name))")
      }
      self = kind
    }

    /// Returns the format of a file extension.
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
          "\(url.lastPathComponent): unknown extension; images are written as "
            + ".png, .tif, .tiff, .webp, .jpg, .jpeg, .exr, .heic or .avif, or as another name with --type")
      }
    }
  }
}

extension PixelFormat {
  /// The format of one grey component of the same kind. Nil if there is none.
  fileprivate var greyWithoutAlpha: PixelFormat? {
    switch self {
    case .rgba8: .l8
    case .rgba16: .l16
    case .rgbah: .lh
    case .rgbaf: .lf
    default: nil
    }
  }
}

/// Creates a folder and its parent folders, if they are missing.
package func createFolder(_ folder: URL) throws {
  do {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  } catch {
    throw CommandFailure.failed("the folder \(folder.path) cannot be created: \(CommandFailure(error).text)")
  }
}
