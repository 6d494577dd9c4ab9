import CoreGraphics
import ImageColor
import PixelFormats

// What attachments say in the numbers of ITU-T H.273. Two strings may have one number; the first one is written.

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

/// Reads what is attached under a key.
struct ColorAttachments {
  let value: (CFString) -> CFTypeRef?

  private func code(_ key: CFString, in table: [(CFString, UInt8)]) -> UInt8? {
    guard let text = value(key) as? CFString else { return nil }
    return table.first { $0.0.isEqual(text) }?.1
  }

  /// What is said; the rest is unspecified.
  var videoColor: VideoColor {
    VideoColor(
      primaries: code(kCVImageBufferColorPrimariesKey, in: primariesCodes) ?? VideoColor.unspecified,
      transfer: code(kCVImageBufferTransferFunctionKey, in: transferCodes) ?? VideoColor.unspecified,
      matrix: code(kCVImageBufferYCbCrMatrixKey, in: matrixCodes) ?? VideoColor.unspecified)
  }

  /// Where chroma lies; nil when it is not said.
  var site: ChromaSite? {
    guard let text = value(kCVImageBufferChromaLocationTopFieldKey) as? CFString else { return nil }
    return sites.first { $0.0.isEqual(text) }?.1
  }

  /// The colour space that is attached as one, or as a profile.
  var givenSpace: CGColorSpace? {
    if let space = value(kCVImageBufferCGColorSpaceKey) as? CGColorSpace { return space }
    return (value(kCVImageBufferICCProfileKey) as? CFData).flatMap { CGColorSpace(iccData: $0) }
  }

  /// The colour space that is attached, or that primaries and curve stand for; nil where they do not say, or where it
  /// is none that is known here.
  var space: CGColorSpace? {
    if let givenSpace { return givenSpace }
    let color = videoColor
    if let space = color.space { return CGColorSpace(space) }
    guard
      (value(kCVImageBufferTransferFunctionKey) as? CFString)?.isEqual(kCVImageBufferTransferFunction_UseGamma) == true,
      let gamma = (value(kCVImageBufferGammaLevelKey) as? CFNumber)?.doubleValue, gamma.isFinite, gamma > 0,
      let lights = VideoColor(primaries: color.primaries, transfer: 8).space?.primaries
    else { return nil }
    return ColorSpace(matching: lights, .gamma(gamma), orNamed: "gamma \(gamma)").map { CGColorSpace($0) }
  }
}

extension CVBuffer {
  private var said: ColorAttachments { ColorAttachments { self.attachments.value($0) } }

  /// What the codes mean, with everything said: by attachments, else by the size.
  package var videoColor: VideoColor {
    let depth = shape.layout.component(.luma)?.number.depth ?? 8
    return said.videoColor.completed(width: shape.width, height: shape.height, depth: depth)
  }

  /// Where chroma lies: left where nothing is said.
  package var chromaSite: ChromaSite { said.site ?? .left }

  /// The colour space of R'G'B' that attachments say; nil where they do not.
  package var attachedSpace: CGColorSpace? { said.space }

  /// How the buffer lies in memory.
  package var layout: PixelLayout { shape.layout }

  /// Attaches the strings of these numbers, so that they go on; unspecified and unknown ones are left as they are.
  package func attach(_ color: VideoColor) {
    let said = [
      (kCVImageBufferColorPrimariesKey, primariesCodes, color.primaries),
      (kCVImageBufferTransferFunctionKey, transferCodes, color.transfer),
      // BT.601 has two numbers, the one of 625 lines and that of 525, for one matrix.
      (kCVImageBufferYCbCrMatrixKey, matrixCodes, color.matrix == 5 ? 6 : color.matrix),
    ]
    for (key, table, code) in said {
      if let text = table.first(where: { $0.1 == code })?.0 { CVBufferSetAttachment(self, key, text, .shouldPropagate) }
    }
  }
}
