import Foundation
import ImageCodecs
import ImageColor
import ImageGraph

/// A picture file whose header has been read.
struct PictureFile {
  fileprivate enum Origin: Sendable {
    case file(URL)
    case bytes(Data)

    func rows() throws(CodecError) -> PictureRows {
      switch self {
      case .file(let url): try PictureRows(url)
      case .bytes(let data): try PictureRows(data)
      }
    }
  }

  private let origin: Origin
  private let header: PictureHeader
  private let access: RowAccess

  init(_ url: URL) throws(RenderError) { try self.init(.file(url)) }

  init(_ data: Data) throws(RenderError) { try self.init(.bytes(data)) }

  private init(_ origin: Origin) throws(RenderError) {
    self.origin = origin
    let rows = try pictureResult { () throws(CodecError) in try origin.rows() }
    (header, access) = (rows.header, rows.access)
  }

  var width: Int { header.width }
  var height: Int { header.height }
  var colorSpace: ColorSpace { header.colorSpace }
  var isFloat: Bool { header.isFloat }

  /// With Image I/O's keys.
  var properties: [String: Any] {
    var properties: [String: Any] = header.properties.mapValues {
      switch $0 {
      case .number(let number): number
      case .text(let text): text
      }
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

  /// The pixels as the start of a recipe, decoded when they are first needed; row by row where the file and the memory
  /// target want it.
  func source(as space: ColorSpace?) -> Source {
    let rows: (@Sendable () throws(RenderError) -> any RowReader)? = { [origin] () throws(RenderError) in
      try FileRows(origin)
    }
    return Source(
      width: width, height: height, format: PixelFormat(header), colorSpace: space,
      alpha: !header.hasAlpha ? .opaque : header.isPremultiplied ? .premultiplied : .straight, label: label,
      rows: access == .whole ? nil : rows
    ) { [origin] () throws(RenderError) in
      let picture = try pictureResult { () throws(CodecError) in
        switch origin {
        case .file(let url): try decode(url)
        case .bytes(let data): try decode(data)
        }
      }
      return PixelBuffer(picture)
    }
  }
}

/// The rows of a picture file as a render reads them.
private final class FileRows: RowReader {
  private let rows: PictureRows

  init(_ origin: PictureFile.Origin) throws(RenderError) {
    rows = try pictureResult { () throws(CodecError) in try origin.rows() }
  }

  func read(_ range: Range<Int>, into bytes: UnsafeMutableRawPointer, rowBytes: Int) throws(RenderError) {
    try pictureResult { () throws(CodecError) in try rows.read(range, into: bytes, rowBytes: rowBytes) }
  }
}

extension PixelFormat {
  /// Of a picture's pixels when they are decoded.
  init(_ header: PictureHeader) {
    self =
      switch header.decodedBits {
      case 32: .rgbaf
      case 16: header.isFloat ? .rgbah : .rgba16
      default: .rgba8
      }
  }
}

extension PixelBuffer {
  /// The memory of a decoded picture, kept alive by this buffer.
  convenience init(_ picture: DecodedPicture) {
    let pixels = picture.pixels
    self.init(
      width: picture.header.width, height: picture.header.height, format: PixelFormat(picture.header),
      rowBytes: pixels.rowBytes, adopting: pixels.bytes
    ) { _ in withExtendedLifetime(pixels) {} }
  }
}

/// A codec's result, with its reason for failing as the render's.
func pictureResult<Result>(_ body: () throws(CodecError) -> Result) throws(RenderError) -> Result {
  do throws(CodecError) {
    return try body()
  } catch {
    switch error {
    case .limit(let what, let asked, let allowed): throw .limit(what, asked: asked, allowed: allowed)
    case .unsupported(let text): throw .unsupported(text)
    case .invalidArgument(let text): throw .invalidArgument(text)
    case .notAPicture, .truncated, .damaged, .io: throw .picture("\(error)")
    }
  }
}
