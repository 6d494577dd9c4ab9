import CoreMedia

// swift-format-ignore-file: AlwaysUseLowerCamelCase
// Names are AVFoundation's.

/// A video codec.
public struct AVVideoCodecType: RawRepresentable, Hashable, Sendable {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  /// ITU-T H.264, encoded by x264, or else by OpenH264.
  public static let h264 = AVVideoCodecType(rawValue: "avc1")
  /// ITU-T H.265, encoded by x265.
  public static let hevc = AVVideoCodecType(rawValue: "hvc1")
  /// ProRes 422, encoded by FFmpeg, in .mov and .mkv.
  public static let proRes422 = AVVideoCodecType(rawValue: "apcn")
  /// ProRes 422 HQ, with a higher bit rate.
  public static let proRes422HQ = AVVideoCodecType(rawValue: "apch")
  /// ProRes 422 LT, with a lower bit rate.
  public static let proRes422LT = AVVideoCodecType(rawValue: "apcs")
  /// ProRes 422 Proxy, with the lowest bit rate.
  public static let proRes422Proxy = AVVideoCodecType(rawValue: "apco")
  /// ProRes 4444, with chroma for every pixel; alpha is not supported.
  public static let proRes4444 = AVVideoCodecType(rawValue: "ap4h")
  /// AV1, encoded by SVT-AV1, or else by libaom. Exists only in this package.
  public static let av1 = AVVideoCodecType(rawValue: "av01")
  /// VP9, encoded by libvpx. Exists only in this package.
  public static let vp9 = AVVideoCodecType(rawValue: "vp09")
  /// FFV1, lossless, in .mkv. Exists only in this package.
  public static let ffv1 = AVVideoCodecType(rawValue: "FFV1")
}

/// The key of the codec: an ``AVVideoCodecType``, or its raw value.
public let AVVideoCodecKey = "AVVideoCodecKey"
/// The key of the width, in pixels: an integer, even for 4:2:0.
public let AVVideoWidthKey = "AVVideoWidthKey"
/// The key of the height, in pixels: an integer, even for 4:2:0.
public let AVVideoHeightKey = "AVVideoHeightKey"
/// The key of the compression properties: a dictionary.
public let AVVideoCompressionPropertiesKey = "AVVideoCompressionPropertiesKey"
/// The key of the bit rate, in bits a second: a number. A compression property.
public let AVVideoAverageBitRateKey = "AverageBitRate"
/// The key of the greatest number of frames between key frames: an integer. A compression property.
public let AVVideoMaxKeyFrameIntervalKey = "MaxKeyFrameInterval"
/// The key of the quality, used if there is no bit rate: 0 to 1, 0.75 by default. A compression property.
public let AVVideoQualityKey = "Quality"
/// The key of profile and level, such as `AVVideoProfileLevelH264HighAutoLevel`. A compression property.
public let AVVideoProfileLevelKey = "ProfileLevel"
/// The key of the expected number of frames a second, by which encoders distribute bits. Times are those of the
/// samples. A compression property.
public let AVVideoExpectedSourceFrameRateKey = "ExpectedFrameRate"
/// The key of whether frames may be decoded in another order than they are shown: a Boolean, true by default. A
/// compression property.
public let AVVideoAllowFrameReorderingKey = "AllowFrameReordering"

/// H.264's Baseline profile.
public let AVVideoProfileLevelH264BaselineAutoLevel = "H264_Baseline_AutoLevel"
/// H.264's Main profile.
public let AVVideoProfileLevelH264MainAutoLevel = "H264_Main_AutoLevel"
/// H.264's High profile.
public let AVVideoProfileLevelH264HighAutoLevel = "H264_High_AutoLevel"
/// H.264's High profile, level 4.0.
public let AVVideoProfileLevelH264High40 = "H264_High_4_0"
/// H.264's High profile, level 4.1.
public let AVVideoProfileLevelH264High41 = "H264_High_4_1"

/// The key of the colour properties: a dictionary of the three keys below; BT.709 by default.
public let AVVideoColorPropertiesKey = "AVVideoColorPropertiesKey"
/// The key of the primaries: a value of `kCVImageBufferColorPrimariesKey`.
public let AVVideoColorPrimariesKey = "ColorPrimaries"
/// The key of the transfer function: a value of `kCVImageBufferTransferFunctionKey`.
public let AVVideoTransferFunctionKey = "TransferFunction"
/// The key of the matrix: a value of `kCVImageBufferYCbCrMatrixKey`.
public let AVVideoYCbCrMatrixKey = "YCbCrMatrix"

/// The primaries of BT.709.
public var AVVideoColorPrimaries_ITU_R_709_2: String { kCVImageBufferColorPrimaries_ITU_R_709_2 as String }
/// The primaries of SMPTE C.
public var AVVideoColorPrimaries_SMPTE_C: String { kCVImageBufferColorPrimaries_SMPTE_C as String }
/// The primaries of P3 with the white point D65.
public var AVVideoColorPrimaries_P3_D65: String { kCVImageBufferColorPrimaries_P3_D65 as String }
/// The primaries of BT.2020.
public var AVVideoColorPrimaries_ITU_R_2020: String { kCVImageBufferColorPrimaries_ITU_R_2020 as String }
/// The transfer function of BT.709.
public var AVVideoTransferFunction_ITU_R_709_2: String { kCVImageBufferTransferFunction_ITU_R_709_2 as String }
/// Perceptual quantization (PQ).
public var AVVideoTransferFunction_SMPTE_ST_2084_PQ: String {
  kCVImageBufferTransferFunction_SMPTE_ST_2084_PQ as String
}
/// Hybrid log-gamma (HLG).
public var AVVideoTransferFunction_ITU_R_2100_HLG: String { kCVImageBufferTransferFunction_ITU_R_2100_HLG as String }
/// The matrix of BT.709.
public var AVVideoYCbCrMatrix_ITU_R_709_2: String { kCVImageBufferYCbCrMatrix_ITU_R_709_2 as String }
/// The matrix of BT.601.
public var AVVideoYCbCrMatrix_ITU_R_601_4: String { kCVImageBufferYCbCrMatrix_ITU_R_601_4 as String }
/// The matrix of BT.2020 with non-constant luminance.
public var AVVideoYCbCrMatrix_ITU_R_2020: String { kCVImageBufferYCbCrMatrix_ITU_R_2020 as String }
