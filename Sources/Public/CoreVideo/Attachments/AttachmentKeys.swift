import CoreGraphics

// swift-format-ignore-file: AlwaysUseLowerCamelCase
// Names are Core Video's.

// What codes and values mean.

/// The colour space of R'G'B': a `CGColorSpace`. Counts more than primaries and curve.
public var kCVImageBufferCGColorSpaceKey: CFString { "CGColorSpace" }
/// An ICC profile of R'G'B': data.
public var kCVImageBufferICCProfileKey: CFString { "CVImageBufferICCProfile" }
/// By which matrix luma and chroma are made of R'G'B'.
public var kCVImageBufferYCbCrMatrixKey: CFString { "CVImageBufferYCbCrMatrix" }
/// ITU-R BT.709: high definition.
public var kCVImageBufferYCbCrMatrix_ITU_R_709_2: CFString { "ITU_R_709_2" }
/// ITU-R BT.601: standard definition, and JPEG.
public var kCVImageBufferYCbCrMatrix_ITU_R_601_4: CFString { "ITU_R_601_4" }
/// SMPTE ST 240: early high definition.
public var kCVImageBufferYCbCrMatrix_SMPTE_240M_1995: CFString { "SMPTE_240M_1995" }
/// ITU-R BT.2020, non-constant luminance.
public var kCVImageBufferYCbCrMatrix_ITU_R_2020: CFString { "ITU_R_2020" }
/// Which lights R'G'B' mixes.
public var kCVImageBufferColorPrimariesKey: CFString { "CVImageBufferColorPrimaries" }
/// ITU-R BT.709, the lights of sRGB.
public var kCVImageBufferColorPrimaries_ITU_R_709_2: CFString { "ITU_R_709_2" }
/// EBU Tech. 3213: 625 lines.
public var kCVImageBufferColorPrimaries_EBU_3213: CFString { "EBU_3213" }
/// SMPTE C: 525 lines.
public var kCVImageBufferColorPrimaries_SMPTE_C: CFString { "SMPTE_C" }
/// P22 phosphors. No colour space here has them.
public var kCVImageBufferColorPrimaries_P22: CFString { "P22" }
/// DCI-P3 with the white of cinemas.
public var kCVImageBufferColorPrimaries_DCI_P3: CFString { "DCI_P3" }
/// DCI-P3 with the white D65: Display P3.
public var kCVImageBufferColorPrimaries_P3_D65: CFString { "P3_D65" }
/// ITU-R BT.2020 and BT.2100.
public var kCVImageBufferColorPrimaries_ITU_R_2020: CFString { "ITU_R_2020" }
/// By which curve R'G'B' stands for light.
public var kCVImageBufferTransferFunctionKey: CFString { "CVImageBufferTransferFunction" }
/// ITU-R BT.709, the camera's curve; BT.601 has the same.
public var kCVImageBufferTransferFunction_ITU_R_709_2: CFString { "ITU_R_709_2" }
/// SMPTE ST 240. No colour space here has it.
public var kCVImageBufferTransferFunction_SMPTE_240M_1995: CFString { "SMPTE_240M_1995" }
/// A power; `kCVImageBufferGammaLevelKey` says which.
public var kCVImageBufferTransferFunction_UseGamma: CFString { "UseGamma" }
/// ITU-R BT.2020, the curve of BT.709.
public var kCVImageBufferTransferFunction_ITU_R_2020: CFString { "ITU_R_2020" }
/// SMPTE ST 428-1, cinemas. No colour space here has it.
public var kCVImageBufferTransferFunction_SMPTE_ST_428_1: CFString { "SMPTE_ST_428_1" }
/// IEC 61966-2-1.
public var kCVImageBufferTransferFunction_sRGB: CFString { "IEC_sRGB" }
/// Perceptual quantisation.
public var kCVImageBufferTransferFunction_SMPTE_ST_2084_PQ: CFString { "SMPTE_ST_2084_PQ" }
/// Hybrid log-gamma.
public var kCVImageBufferTransferFunction_ITU_R_2100_HLG: CFString { "ITU_R_2100_HLG" }
/// Values are proportional to light.
public var kCVImageBufferTransferFunction_Linear: CFString { "Linear" }
/// The exponent from values to light for `kCVImageBufferTransferFunction_UseGamma`: a number.
public var kCVImageBufferGammaLevelKey: CFString { "CVImageBufferGammaLevel" }
// Where chroma lies.

