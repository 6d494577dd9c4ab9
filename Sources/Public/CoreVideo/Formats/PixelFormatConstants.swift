// swift-format-ignore-file: AlwaysUseLowerCamelCase
// Names are Core Video's.

/// Blue, green, red, alpha, 8 bits each.
public var kCVPixelFormatType_32BGRA: OSType { "BGRA".characterCode }
/// Alpha, red, green, blue, 8 bits each.
public var kCVPixelFormatType_32ARGB: OSType { 0x20 }
/// Red, green, blue, alpha, 8 bits each.
public var kCVPixelFormatType_32RGBA: OSType { "RGBA".characterCode }
/// Alpha, blue, green, red, 8 bits each.
public var kCVPixelFormatType_32ABGR: OSType { "ABGR".characterCode }
/// Red, green, blue, 8 bits each.
public var kCVPixelFormatType_24RGB: OSType { 0x18 }
/// Blue, green, red, 8 bits each.
public var kCVPixelFormatType_24BGR: OSType { "24BG".characterCode }
/// A little-endian word: alpha in the two highest bits, then ten each of red, green and blue.
public var kCVPixelFormatType_ARGB2101010LEPacked: OSType { "l10r".characterCode }
/// A little-endian word: ten bits each of red, green and blue, from −0.753 to 1.253.
public var kCVPixelFormatType_30RGBLEPackedWideGamut: OSType { "w30r".characterCode }
/// Red, green, blue, alpha, 16 bits each, little endian.
public var kCVPixelFormatType_64RGBALE: OSType { "l64r".characterCode }
/// Alpha, red, green, blue, 16 bits each, big endian.
public var kCVPixelFormatType_64ARGB: OSType { "b64a".characterCode }
/// Red, green, blue, alpha, half floats.
public var kCVPixelFormatType_64RGBAHalf: OSType { "RGhA".characterCode }
/// Red, green, blue, alpha, floats.
public var kCVPixelFormatType_128RGBAFloat: OSType { "RGfA".characterCode }
/// A single component, 8 bits.
public var kCVPixelFormatType_OneComponent8: OSType { "L008".characterCode }
/// A single component, 16 bits, little endian.
public var kCVPixelFormatType_OneComponent16: OSType { "L016".characterCode }
/// A single component, half floats.
public var kCVPixelFormatType_OneComponent16Half: OSType { "L00h".characterCode }
/// A single component, floats.
public var kCVPixelFormatType_OneComponent32Float: OSType { "L00f".characterCode }
/// Two components of 8 bits.
public var kCVPixelFormatType_TwoComponent8: OSType { "2C08".characterCode }
/// Two components of 16 bits, little endian.
public var kCVPixelFormatType_TwoComponent16: OSType { "2C16".characterCode }
/// Two components, half floats.
public var kCVPixelFormatType_TwoComponent16Half: OSType { "2C0h".characterCode }
/// Two components, floats.
public var kCVPixelFormatType_TwoComponent32Float: OSType { "2C0f".characterCode }
/// Grey of 16 bits, big endian.
public var kCVPixelFormatType_16Gray: OSType { "b16g".characterCode }
/// Red, green, blue, 16 bits each, big endian.
public var kCVPixelFormatType_48RGB: OSType { "b48r".characterCode }
/// 4:2:0 in two planes, 8 bits, video range: NV12.
public var kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange: OSType { "420v".characterCode }
/// 4:2:0 in two planes, 8 bits, full range.
public var kCVPixelFormatType_420YpCbCr8BiPlanarFullRange: OSType { "420f".characterCode }
/// 4:2:2 in two planes, 8 bits, video range.
public var kCVPixelFormatType_422YpCbCr8BiPlanarVideoRange: OSType { "422v".characterCode }
/// 4:2:2 in two planes, 8 bits, full range.
public var kCVPixelFormatType_422YpCbCr8BiPlanarFullRange: OSType { "422f".characterCode }
/// 4:4:4 in two planes, 8 bits, video range.
public var kCVPixelFormatType_444YpCbCr8BiPlanarVideoRange: OSType { "444v".characterCode }
/// 4:4:4 in two planes, 8 bits, full range.
public var kCVPixelFormatType_444YpCbCr8BiPlanarFullRange: OSType { "444f".characterCode }
/// 4:2:0 in two planes, 10 bits at the top of 16, video range: P010.
public var kCVPixelFormatType_420YpCbCr10BiPlanarVideoRange: OSType { "x420".characterCode }
/// 4:2:0 in two planes, 10 bits at the top of 16, full range.
public var kCVPixelFormatType_420YpCbCr10BiPlanarFullRange: OSType { "xf20".characterCode }
/// 4:2:2 in two planes, 10 bits at the top of 16, video range.
public var kCVPixelFormatType_422YpCbCr10BiPlanarVideoRange: OSType { "x422".characterCode }
/// 4:2:2 in two planes, 10 bits at the top of 16, full range.
public var kCVPixelFormatType_422YpCbCr10BiPlanarFullRange: OSType { "xf22".characterCode }
/// 4:4:4 in two planes, 10 bits at the top of 16, video range.
public var kCVPixelFormatType_444YpCbCr10BiPlanarVideoRange: OSType { "x444".characterCode }
/// 4:4:4 in two planes, 10 bits at the top of 16, full range.
public var kCVPixelFormatType_444YpCbCr10BiPlanarFullRange: OSType { "xf44".characterCode }
/// 4:2:2 in two planes, 16 bits, video range.
public var kCVPixelFormatType_422YpCbCr16BiPlanarVideoRange: OSType { "sv22".characterCode }
/// 4:4:4 in two planes, 16 bits, video range.
public var kCVPixelFormatType_444YpCbCr16BiPlanarVideoRange: OSType { "sv44".characterCode }
/// 4:2:0 in three planes, 8 bits, video range: I420.
public var kCVPixelFormatType_420YpCbCr8Planar: OSType { "y420".characterCode }
/// 4:2:0 in three planes, 8 bits, full range.
public var kCVPixelFormatType_420YpCbCr8PlanarFullRange: OSType { "f420".characterCode }
/// 4:2:0 in three planes, 10 bits at the bottom of 16, video range: the format of software codecs. The name and the
/// code exist only in this package.
public var kCVPixelFormatType_420YpCbCr10PlanarLow: OSType { "yl20".characterCode }
/// 4:2:0 in three planes, 10 bits at the bottom of 16, full range. The name and the code exist only in this package.
public var kCVPixelFormatType_420YpCbCr10PlanarLowFullRange: OSType { "fl20".characterCode }
/// Cb, Y0, Cr, Y1, 8 bits each, video range.
public var kCVPixelFormatType_422YpCbCr8: OSType { "2vuy".characterCode }
/// Y0, Cb, Y1, Cr, 8 bits each, video range.
public var kCVPixelFormatType_422YpCbCr8_yuvs: OSType { "yuvs".characterCode }
/// Y0, Cb, Y1, Cr, 8 bits each, full range.
public var kCVPixelFormatType_422YpCbCr8FullRange: OSType { "yuvf".characterCode }
/// 4:2:2, six pixels of 10 bits in 16 bytes.
public var kCVPixelFormatType_422YpCbCr10: OSType { "v210".characterCode }
/// 4:2:2, 16 bits each.
public var kCVPixelFormatType_422YpCbCr16: OSType { "v216".characterCode }
/// Cb, Y, Cr, alpha, 8 bits each.
public var kCVPixelFormatType_4444YpCbCrA8: OSType { "v408".characterCode }
/// Alpha, Y, Cb, Cr, 16 bits each, little endian.
public var kCVPixelFormatType_4444AYpCbCr16: OSType { "y416".characterCode }
/// 4:2:0 in two planes, 8 bits, video range, and a plane of alpha, full range.
public var kCVPixelFormatType_420YpCbCr8VideoRange_8A_TriPlanar: OSType { "v0a8".characterCode }
/// Depth in metres, half floats.
public var kCVPixelFormatType_DepthFloat16: OSType { "hdep".characterCode }
/// Depth in metres, floats.
public var kCVPixelFormatType_DepthFloat32: OSType { "fdep".characterCode }
/// Disparity in 1 / metre, half floats.
public var kCVPixelFormatType_DisparityFloat16: OSType { "hdis".characterCode }
/// Disparity in 1 / metre, floats.
public var kCVPixelFormatType_DisparityFloat32: OSType { "fdis".characterCode }

extension String {
  /// The code of four ASCII characters, the first one in the highest byte.
  fileprivate var characterCode: OSType { utf8.reduce(0) { $0 << 8 | OSType($1) } }
}
