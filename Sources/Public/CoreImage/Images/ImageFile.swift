import Foundation
import ImageCodecs
import ImageColor
import ImageGraph

/// An image file whose header has been read.
struct ImageFile {
  fileprivate enum Origin: Sendable {
    case file(URL)
    case bytes(Data)

    func rows(_ selection: Selection) throws(CodecError) -> ImageFileRows {
      switch self {
      case .file(let url):
        try ImageFileRows(
          url, limits: selection.limits, imageIndex: selection.imageIndex, subsampling: selection.subsampling)
      case .bytes(let data):
        try ImageFileRows(
          data, limits: selection.limits, imageIndex: selection.imageIndex, subsampling: selection.subsampling)
      }
    }
  }

  /// The image of the file, and how it is decoded.
  fileprivate struct Selection: Sendable {
    let limits: CodecLimits
    let imageIndex: Int
    var subsampling: Int
  }

  private let origin: Origin
  private let header: ImageFileHeader
  private let access: RowAccess
  /// With the subsampling factor that the codec could apply.
  private let selection: Selection
  private let byteCount: UInt64
  private let wholeByteCount: Int

  init(_ url: URL, _ options: ReadOptions) throws(RenderError) { try self.init(.file(url), options) }

  init(_ data: Data, _ options: ReadOptions) throws(RenderError) { try self.init(.bytes(data), options) }

  private init(_ origin: Origin, _ options: ReadOptions) throws(RenderError) {
    self.origin = origin
    var selection = Selection(
      limits: try options.codecLimits(), imageIndex: options.imageIndex ?? 0, subsampling: options.subsampling)
    let rows = try imageResult { [selection] () throws(CodecError) in try origin.rows(selection) }
    selection.subsampling = rows.subsampling
    (self.selection, header, access) = (selection, rows.header, rows.access)
    // A sum over many images must not overflow.
    (byteCount, wholeByteCount) = (rows.fileByteCount, min(rows.wholeByteCount, 1 << 52))
    noteOmittedImages(isSelected: options.imageIndex != nil)
  }

  /// Writes a line to the log if the file has further images or frames.
  private func noteOmittedImages(isSelected: Bool) {
    if header.frameCount > 1 {
      RenderLog.process.note(
        "\(label) is an animation of \(header.frameCount) frames; only the first frame is read")
    }
    if header.imageCount > 1, !isSelected {
      RenderLog.process.note(
        "\(label) has \(header.imageCount) images; only the first one is read; select another one with "
          + "CIImageOption.imageIndex")
    }
  }

  var width: Int { header.width }
  var height: Int { header.height }
  var colorSpace: ColorSpace { header.colorSpace }
  var isFloat: Bool { header.isFloat }

  /// The properties with Image I/O's keys.
  var properties: ImageProperties {
    ImageProperties(basics, metadata: header.metadata, orientation: header.orientation)
  }

  private var basics: [String: Any] {
    var properties: [String: Any] = [:]
    var texts: [String: String] = [:]
    for (key, property) in header.properties {
      switch property {
      case .number(let number): properties[key] = number
      case .text(let text): texts[key] = text
      }
    }
    switch header.format {
    case _ where texts.isEmpty: break
    case .tiff:
      let names = ["Description": kCGImagePropertyTIFFImageDescription, "Author": kCGImagePropertyTIFFArtist]
      let named = texts.map { (names[$0.key] ?? $0.key, $0.value as Any) }
      properties[kCGImagePropertyTIFFDictionary] = Dictionary(named) { first, _ in first }
    default: properties[kCGImagePropertyPNGDictionary] = texts as [String: Any]
    }
    // EXIF takes precedence over the resolution of JFIF and pHYs.
    if let resolution = header.metadata.resolution {
      properties[kCGImagePropertyDPIWidth] = resolution.x
      properties[kCGImagePropertyDPIHeight] = resolution.y
    }
    properties[kCGImagePropertyPixelWidth] = width
    properties[kCGImagePropertyPixelHeight] = height
    properties[kCGImagePropertyDepth] = header.bitsPerComponent
    properties[kCGImagePropertyHasAlpha] = header.hasAlpha
    if header.isFloat { properties[kCGImagePropertyIsFloat] = true }
    properties[kCGImagePropertyOrientation] = header.orientation
    properties[kCGImagePropertyColorModel] =
      switch header.kind {
      case .grey, .greyAlpha: "Gray"
      case .rgb, .rgba: "RGB"
      case .cmyk: "CMYK"
      }
    if header.isTagged { properties[kCGImagePropertyProfileName] = colorSpace.name }
    return properties
  }

  private var label: String {
    switch origin {
    case .file(let url): url.lastPathComponent
    case .bytes(let data): "\(header.format.rawValue) of \(data.count) bytes"
    }
  }

  /// Returns the pixels as a source of recipes, decoded when they are first needed. They are decoded row by row if the
  /// codec supports it and the memory target requires it.
  func source(as space: ColorSpace?) -> Source {
    let rows: (@Sendable () throws(RenderError) -> any RowReader)? = {
      [origin, selection] () throws(RenderError) in
      try FileRows(origin, selection)
    }
    let url: URL? = if case .file(let url) = origin { url } else { nil }
    return Source(
      width: width, height: height, format: PixelFormat(header), colorSpace: space,
      alpha: !header.hasAlpha ? .opaque : header.isPremultiplied ? .premultiplied : .straight, label: label,
      file: Source.File(url: url, byteCount: byteCount), wholeByteCount: wholeByteCount,
      rows: access == .whole ? nil : rows
    ) { [origin, selection] () throws(RenderError) in
      PixelBuffer(try imageResult { () throws(CodecError) in try origin.rows(selection).wholeImage() })
    }
  }
}

/// The rows of an image file, as a render reads them.
private final class FileRows: RowReader {
  private let rows: ImageFileRows

  init(_ origin: ImageFile.Origin, _ selection: ImageFile.Selection) throws(RenderError) {
    rows = try imageResult { () throws(CodecError) in try origin.rows(selection) }
  }

  func read(_ range: Range<Int>, into bytes: UnsafeMutableRawPointer, rowBytes: Int) throws(RenderError) {
    try imageResult { () throws(CodecError) in try rows.read(range, into: bytes, rowBytes: rowBytes) }
  }
}

extension PixelFormat {
  /// Returns the format of an image's decoded pixels.
  init(_ header: ImageFileHeader) {
    self =
      switch header.decodedBits {
      case 32: .rgbaf
      case 16: header.isFloat ? .rgbah : .rgba16
      default: .rgba8
      }
  }
}

extension PixelBuffer {
  /// Wraps the memory of a decoded image, which it retains.
  convenience init(_ image: DecodedImage) {
    let pixels = image.pixels
    self.init(
      width: image.header.width, height: image.header.height, format: PixelFormat(image.header),
      rowBytes: pixels.rowBytes, adopting: pixels.bytes
    ) { _ in withExtendedLifetime(pixels) {} }
  }
}

/// Returns the result of a codec, with its errors converted to render errors.
func imageResult<Result>(_ body: () throws(CodecError) -> Result) throws(RenderError) -> Result {
  do throws(CodecError) {
    return try body()
  } catch {
    switch error {
    case .limit(let what, let requested, let allowed): throw .limit(what, requested: requested, allowed: allowed)
    case .unsupported(let text): throw .unsupported(text)
    case .invalidArgument(let text): throw .invalidArgument(text)
    case .notAnImage, .truncated, .damaged, .io: throw .image("\(error)")
    }
  }
}
