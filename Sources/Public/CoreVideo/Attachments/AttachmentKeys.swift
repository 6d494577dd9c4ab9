import CoreGraphics

// swift-format-ignore-file: AlwaysUseLowerCamelCase
// Names are Core Video's.

// Colour: matrix, primaries, transfer function.

/// The colour space of R'G'B': a `CGColorSpace`. It takes precedence over primaries and transfer function.
public var kCVImageBufferCGColorSpaceKey: CFString { "CGColorSpace" }
/// An ICC profile of R'G'B': data.
public var kCVImageBufferICCProfileKey: CFString { "CVImageBufferICCProfile" }
/// The matrix that converts R'G'B' to Y'CbCr.
public var kCVImageBufferYCbCrMatrixKey: CFString { "CVImageBufferYCbCrMatrix" }
/// ITU-R BT.709: high definition.
public var kCVImageBufferYCbCrMatrix_ITU_R_709_2: CFString { "ITU_R_709_2" }
/// ITU-R BT.601: standard definition, and JPEG.
public var kCVImageBufferYCbCrMatrix_ITU_R_601_4: CFString { "ITU_R_601_4" }
/// SMPTE ST 240: early high definition.
public var kCVImageBufferYCbCrMatrix_SMPTE_240M_1995: CFString { "SMPTE_240M_1995" }
/// ITU-R BT.2020, non-constant luminance.
public var kCVImageBufferYCbCrMatrix_ITU_R_2020: CFString { "ITU_R_2020" }
/// The primaries of R'G'B'.
public var kCVImageBufferColorPrimariesKey: CFString { "CVImageBufferColorPrimaries" }
/// ITU-R BT.709, the primaries of sRGB.
public var kCVImageBufferColorPrimaries_ITU_R_709_2: CFString { "ITU_R_709_2" }
/// EBU Tech. 3213: 625 lines.
public var kCVImageBufferColorPrimaries_EBU_3213: CFString { "EBU_3213" }
/// SMPTE C: 525 lines.
public var kCVImageBufferColorPrimaries_SMPTE_C: CFString { "SMPTE_C" }
/// P22 phosphors. No supported colour space has them.
public var kCVImageBufferColorPrimaries_P22: CFString { "P22" }
/// DCI-P3 with the white point of digital cinema.
public var kCVImageBufferColorPrimaries_DCI_P3: CFString { "DCI_P3" }
/// DCI-P3 with the white point D65: Display P3.
public var kCVImageBufferColorPrimaries_P3_D65: CFString { "P3_D65" }
/// ITU-R BT.2020 and BT.2100.
public var kCVImageBufferColorPrimaries_ITU_R_2020: CFString { "ITU_R_2020" }
/// The transfer function of R'G'B'.
public var kCVImageBufferTransferFunctionKey: CFString { "CVImageBufferTransferFunction" }
/// ITU-R BT.709, the camera's transfer function; BT.601 has the same one.
public var kCVImageBufferTransferFunction_ITU_R_709_2: CFString { "ITU_R_709_2" }
/// SMPTE ST 240. No supported colour space has it.
public var kCVImageBufferTransferFunction_SMPTE_240M_1995: CFString { "SMPTE_240M_1995" }
/// A power function with the exponent of `kCVImageBufferGammaLevelKey`.
public var kCVImageBufferTransferFunction_UseGamma: CFString { "UseGamma" }
/// ITU-R BT.2020, the transfer function of BT.709.
public var kCVImageBufferTransferFunction_ITU_R_2020: CFString { "ITU_R_2020" }
/// SMPTE ST 428-1, digital cinema. No supported colour space has it.
public var kCVImageBufferTransferFunction_SMPTE_ST_428_1: CFString { "SMPTE_ST_428_1" }
/// IEC 61966-2-1.
public var kCVImageBufferTransferFunction_sRGB: CFString { "IEC_sRGB" }
/// Perceptual quantisation.
public var kCVImageBufferTransferFunction_SMPTE_ST_2084_PQ: CFString { "SMPTE_ST_2084_PQ" }
/// Hybrid log-gamma.
public var kCVImageBufferTransferFunction_ITU_R_2100_HLG: CFString { "ITU_R_2100_HLG" }
/// Values are proportional to linear light.
public var kCVImageBufferTransferFunction_Linear: CFString { "Linear" }
/// The exponent that linearizes values for `kCVImageBufferTransferFunction_UseGamma`: a number.
public var kCVImageBufferGammaLevelKey: CFString { "CVImageBufferGammaLevel" }
// Chroma siting.

