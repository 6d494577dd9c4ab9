import CVideo
import CoreVideo

extension VDLayout {
  /// The layout that an encoder is given pictures in: of those that it takes, the one that is made with the least work.
  ///
  /// - Parameters:
  ///   - encoder: FFmpeg's name.
  ///   - options: of the encoder: ProRes 4444 keeps chroma of all pixels.
  ///   - hasTenBits: more than 8 bits are wanted, as far as the encoder has them.
  ///   - isPaired: chroma in pairs costs less than apart: pictures are rendered.
  static func chosen(by encoder: String, _ options: String, hasTenBits: Bool, isPaired: Bool) -> VDLayout {
    if hasTenBits, vd_encoder_takes(encoder, VD_I420_10) { return VD_I420_10 }
    if isPaired, vd_encoder_takes(encoder, VD_NV12) { return VD_NV12 }
    if vd_encoder_takes(encoder, VD_I420) { return VD_I420 }
    if vd_encoder_takes(encoder, VD_I420_10) { return VD_I420_10 }
    return options.contains("profile=4444") ? VD_I444_10 : VD_I422_10
  }

  /// Those that are written.
  static let written = [VD_I420, VD_NV12, VD_I420_10, VD_I422_10]

  var hasTenBits: Bool { [VD_I420_10, VD_I422_10, VD_I444_10].contains(self) }

  /// The format of buffers that are like that, or become it without another code.
  func pixelFormat(isFullRange: Bool) -> OSType {
    switch self {
    case VD_I420_10:
      isFullRange ? kCVPixelFormatType_420YpCbCr10PlanarLowFullRange : kCVPixelFormatType_420YpCbCr10PlanarLow
    case VD_NV12:
      isFullRange ? kCVPixelFormatType_420YpCbCr8BiPlanarFullRange : kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange
    case VD_I422_10:
      isFullRange ? kCVPixelFormatType_422YpCbCr10BiPlanarFullRange : kCVPixelFormatType_422YpCbCr10BiPlanarVideoRange
    case VD_I444_10:
      isFullRange ? kCVPixelFormatType_444YpCbCr10BiPlanarFullRange : kCVPixelFormatType_444YpCbCr10BiPlanarVideoRange
    default: isFullRange ? kCVPixelFormatType_420YpCbCr8PlanarFullRange : kCVPixelFormatType_420YpCbCr8Planar
    }
  }
}
