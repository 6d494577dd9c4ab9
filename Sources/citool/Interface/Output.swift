import CoreImage
import Foundation
import ImageCodecs
import ImageColor
import ImageGraph
import ImagePlanning
import ImageVulkan

/// Renders images into files as the common options say.
struct Output {
  private let context: CIContext
  private let format: PixelFormat
  private let space: ColorSpace
  private let quality: Double
  private let statsFile: URL?

  init(_ arguments: Arguments) throws {
    var options = try arguments.contextOptions()
    let name = arguments["--format"] ?? "rgba8"
    guard let format = PixelFormat(rawValue: name), [.rgba8, .rgba16, .rgbah, .rgbaf].contains(format) else {
      throw Failure.usage("--format is rgba8, rgba16, rgbah or rgbaf, not \(name)")
    }
    self.format = format
    if format == .rgbaf { options[.workingFormat] = CIFormat.RGBAf }
    space = try CGColorSpace(named: arguments["--color-space"] ?? "sRGB").space
    quality = Double(arguments["--quality"] ?? "0.9") ?? -1
    guard (0...1).contains(quality) else { throw Failure.usage("--quality is 0...1") }
    statsFile = arguments["--stats"].map { URL(fileURLWithPath: $0) }
    context = try CIContext(checked: options)
  }

  /// Renders a rectangle of the image, its extent by default, into a picture file.
  ///
  /// The file is there whole or not at all.
  func write(_ image: CIImage, rect: CGRect?, to url: URL) throws -> Statistics {
    let start = ContinuousClock.now
    let kind = try FileKind(url)
    let region = try rect.map { UserRect($0).pixels } ?? context.pixelRegion(of: image, in: .infinite)
    let dropsAlpha = image.isOpaque && image.node.extent.covers(region)
    let form =
      switch kind {
      case .png:
        FileForm(
          encoding: PNGOptions(dropsAlpha: dropsAlpha), format: format == .rgba8 ? .rgba8 : .rgba16, alpha: .straight)
      case .tiff: FileForm(encoding: TIFFOptions(dropsAlpha: dropsAlpha), format: format, alpha: .straight)
      case .webp:
        FileForm(
          encoding: WebPOptions(quality: quality, isLossless: quality == 1, dropsAlpha: dropsAlpha), format: .rgba8,
          alpha: .straight)
      case .jpeg: FileForm(encoding: JPEGOptions(quality: quality), format: .rgba8, alpha: .premultiplied)
      case .exr:
        FileForm(
          encoding: EXROptions(dropsAlpha: dropsAlpha), format: format == .rgbaf ? .rgbaf : .rgbah,
          alpha: .premultiplied)
      case .heic, .avif:
        FileForm(
          encoding: HEIFOptions(
            compression: kind == .heic ? .hevc : .av1, bits: format == .rgba8 ? 8 : kind == .heic ? 10 : 12,
            quality: quality,
            dropsAlpha: dropsAlpha), format: format == .rgba8 ? .rgba8 : .rgba16, alpha: .straight)
      }
    // OpenEXR holds light, whatever curve was asked for.
    let space = kind == .exr ? space.linearized : space
    let height = Int(region.height)
    var isInStrips = false
    let (rendered, encode) = try context.write(image.node, region, as: form, colorSpace: space, to: url) { rows in
      // A picture that is made at once needs no progress.
      if rows < height { isInStrips = true }
      if isInStrips { Terminal.progress("\(url.lastPathComponent)  \(100 * rows / height) %") }
    }
    if isInStrips { Terminal.progress("") }
    return Statistics(
      rendered: rendered, pictures: 1, encode: encode, wall: (ContinuousClock.now - start) / .milliseconds(1))
  }

  /// Writes the file that `--stats` asks for.
  func report(_ statistics: Statistics) throws {
    guard let statsFile else { return }
    try Data((jsonText(statistics.json(context)) + "\n").utf8).write(to: statsFile, options: .atomic)
  }

