import CCodecs
import Foundation
import ImageColor

/// Choices of a PNG file that do not change its pixels, except `dropsAlpha`.
package struct PNGOptions: Hashable, Sendable {
  /// With RGBA pixels: write RGB.
  package var dropsAlpha: Bool
  /// zlib's, 0 (none) ... 9 (smallest).
  package var compressionLevel: Int

  package init(dropsAlpha: Bool = false, compressionLevel: Int = 1) {
    (self.dropsAlpha, self.compressionLevel) = (dropsAlpha, compressionLevel)
  }
}

/// The bytes of a PNG file.
///
/// - Parameter colorSpace: written as an sRGB chunk, as cICP for PQ and HLG, else as an ICC profile; nil: not stated.
package func encodePNG(
  _ pixels: PixelView, colorSpace: ColorSpace?, options: PNGOptions = PNGOptions()
) throws(CodecError) -> Data {
  let request = try PNGRequest(pixels, colorSpace, options)
  return try encoded(request.write, as: "PNG")
}

/// Writes a PNG file; as ``encodePNG(_:colorSpace:options:)``. An existing file is replaced in one step.
package func writePNG(
  _ pixels: PixelView, colorSpace: ColorSpace?, options: PNGOptions = PNGOptions(), to url: URL
) throws(CodecError) {
  let request = try PNGRequest(pixels, colorSpace, options)
  try write(to: url, request.write)
}

private struct PNGRequest {
  private var request: cc_png_request
  private let profile: [UInt8]
  private let profileName: String

  init(_ pixels: PixelView, _ space: ColorSpace?, _ options: PNGOptions) throws(CodecError) {
    try pixels.check(longestSide: 0x7fff_ffff, for: "PNG")
    guard !pixels.layout.isFloat else {
      throw .unsupported("PNG has no floats; render to 16 bits, or write a TIFF")
    }
    guard (0...9).contains(options.compressionLevel) else {
      throw .invalidArgument("PNG compression level \(options.compressionLevel); 0...9 are allowed")
    }
    request = cc_png_request(
      width: UInt32(pixels.width), height: UInt32(pixels.height), bits: UInt32(pixels.layout.bits),
      channels: UInt32(pixels.layout.channels), drops_alpha: options.dropsAlpha ? 1 : 0, pixels: pixels.base,
      row_bytes: pixels.rowBytes, level: Int32(options.compressionLevel), is_srgb: 0, icc: nil, icc_size: 0,
      icc_name: nil, has_cicp: 0, cicp_primaries: 0, cicp_transfer: 0, cicp_matrix: 0, cicp_full_range: 0)
    var profile: [UInt8] = []
    if let space {
      if space.hasSameMeaning(as: .sRGB) {
        request.is_srgb = 1
      } else if space.transfer == .pq || space.transfer == .hlg, let points = space.codePoints {
        request.has_cicp = 1
        (request.cicp_primaries, request.cicp_transfer) = (points.primaries, points.transfer)
        (request.cicp_matrix, request.cicp_full_range) = (points.matrix, 1)
      } else {
        profile = try iccProfile(of: space, isGrey: pixels.layout.channels == 1)
      }
    }
    self.profile = profile
    // PNG, 11.3.2.3: 1...79 printable Latin-1 characters without spaces at the ends.
    let name = String((space?.name ?? "").unicodeScalars.filter { (33...126).contains($0.value) }.map(Character.init))
    profileName = name.isEmpty ? "profile" : String(name.prefix(79))
  }

  func write(to sink: OpaquePointer, failure: inout cc_failure) -> Int32 {
    var request = request
    return profile.withUnsafeBufferPointer { profile in
      profileName.withCString { name in
        if !profile.isEmpty {
          (request.icc, request.icc_size, request.icc_name) = (profile.baseAddress, profile.count, name)
        }
        return cc_png_write(&request, sink, &failure)
      }
    }
  }
}
