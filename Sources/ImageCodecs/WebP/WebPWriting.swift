import CCodecs
import Foundation
import ImageColor

/// Choices of a WebP file.
package struct WebPOptions: Hashable, Sendable {
  /// 0 (smallest) ... 1 (best); with `isLossless` how hard to try, 0 (fast) ... 1 (smallest).
  package var quality: Double
  /// Every bit is kept, also of colours under alpha 0.
  package var isLossless: Bool
  /// With RGBA pixels: write RGB.
  package var dropsAlpha: Bool

  package init(quality: Double = 0.9, isLossless: Bool = false, dropsAlpha: Bool = false) {
    (self.quality, self.isLossless, self.dropsAlpha) = (quality, isLossless, dropsAlpha)
  }
}

/// The bytes of a WebP file.
///
/// - Parameters:
///   - pixels: RGB or RGBA, 8 bits a component, at most 16383 along a side.
///   - colorSpace: embedded as an ICC profile; nil: not stated.
package func encodeWebP(
  _ pixels: PixelView, colorSpace: ColorSpace?, options: WebPOptions = WebPOptions()
) throws(CodecError) -> Data {
  let request = try WebPRequest(pixels, colorSpace, options)
  return try encoded(request.write, as: "WebP")
}

/// Writes a WebP file; as ``encodeWebP(_:colorSpace:options:)``. An existing file is replaced in one step.
package func writeWebP(
  _ pixels: PixelView, colorSpace: ColorSpace?, options: WebPOptions = WebPOptions(), to url: URL
) throws(CodecError) {
  let request = try WebPRequest(pixels, colorSpace, options)
  try write(to: url, request.write)
}

private struct WebPRequest {
  private var request: cc_webp_request
  private let profile: [UInt8]

  init(_ pixels: PixelView, _ space: ColorSpace?, _ options: WebPOptions) throws(CodecError) {
    try pixels.check(longestSide: 16383, for: "WebP")
    guard pixels.layout == .rgb8 || pixels.layout == .rgba8 else {
      throw .unsupported("WebP has RGB or RGBA of 8 bits a component; render to RGBA8")
    }
    guard (0...1).contains(options.quality) else {
      throw .invalidArgument("WebP quality \(options.quality); 0...1 are allowed")
    }
    guard pixels.rowBytes <= Int32.max else {
      throw .invalidArgument("rows of \(pixels.rowBytes) bytes; libwebp takes at most \(Int32.max)")
    }
    request = cc_webp_request(
      width: UInt32(pixels.width), height: UInt32(pixels.height), channels: UInt32(pixels.layout.channels),
      drops_alpha: options.dropsAlpha ? 1 : 0, is_lossless: options.isLossless ? 1 : 0,
      quality: Float(options.quality * 100), pixels: pixels.base, row_bytes: pixels.rowBytes, icc: nil, icc_size: 0)
    if let space { profile = try iccProfile(of: space) } else { profile = [] }
  }

  func write(to sink: OpaquePointer, failure: inout cc_failure) -> Int32 {
    var request = request
    return profile.withUnsafeBufferPointer { profile in
      if !profile.isEmpty { (request.icc, request.icc_size) = (profile.baseAddress, profile.count) }
      return cc_webp_write(&request, sink, &failure)
    }
  }
}
