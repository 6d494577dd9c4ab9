import CCodecs
import Foundation
import ImageColor

/// Choices of a JPEG file.
package struct JPEGOptions: Hashable, Sendable {
  /// 0 (smallest) ... 1 (best); becomes libjpeg's 1...100.
  package var quality: Double
  /// Colour at full resolution; nil: from quality 0.9 on.
  package var hasFullChroma: Bool?
  package var isProgressive: Bool

  package init(quality: Double = 0.9, hasFullChroma: Bool? = nil, isProgressive: Bool = false) {
    (self.quality, self.hasFullChroma, self.isProgressive) = (quality, hasFullChroma, isProgressive)
  }
}

/// The bytes of a JPEG file. Alpha is not looked at: put the picture on a background first.
///
/// - Parameters:
///   - pixels: 8 bits a component.
///   - colorSpace: embedded as an ICC profile; nil: not stated.
package func encodeJPEG(
  _ pixels: PixelView, colorSpace: ColorSpace?, options: JPEGOptions = JPEGOptions()
) throws(CodecError) -> Data {
  let request = try JPEGRequest(pixels, colorSpace, options)
  return try encoded(request.write, as: "JPEG")
}

/// Writes a JPEG file; as ``encodeJPEG(_:colorSpace:options:)``. An existing file is replaced in one step.
package func writeJPEG(
  _ pixels: PixelView, colorSpace: ColorSpace?, options: JPEGOptions = JPEGOptions(), to url: URL
) throws(CodecError) {
  let request = try JPEGRequest(pixels, colorSpace, options)
  try write(to: url, request.write)
}

private struct JPEGRequest {
  private var request: cc_jpeg_request
  private let profile: [UInt8]

  init(_ pixels: PixelView, _ space: ColorSpace?, _ options: JPEGOptions) throws(CodecError) {
    try pixels.check(longestSide: 65500, for: "JPEG")
    guard pixels.layout.bits == 8 else {
      throw .unsupported("JPEG has 8 bits a component here, not \(pixels.layout.bits); render to an 8-bit format")
    }
    guard (0...1).contains(options.quality) else {
      throw .invalidArgument("JPEG quality \(options.quality); 0...1 are allowed")
    }
    let fullChroma = options.hasFullChroma ?? (options.quality >= 0.9)
    request = cc_jpeg_request(
      width: UInt32(pixels.width), height: UInt32(pixels.height), channels: UInt32(pixels.layout.channels),
      pixels: pixels.base, row_bytes: pixels.rowBytes, quality: max(1, Int32((options.quality * 100).rounded())),
      full_chroma: fullChroma ? 1 : 0, progressive: options.isProgressive ? 1 : 0, icc: nil, icc_size: 0)
    if let space {
      profile = try iccProfile(of: space, isGrey: pixels.layout.channels == 1)
    } else {
      profile = []
    }
  }

  func write(to sink: OpaquePointer, failure: inout cc_failure) -> Int32 {
    var request = request
    return profile.withUnsafeBufferPointer { profile in
      if !profile.isEmpty { (request.icc, request.icc_size) = (profile.baseAddress, profile.count) }
      return cc_jpeg_write(&request, sink, &failure)
    }
  }
}