  /// What a file will be, by its extension.
  enum FileKind: Equatable {
    case png, tiff, webp, jpeg, exr, heic, avif

    init(_ url: URL) throws {
      switch url.pathExtension.lowercased() {
      case "png": self = .png
      case "tif", "tiff": self = .tiff
      case "webp": self = .webp
      case "jpg", "jpeg": self = .jpeg
      case "exr": self = .exr
      case "heic", "heif": self = .heic
      case "avif": self = .avif
      default:
        throw Failure.usage(
          "\(url.lastPathComponent): pictures are written as "
            + ".png, .tif, .tiff, .webp, .jpg, .jpeg, .exr, .heic or .avif")
      }
    }
  }
}

/// What some renders took.
struct Statistics {
  var rendered = RenderStatistics()
  var pictures = 0
  var encode = 0.0
  var wall = 0.0

  static func += (a: inout Statistics, b: Statistics) {
    a.rendered.runs += b.rendered.runs
    a.rendered.overlapPixels += b.rendered.overlapPixels
    a.rendered.dispatches += b.rendered.dispatches
    a.rendered.programsCompiled += b.rendered.programsCompiled
    a.rendered.pixelsProcessed += b.rendered.pixelsProcessed
    a.rendered.peakBytes = max(a.rendered.peakBytes, b.rendered.peakBytes)
    a.rendered.compileMilliseconds += b.rendered.compileMilliseconds
    a.rendered.uploadMilliseconds += b.rendered.uploadMilliseconds
    a.rendered.deviceMilliseconds += b.rendered.deviceMilliseconds
    a.rendered.downloadMilliseconds += b.rendered.downloadMilliseconds
    a.rendered.decodeMilliseconds += b.rendered.decodeMilliseconds
    a.pictures += b.pictures
    a.encode += b.encode
    a.wall += b.wall
  }

  func json(_ context: CIContext) -> [String: Any] {
    func rounded(_ milliseconds: Double) -> Double { (milliseconds * 1000).rounded() / 1000 }
    return [
      "backend": context.backendName, "device": context.deviceName, "pictures": pictures,
      "runs": rendered.runs, "overlap_pixels": rendered.overlapPixels, "dispatches": rendered.dispatches,
      "passes": rendered.dispatches,
      "programs_compiled": rendered.programsCompiled, "pixels_processed": rendered.pixelsProcessed,
      "peak_bytes": rendered.peakBytes, "decode_ms": rounded(rendered.decodeMilliseconds),
      "compile_ms": rounded(rendered.compileMilliseconds), "upload_ms": rounded(rendered.uploadMilliseconds),
      "device_ms": rounded(rendered.deviceMilliseconds), "download_ms": rounded(rendered.downloadMilliseconds),
      "encode_ms": rounded(encode), "wall_ms": rounded(wall),
    ]
  }
}

extension Arguments {
  /// What `--backend`, `--device` and `--memory` say.
  func contextOptions() throws -> [CIContextOption: Any] {
    var options: [CIContextOption: Any] = [.name: "citool"]
    if let backend = self["--backend"] {
      guard ["vulkan", "reference"].contains(backend) else {
        throw Failure.usage("--backend is vulkan or reference, not \(backend)")
      }
      options[.backend] = backend
    }
    if let device = self["--device"] { options[.device] = Int(device).map { $0 as Any } ?? device }
    if let memory = self["--memory"] {
      guard let bytes = byteCount(memory), bytes >= 1 else {
        throw Failure.usage("--memory takes bytes, or 256MiB and the like, not \(memory)")
      }
      options[.memoryTarget] = MemoryBudget.ofProcess(bytes) / 1_048_576
    }
    return options
  }
}

/// Bytes, as a number or with KiB, MiB or GiB behind it.
private func byteCount(_ text: String) -> Double? {
  for (index, unit) in ["KiB", "MiB", "GiB"].enumerated() where text.hasSuffix(unit) {
    return Double(text.dropLast(3)).map { $0 * Double(1 << (10 * (index + 1))) }
  }
  return Double(text)
}
