import PixelFormats

/// Returns the memory layout of a pixel format, or nil if the format is not supported.
func pixelLayout(of format: OSType) -> PixelLayout? {
  pixelLayouts[format]
}

/// Returns the printed form of a format: its four characters, or the number if they are not printable.
func name(of format: OSType) -> String {
  let characters = (0..<4).map { UInt8(truncatingIfNeeded: format >> (24 - 8 * $0)) }
  return characters.allSatisfy { (0x20..<0x7F).contains($0) }
    ? "'\(String(decoding: characters, as: UTF8.self))'" : "\(format)"
}

private let pixelLayouts: [OSType: PixelLayout] = [
  kCVPixelFormatType_32BGRA: .bytes(.blue, .green, .red, .alpha),
  kCVPixelFormatType_32ARGB: .bytes(.alpha, .red, .green, .blue),
  kCVPixelFormatType_32RGBA: .bytes(.red, .green, .blue, .alpha),
  kCVPixelFormatType_32ABGR: .bytes(.alpha, .blue, .green, .red),
  kCVPixelFormatType_24RGB: .bytes(.red, .green, .blue),
  kCVPixelFormatType_24BGR: .bytes(.blue, .green, .red),
  kCVPixelFormatType_ARGB2101010LEPacked: .argb2101010,
  kCVPixelFormatType_30RGBLEPackedWideGamut: .opaqueBytes(4),
  kCVPixelFormatType_64RGBALE: .words(.red, .green, .blue, .alpha),
  kCVPixelFormatType_64ARGB: .opaqueBytes(8),
  kCVPixelFormatType_64RGBAHalf: .halves(.red, .green, .blue, .alpha),
  kCVPixelFormatType_128RGBAFloat: .floats(.red, .green, .blue, .alpha),

  kCVPixelFormatType_OneComponent8: .bytes(.grey),
  kCVPixelFormatType_OneComponent16: .words(.grey),
  kCVPixelFormatType_OneComponent16Half: .halves(.grey),
  kCVPixelFormatType_OneComponent32Float: .floats(.grey),
  kCVPixelFormatType_TwoComponent8: .bytes(.red, .green),
  kCVPixelFormatType_TwoComponent16: .words(.red, .green),
  kCVPixelFormatType_TwoComponent16Half: .halves(.red, .green),
  kCVPixelFormatType_TwoComponent32Float: .floats(.red, .green),
  kCVPixelFormatType_16Gray: .opaqueBytes(2),
  kCVPixelFormatType_48RGB: .opaqueBytes(6),
  kCVPixelFormatType_DepthFloat16: .halves(.grey),
  kCVPixelFormatType_DepthFloat32: .floats(.grey),
  kCVPixelFormatType_DisparityFloat16: .halves(.grey),
  kCVPixelFormatType_DisparityFloat32: .floats(.grey),

  kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange: .twoPlanes(depth: 8, columns: 2, rows: 2, .video),
  kCVPixelFormatType_420YpCbCr8BiPlanarFullRange: .twoPlanes(depth: 8, columns: 2, rows: 2, .full),
  kCVPixelFormatType_422YpCbCr8BiPlanarVideoRange: .twoPlanes(depth: 8, columns: 2, rows: 1, .video),
  kCVPixelFormatType_422YpCbCr8BiPlanarFullRange: .twoPlanes(depth: 8, columns: 2, rows: 1, .full),
  kCVPixelFormatType_444YpCbCr8BiPlanarVideoRange: .twoPlanes(depth: 8, columns: 1, rows: 1, .video),
  kCVPixelFormatType_444YpCbCr8BiPlanarFullRange: .twoPlanes(depth: 8, columns: 1, rows: 1, .full),
  kCVPixelFormatType_420YpCbCr10BiPlanarVideoRange: .twoPlanes(depth: 10, columns: 2, rows: 2, .video),
  kCVPixelFormatType_420YpCbCr10BiPlanarFullRange: .twoPlanes(depth: 10, columns: 2, rows: 2, .full),
  kCVPixelFormatType_422YpCbCr10BiPlanarVideoRange: .twoPlanes(depth: 10, columns: 2, rows: 1, .video),
  kCVPixelFormatType_422YpCbCr10BiPlanarFullRange: .twoPlanes(depth: 10, columns: 2, rows: 1, .full),
  kCVPixelFormatType_444YpCbCr10BiPlanarVideoRange: .twoPlanes(depth: 10, columns: 1, rows: 1, .video),
  kCVPixelFormatType_444YpCbCr10BiPlanarFullRange: .twoPlanes(depth: 10, columns: 1, rows: 1, .full),
  kCVPixelFormatType_422YpCbCr16BiPlanarVideoRange: .twoPlanes(depth: 16, columns: 2, rows: 1, .video),
  kCVPixelFormatType_444YpCbCr16BiPlanarVideoRange: .twoPlanes(depth: 16, columns: 1, rows: 1, .video),
  kCVPixelFormatType_420YpCbCr8Planar: .threePlanes(depth: 8, .video),
  kCVPixelFormatType_420YpCbCr8PlanarFullRange: .threePlanes(depth: 8, .full),
  kCVPixelFormatType_420YpCbCr10PlanarLow: .threePlanes(depth: 10, .video),
  kCVPixelFormatType_420YpCbCr10PlanarLowFullRange: .threePlanes(depth: 10, .full),

  kCVPixelFormatType_422YpCbCr8: .packedPairs(lumaFirst: false, .video),
  kCVPixelFormatType_422YpCbCr8_yuvs: .packedPairs(lumaFirst: true, .video),
  kCVPixelFormatType_422YpCbCr8FullRange: .packedPairs(lumaFirst: true, .full),
  // Rows are padded to groups of 48 pixels.
  kCVPixelFormatType_422YpCbCr10: .opaqueBytes(16, columns: 6, rowAlignment: 128),
  kCVPixelFormatType_422YpCbCr16: .opaqueBytes(8, columns: 2),
  kCVPixelFormatType_4444YpCbCrA8: .opaqueBytes(4),
  kCVPixelFormatType_4444AYpCbCr16: .opaqueBytes(8),
  kCVPixelFormatType_420YpCbCr8VideoRange_8A_TriPlanar: .opaquePlanes(
    PlaneShape(bytes: 1), PlaneShape(columns: 2, rows: 2, bytes: 2), PlaneShape(bytes: 1)),
]
