import CoreMedia

// swift-format-ignore-file: AlwaysUseLowerCamelCase
// Names are AVFoundation's.

/// How images are coded.
public struct AVVideoCodecType: RawRepresentable, Hashable, Sendable {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  /// ITU-T H.264, by x264, else by OpenH264.
  public static let h264 = AVVideoCodecType(rawValue: "avc1")
  /// ITU-T H.265, by x265.
  public static let hevc = AVVideoCodecType(rawValue: "hvc1")
  /// ProRes 422, by FFmpeg, in .mov and .mkv.
  public static let proRes422 = AVVideoCodecType(rawValue: "apcn")
  /// ProRes 422 HQ: of more bits.
  public static let proRes422HQ = AVVideoCodecType(rawValue: "apch")
  /// ProRes 422 LT: of fewer bits.
  public static let proRes422LT = AVVideoCodecType(rawValue: "apcs")
  /// ProRes 422 Proxy: of the fewest bits.
  public static let proRes422Proxy = AVVideoCodecType(rawValue: "apco")
  /// ProRes 4444: chroma for every pixel; without alpha here.
  public static let proRes4444 = AVVideoCodecType(rawValue: "ap4h")
  /// AV1, by SVT-AV1, else by libaom. Of this package alone.
  public static let av1 = AVVideoCodecType(rawValue: "av01")
  /// VP9, by libvpx. Of this package alone.
  public static let vp9 = AVVideoCodecType(rawValue: "vp09")
  /// FFV1, without loss, in .mkv. Of this package alone.
  public static let ffv1 = AVVideoCodecType(rawValue: "FFV1")
}

/// The codec: an ``AVVideoCodecType``, or its raw value.
public let AVVideoCodecKey = "AVVideoCodecKey"
/// Pixels in a row: a whole number, even for 4:2:0.
public let AVVideoWidthKey = "AVVideoWidthKey"
/// Rows: a whole number, even for 4:2:0.
public let AVVideoHeightKey = "AVVideoHeightKey"
/// How the encoder works: a dictionary.
public let AVVideoCompressionPropertiesKey = "AVVideoCompressionPropertiesKey"
/// Bits a second: a number. Of the compression properties.
public let AVVideoAverageBitRateKey = "AverageBitRate"
/// Images from one key frame to the next at most: a whole number. Of the compression properties.
public let AVVideoMaxKeyFrameIntervalKey = "MaxKeyFrameInterval"
/// How good images are, where no bit rate is asked: 0 to 1, at first 0.75. Of the compression properties.
public let AVVideoQualityKey = "Quality"
/// The profile, and the level: such as `AVVideoProfileLevelH264HighAutoLevel`. Of the compression properties.
public let AVVideoProfileLevelKey = "ProfileLevel"
/// Images a second that are expected: a number. Encoders spread their bits by it; times are those of the samples. Of
/// the compression properties.
public let AVVideoExpectedSourceFrameRateKey = "ExpectedFrameRate"
/// False for images that are decoded in the order in which they are shown. Of the compression properties.
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

/// What codes mean: a dictionary of the three keys below, all of them; BT.709 where nothing is said.
public let AVVideoColorPropertiesKey = "AVVideoColorPropertiesKey"
/// Primaries: a value of `kCVImageBufferColorPrimariesKey`.
public let AVVideoColorPrimariesKey = "ColorPrimaries"
/// The curve: a value of `kCVImageBufferTransferFunctionKey`.
public let AVVideoTransferFunctionKey = "TransferFunction"
/// The matrix: a value of `kCVImageBufferYCbCrMatrixKey`.
public let AVVideoYCbCrMatrixKey = "YCbCrMatrix"

/// BT.709's.
public var AVVideoColorPrimaries_ITU_R_709_2: String { kCVImageBufferColorPrimaries_ITU_R_709_2 as String }
/// SMPTE C's.
public var AVVideoColorPrimaries_SMPTE_C: String { kCVImageBufferColorPrimaries_SMPTE_C as String }
/// P3's with the white of D65.
public var AVVideoColorPrimaries_P3_D65: String { kCVImageBufferColorPrimaries_P3_D65 as String }
/// BT.2020's.
public var AVVideoColorPrimaries_ITU_R_2020: String { kCVImageBufferColorPrimaries_ITU_R_2020 as String }
/// BT.709's.
public var AVVideoTransferFunction_ITU_R_709_2: String { kCVImageBufferTransferFunction_ITU_R_709_2 as String }
/// PQ.
public var AVVideoTransferFunction_SMPTE_ST_2084_PQ: String {
  kCVImageBufferTransferFunction_SMPTE_ST_2084_PQ as String
}
/// HLG.
public var AVVideoTransferFunction_ITU_R_2100_HLG: String { kCVImageBufferTransferFunction_ITU_R_2100_HLG as String }
/// BT.709's.
public var AVVideoYCbCrMatrix_ITU_R_709_2: String { kCVImageBufferYCbCrMatrix_ITU_R_709_2 as String }
/// BT.601's.
public var AVVideoYCbCrMatrix_ITU_R_601_4: String { kCVImageBufferYCbCrMatrix_ITU_R_601_4 as String }
/// BT.2020's with non-constant luminance.
public var AVVideoYCbCrMatrix_ITU_R_2020: String { kCVImageBufferYCbCrMatrix_ITU_R_2020 as String }