/// The chroma siting of frames and top fields.
public var kCVImageBufferChromaLocationTopFieldKey: CFString { "CVImageBufferChromaLocationTopField" }
/// The chroma siting of bottom fields.
public var kCVImageBufferChromaLocationBottomFieldKey: CFString { "CVImageBufferChromaLocationBottomField" }
/// On even columns, between rows: the default of MPEG-2, H.264 and HEVC.
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
/// On even columns, Cb and Cr on separate rows: 625-line DV. Read as `TopLeft`.
public var kCVImageBufferChromaLocation_DV420: CFString { "DV 4:2:0" }
/// The chroma subsampling of the source from which the pixels were produced.
public var kCVImageBufferChromaSubsamplingKey: CFString { "CVImageBufferChromaSubsampling" }
/// A sample for every second pixel of every second row.
public var kCVImageBufferChromaSubsampling_420: CFString { "4:2:0" }
/// A sample for every second pixel of each row.
public var kCVImageBufferChromaSubsampling_422: CFString { "4:2:2" }
/// A sample for every fourth pixel of each row.
public var kCVImageBufferChromaSubsampling_411: CFString { "4:1:1" }

// Aperture, pixel aspect ratio and fields.

/// The visible part of the image: a dictionary.
public var kCVImageBufferCleanApertureKey: CFString { "CVCleanAperture" }
/// The width of the aperture, in pixels: a number.
public var kCVImageBufferCleanApertureWidthKey: CFString { "Width" }
/// The height of the aperture, in pixels: a number.
public var kCVImageBufferCleanApertureHeightKey: CFString { "Height" }
/// The horizontal offset of the aperture's centre from the image's centre, to the right: a number.
public var kCVImageBufferCleanApertureHorizontalOffsetKey: CFString { "HorizontalOffset" }
/// The vertical offset of the aperture's centre from the image's centre, downwards: a number.
public var kCVImageBufferCleanApertureVerticalOffsetKey: CFString { "VerticalOffset" }
/// The pixel aspect ratio: a dictionary.
public var kCVImageBufferPixelAspectRatioKey: CFString { "CVPixelAspectRatio" }
/// The width of a pixel in some unit: a number.
public var kCVImageBufferPixelAspectRatioHorizontalSpacingKey: CFString { "HorizontalSpacing" }
/// The height of a pixel in the same unit: a number.
public var kCVImageBufferPixelAspectRatioVerticalSpacingKey: CFString { "VerticalSpacing" }
/// The number of fields in a frame: 1 for progressive, 2 for interlaced frames.
public var kCVImageBufferFieldCountKey: CFString { "CVFieldCount" }
/// The order of interlaced fields.
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

/// True if alpha is 1 everywhere.
public var kCVImageBufferAlphaChannelIsOpaque: CFString { "AlphaChannelIsOpaque" }
/// Whether colours are premultiplied by alpha.
public var kCVImageBufferAlphaChannelModeKey: CFString { "AlphaChannelMode" }
/// Colours are not multiplied by alpha.
public var kCVImageBufferAlphaChannelMode_StraightAlpha: CFString { "StraightAlpha" }
/// Colours are multiplied by alpha.
public var kCVImageBufferAlphaChannelMode_PremultipliedAlpha: CFString { "PremultipliedAlpha" }
// High dynamic range.

/// The mastering display's colour volume: 24 bytes as in HEVC's SEI message, big endian.
public var kCVImageBufferMasteringDisplayColorVolumeKey: CFString { "MasteringDisplayColorVolume" }
/// The maximum content light level and the maximum frame-average light level: 4 bytes as in HEVC's SEI message, big
/// endian.
public var kCVImageBufferContentLightLevelInfoKey: CFString { "ContentLightLevelInfo" }
/// The ambient light of the reference viewing environment: 8 bytes as in HEVC's SEI message, big endian.
public var kCVImageBufferAmbientViewingEnvironmentKey: CFString { "AmbientViewingEnvironment" }
