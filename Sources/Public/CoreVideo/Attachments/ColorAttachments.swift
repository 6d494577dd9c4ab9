import CoreGraphics
import ImageColor
import PixelFormats

// The code points of ITU-T H.273 for attached strings. Two strings may have the same code point; the first is written.

var matrixCodes: [(CFString, UInt8)] {
  [
    (kCVImageBufferYCbCrMatrix_ITU_R_709_2, 1), (kCVImageBufferYCbCrMatrix_ITU_R_601_4, 6),
    (kCVImageBufferYCbCrMatrix_SMPTE_240M_1995, 7), (kCVImageBufferYCbCrMatrix_ITU_R_2020, 9),
  ]
}
var primariesCodes: [(CFString, UInt8)] {
  [
    (kCVImageBufferColorPrimaries_ITU_R_709_2, 1), (kCVImageBufferColorPrimaries_EBU_3213, 5),
    (kCVImageBufferColorPrimaries_SMPTE_C, 6), (kCVImageBufferColorPrimaries_DCI_P3, 11),
    (kCVImageBufferColorPrimaries_P3_D65, 12), (kCVImageBufferColorPrimaries_ITU_R_2020, 9),
  ]
}
var transferCodes: [(CFString, UInt8)] {
  [
    (kCVImageBufferTransferFunction_ITU_R_709_2, 1), (kCVImageBufferTransferFunction_SMPTE_240M_1995, 7),
    (kCVImageBufferTransferFunction_ITU_R_2020, 14), (kCVImageBufferTransferFunction_SMPTE_ST_428_1, 17),
    (kCVImageBufferTransferFunction_sRGB, 13), (kCVImageBufferTransferFunction_SMPTE_ST_2084_PQ, 16),
    (kCVImageBufferTransferFunction_ITU_R_2100_HLG, 18), (kCVImageBufferTransferFunction_Linear, 8),
  ]
}
private var sites: [(CFString, ChromaSite)] {
  [
    (kCVImageBufferChromaLocation_Left, .left), (kCVImageBufferChromaLocation_Center, .center),
    (kCVImageBufferChromaLocation_TopLeft, .topLeft), (kCVImageBufferChromaLocation_Top, .top),
    (kCVImageBufferChromaLocation_BottomLeft, .bottomLeft), (kCVImageBufferChromaLocation_Bottom, .bottom),
    (kCVImageBufferChromaLocation_DV420, .topLeft),
  ]
}

/// The colour information in a buffer's attachments, which `value` returns by their keys.
struct ColorAttachments {
  let value: (CFString) -> CFTypeRef?

  private func code(_ key: CFString, in table: [(CFString, UInt8)]) -> UInt8? {
    guard let text = value(key) as? CFString else { return nil }
    return table.first { $0.0.isEqual(text) }?.1
  }

  /// The attached code points. Others are unspecified.
  var videoColor: VideoColor {
    VideoColor(
      primaries: code(kCVImageBufferColorPrimariesKey, in: primariesCodes) ?? VideoColor.unspecified,
      transfer: code(kCVImageBufferTransferFunctionKey, in: transferCodes) ?? VideoColor.unspecified,
      matrix: code(kCVImageBufferYCbCrMatrixKey, in: matrixCodes) ?? VideoColor.unspecified)
  }

  /// The chroma siting, or nil if it is not specified.
  var site: ChromaSite? {
    guard let text = value(kCVImageBufferChromaLocationTopFieldKey) as? CFString else { return nil }
    return sites.first { $0.0.isEqual(text) }?.1
  }

  /// The colour space that is attached as an object or as an ICC profile.
  var explicitSpace: CGColorSpace? {
    if let space = value(kCVImageBufferCGColorSpaceKey) as? CGColorSpace { return space }
    return (value(kCVImageBufferICCProfileKey) as? CFData).flatMap { CGColorSpace(iccData: $0) }
  }

  /// The colour space that is attached or that primaries and transfer function specify. Nil if none is specified, or if
  /// it is not supported.
  var space: CGColorSpace? {
    if let explicitSpace { return explicitSpace }
    let color = videoColor
    if let space = color.space { return CGColorSpace(space) }
    guard
      (value(kCVImageBufferTransferFunctionKey) as? CFString)?.isEqual(kCVImageBufferTransferFunction_UseGamma) == true,
      let gamma = (value(kCVImageBufferGammaLevelKey) as? CFNumber)?.doubleValue, gamma.isFinite, gamma > 0,
      let primaries = VideoColor(primaries: color.primaries, transfer: 8).space?.primaries
    else { return nil }
    return ColorSpace(matching: primaries, .gamma(gamma), orNamed: "gamma \(gamma)").map { CGColorSpace($0) }
  }
}

extension CVBuffer {
  private var colorAttachments: ColorAttachments { ColorAttachments { self.attachments.value($0) } }

  /// The code points of primaries, transfer function and matrix. Unspecified ones follow from the size.
  package var videoColor: VideoColor {
    let depth = shape.layout.component(.luma)?.format.depth ?? 8
    return colorAttachments.videoColor.completed(width: shape.width, height: shape.height, depth: depth)
  }

  /// The chroma siting; `left` if it is not specified.
  package var chromaSite: ChromaSite { colorAttachments.site ?? .left }

  /// The colour space of R'G'B' that attachments specify; nil if they do not.
  package var attachedSpace: CGColorSpace? { colorAttachments.space }

  /// The layout of the buffer's memory.
  package var layout: PixelLayout { shape.layout }

  /// Attaches the strings of these code points, as propagating attachments. Attachments for unspecified and unsupported
  /// code points are unchanged.
  package func attach(_ color: VideoColor) {
    let attachments = [
      (kCVImageBufferColorPrimariesKey, primariesCodes, color.primaries),
      (kCVImageBufferTransferFunctionKey, transferCodes, color.transfer),
      // BT.601 has two code points, for 625 and for 525 lines, but one matrix.
      (kCVImageBufferYCbCrMatrixKey, matrixCodes, color.matrix == 5 ? 6 : color.matrix),
    ]
    for (key, table, code) in attachments {
      if let text = table.first(where: { $0.1 == code })?.0 { CVBufferSetAttachment(self, key, text, .shouldPropagate) }
    }
  }
}