/// Where chroma lies between luma, in frames and top fields.
public var kCVImageBufferChromaLocationTopFieldKey: CFString { "CVImageBufferChromaLocationTopField" }
/// Where chroma lies between luma, in bottom fields.
public var kCVImageBufferChromaLocationBottomFieldKey: CFString { "CVImageBufferChromaLocationBottomField" }
/// On even columns, between rows: MPEG-2, H.264 and HEVC where nothing is said.
public var kCVImageBufferChromaLocation_Left: CFString { "Left" }
/// Between columns and rows: JPEG and MPEG-1.
public var kCVImageBufferChromaLocation_Center: CFString { "Center" }
/// On even columns and even rows: HDR disks.
public var kCVImageBufferChromaLocation_TopLeft: CFString { "TopLeft" }
/// Between columns, on even rows.
public var kCVImageBufferChromaLocation_Top: CFString { "Top" }
/// On even columns and odd rows.
public var kCVImageBufferChromaLocation_BottomLeft: CFString { "BottomLeft" }
/// Between columns, on odd rows.
public var kCVImageBufferChromaLocation_Bottom: CFString { "Bottom" }
/// On even columns, Cb and Cr on rows of their own: 625-line DV. Read as `TopLeft`.
public var kCVImageBufferChromaLocation_DV420: CFString { "DV 4:2:0" }
/// How much chroma there was in what the pixels were made from.
public var kCVImageBufferChromaSubsamplingKey: CFString { "CVImageBufferChromaSubsampling" }
/// For every second pixel of every second row.
public var kCVImageBufferChromaSubsampling_420: CFString { "4:2:0" }
/// For every second pixel of each row.
public var kCVImageBufferChromaSubsampling_422: CFString { "4:2:2" }
/// For every fourth pixel of each row.
public var kCVImageBufferChromaSubsampling_411: CFString { "4:1:1" }

// Which pixels are seen, and how.

/// The part of the image that is to be seen: a dictionary.
public var kCVImageBufferCleanApertureKey: CFString { "CVCleanAperture" }
/// Its width in pixels: a number.
public var kCVImageBufferCleanApertureWidthKey: CFString { "Width" }
/// Its height in pixels: a number.
public var kCVImageBufferCleanApertureHeightKey: CFString { "Height" }
/// From the middle of the image to its middle, to the right: a number.
public var kCVImageBufferCleanApertureHorizontalOffsetKey: CFString { "HorizontalOffset" }
/// From the middle of the image to its middle, downwards: a number.
public var kCVImageBufferCleanApertureVerticalOffsetKey: CFString { "VerticalOffset" }
/// The shape of a pixel: a dictionary.
public var kCVImageBufferPixelAspectRatioKey: CFString { "CVPixelAspectRatio" }
/// Its width in some unit: a number.
public var kCVImageBufferPixelAspectRatioHorizontalSpacingKey: CFString { "HorizontalSpacing" }
/// Its height in the same unit: a number.
public var kCVImageBufferPixelAspectRatioVerticalSpacingKey: CFString { "VerticalSpacing" }
/// 1 for frames, 2 for fields that are woven: a number.
public var kCVImageBufferFieldCountKey: CFString { "CVFieldCount" }
/// How fields are woven.
public var kCVImageBufferFieldDetailKey: CFString { "CVFieldDetail" }
/// The field with the first row is the earlier one.
public var kCVImageBufferFieldDetailTemporalTopFirst: CFString { "TemporalTopFirst" }
/// The field with the first row is the later one.
public var kCVImageBufferFieldDetailTemporalBottomFirst: CFString { "TemporalBottomFirst" }
/// The first row is of the first half of the buffer's rows in time.
public var kCVImageBufferFieldDetailSpatialFirstLineEarly: CFString { "SpatialFirstLineEarly" }
/// The first row is of the second half of the buffer's rows in time.
public var kCVImageBufferFieldDetailSpatialFirstLineLate: CFString { "SpatialFirstLineLate" }
// Alpha.

/// True when alpha is 1 everywhere.
public var kCVImageBufferAlphaChannelIsOpaque: CFString { "AlphaChannelIsOpaque" }
/// Whether colours are multiplied with alpha.
public var kCVImageBufferAlphaChannelModeKey: CFString { "AlphaChannelMode" }
/// They are not.
public var kCVImageBufferAlphaChannelMode_StraightAlpha: CFString { "StraightAlpha" }
/// They are.
public var kCVImageBufferAlphaChannelMode_PremultipliedAlpha: CFString { "PremultipliedAlpha" }
// High dynamic range.

/// The display that the image was made on: 24 bytes as in HEVC's message, big endian.
public var kCVImageBufferMasteringDisplayColorVolumeKey: CFString { "MasteringDisplayColorVolume" }
/// The brightest pixel and the brightest frame on average: 4 bytes as in HEVC's message, big endian.
public var kCVImageBufferContentLightLevelInfoKey: CFString { "ContentLightLevelInfo" }
/// The light in the room that the image was made for: 8 bytes as in HEVC's message, big endian.
public var kCVImageBufferAmbientViewingEnvironmentKey: CFString { "AmbientViewingEnvironment" }
