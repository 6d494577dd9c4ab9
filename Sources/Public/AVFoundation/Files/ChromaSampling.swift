import CVideo
import CoreVideo

/// The chroma subsampling of an image.
enum ChromaSampling: Sendable {
  /// 4:2:0: a chroma sample for four pixels.
  case quarter
  /// 4:2:2: a chroma sample for two pixels of a row.
  case half
  /// 4:4:4 and RGB: a chroma sample for each pixel.
  case full

  init(_ stream: VDStream) {
    self = stream.chromaAcross == 0 ? .full : stream.chromaDown == 0 ? .half : .quarter
  }

  func layout(hasTenBits: Bool) -> VDLayout {
    switch self {
    case .quarter: hasTenBits ? VD_I420_10 : VD_I420
    case .half: hasTenBits ? VD_I422_10 : VD_I422
    case .full: hasTenBits ? VD_I444_10 : VD_I444
    }
  }
}

extension VDLayout {
  /// Chooses the layout in which an encoder receives frames. A lossless encoder gets the chroma of the source. Others
  /// get the supported layout that is cheapest to convert to.
  ///
  /// - Parameters:
  ///   - encoder: FFmpeg's name of the encoder.
  ///   - options: the options of the encoder, as ProRes 4444 requires chroma for every pixel.
  ///   - source: the chroma subsampling of the source.
  ///   - hasTenBits: whether more than 8 bits are preferred, if the encoder supports them.
  ///   - isPaired: whether interleaved chroma is preferred, as it is cheaper for rendered frames.
  static func chosen(
    by encoder: String, _ options: String, of source: ChromaSampling, hasTenBits: Bool, isPaired: Bool
  ) -> VDLayout {
    let same = source.layout(hasTenBits: hasTenBits)
    if EncoderDescription.named(encoder).codec == "ffv1", source != .quarter, vd_encoder_takes(encoder, same) {
      return same
    }
    if hasTenBits, vd_encoder_takes(encoder, VD_I420_10) { return VD_I420_10 }
    if isPaired, vd_encoder_takes(encoder, VD_NV12) { return VD_NV12 }
    if vd_encoder_takes(encoder, VD_I420) { return VD_I420 }
    if vd_encoder_takes(encoder, VD_I420_10) { return VD_I420_10 }
    return options.contains("profile=4444") ? VD_I444_10 : VD_I422_10
  }

  /// The layouts that are written, by FFmpeg's names.
  static let written: KeyValuePairs<String, VDLayout> = [
    "yuv420p": VD_I420, "nv12": VD_NV12, "yuv422p": VD_I422, "yuv444p": VD_I444, "yuv420p10le": VD_I420_10,
    "yuv422p10le": VD_I422_10, "yuv444p10le": VD_I444_10,
  ]

  /// Returns the names of the layouts that an encoder supports.
  static func names(of encoder: String) -> [String] {
    written.filter { vd_encoder_takes(encoder, $0.value) }.map(\.key)
  }

  var hasTenBits: Bool { [VD_I420_10, VD_I422_10, VD_I444_10].contains(self) }

  /// Returns the pixel format of buffers with this layout, or with one from which it is made without changing samples.
  func pixelFormat(isFullRange: Bool) -> OSType {
    switch self {
    case VD_I420_10:
      isFullRange ? kCVPixelFormatType_420YpCbCr10PlanarLowFullRange : kCVPixelFormatType_420YpCbCr10PlanarLow
    case VD_NV12:
      isFullRange ? kCVPixelFormatType_420YpCbCr8BiPlanarFullRange : kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange
    case VD_I422:
      isFullRange ? kCVPixelFormatType_422YpCbCr8BiPlanarFullRange : kCVPixelFormatType_422YpCbCr8BiPlanarVideoRange
    case VD_I444:
      isFullRange ? kCVPixelFormatType_444YpCbCr8BiPlanarFullRange : kCVPixelFormatType_444YpCbCr8BiPlanarVideoRange
    case VD_I422_10:
      isFullRange ? kCVPixelFormatType_422YpCbCr10BiPlanarFullRange : kCVPixelFormatType_422YpCbCr10BiPlanarVideoRange
    case VD_I444_10:
      isFullRange ? kCVPixelFormatType_444YpCbCr10BiPlanarFullRange : kCVPixelFormatType_444YpCbCr10BiPlanarVideoRange
    default: isFullRange ? kCVPixelFormatType_420YpCbCr8PlanarFullRange : kCVPixelFormatType_420YpCbCr8Planar
    }
  }
}
