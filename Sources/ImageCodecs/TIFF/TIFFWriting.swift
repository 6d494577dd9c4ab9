import CCodecs
import Foundation
import ImageColor

/// Choices of a TIFF file that do not change its pixels, except `dropsAlpha`.
package struct TIFFOptions: Hashable, Sendable {
  package enum Compression: Hashable, Sendable {
    case none, lzw
    /// zlib's level, 1 (fastest) ... 9 (smallest).
    case deflate(level: Int)
  }

  /// LZW and Deflate work on the differences of neighbours (TIFF 6.0, section 14).
  package var compression: Compression
  /// With RGBA pixels: write RGB.
  package var dropsAlpha: Bool
  /// The pixels are premultiplied with alpha, and are stored so.
  package var isPremultiplied: Bool
  /// BigTIFF, which has room for more than 4 GB; nil: where the pixels may not fit without.
  package var isBig: Bool?

  package init(
    compression: Compression = .deflate(level: 3), dropsAlpha: Bool = false, isPremultiplied: Bool = false,
    isBig: Bool? = nil
  ) {
    (self.compression, self.dropsAlpha) = (compression, dropsAlpha)
    (self.isPremultiplied, self.isBig) = (isPremultiplied, isBig)
  }
}

/// The bytes of a TIFF file, of one picture in strips.
///
/// - Parameter colorSpace: embedded as an ICC profile; nil: not stated.
package func encodeTIFF(
  _ pixels: PixelView, colorSpace: ColorSpace?, options: TIFFOptions = TIFFOptions()
) throws(CodecError) -> Data {
  let request = try TIFFRequest(pixels, colorSpace, options)
  return try encoded(request.write, as: "TIFF")
}

/// Writes a TIFF file; as ``encodeTIFF(_:colorSpace:options:)``. An existing file is replaced in one step.
package func writeTIFF(
  _ pixels: PixelView, colorSpace: ColorSpace?, options: TIFFOptions = TIFFOptions(), to url: URL
) throws(CodecError) {
  let request = try TIFFRequest(pixels, colorSpace, options)
  try write(to: url, request.write)
}

private struct TIFFRequest {
  private var request: cc_tiff_request
  private let profile: [UInt8]

  init(_ pixels: PixelView, _ space: ColorSpace?, _ options: TIFFOptions) throws(CodecError) {
    try pixels.check(longestSide: 0x7fff_ffff, for: "TIFF")
    var level = 0
    let compression: Int
    switch options.compression {
    case .none: compression = Int(CC_TIFF_NONE)
    case .lzw: compression = Int(CC_TIFF_LZW)
    case .deflate(let wanted):
      guard (1...9).contains(wanted) else {
        throw .invalidArgument("TIFF compression level \(wanted); 1...9 are allowed")
      }
      (compression, level) = (Int(CC_TIFF_DEFLATE), wanted)
    }
    let layout = pixels.layout
    // Compressed noise is larger than it was; an eighth and the directory are room enough.
    let byteCount = Double(pixels.width) * Double(pixels.height) * Double(layout.bytesPerPixel)
    request = cc_tiff_request(
      width: UInt32(pixels.width), height: UInt32(pixels.height), bits: UInt32(layout.bits),
      is_float: layout.isFloat ? 1 : 0, channels: UInt32(layout.channels), drops_alpha: options.dropsAlpha ? 1 : 0,
      is_premultiplied: options.isPremultiplied ? 1 : 0,
      is_big: options.isBig ?? (byteCount > 3.5e9) ? 1 : 0, compression: Int32(compression),
      level: Int32(level), pixels: pixels.base, row_bytes: pixels.rowBytes, icc: nil, icc_size: 0)
    if let space {
      profile = try iccProfile(of: space, isGrey: layout.channels == 1)
    } else {
      profile = []
    }
  }

  func write(to sink: OpaquePointer, failure: inout cc_failure) -> Int32 {
    var request = request
    return profile.withUnsafeBufferPointer { profile in
      if !profile.isEmpty { (request.icc, request.icc_size) = (profile.baseAddress, profile.count) }
      return cc_tiff_write(&request, sink, &failure)
    }
  }
}
