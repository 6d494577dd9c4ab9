import Foundation
import ImageCodecs
import ImageColor
import ImageGraph

/// A picture file whose header has been read.
struct PictureFile {
  private enum Origin: Sendable {
    case file(URL)
    case bytes(Data)
  }

  private let origin: Origin
  private let header: PictureHeader

  init(_ url: URL) throws(RenderError) {
    origin = .file(url)
    header = try pictureResult { () throws(CodecError) in try readHeader(of: url) }
  }

  init(_ data: Data) throws(RenderError) {
    origin = .bytes(data)
    header = try pictureResult { () throws(CodecError) in try readHeader(of: data) }
  }

  var width: Int { header.width }
  var height: Int { header.height }
  var colorSpace: ColorSpace { header.colorSpace }

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

  /// The pixels as the start of a recipe, decoded when they are first needed.
  func source(as space: ColorSpace?) -> Source {
    Source(
      width: width, height: height, format: PixelFormat(header), colorSpace: space,
      alpha: !header.hasAlpha ? .opaque : header.isPremultiplied ? .premultiplied : .straight, label: label
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
