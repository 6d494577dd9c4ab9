import CoreMedia
import CoreVideo

/// What codes of images mean, in the numbers of ITU-T H.273, and where chroma lies.
struct StreamColors: Hashable, Sendable {
  /// 2: not said.
  var primaries: Int32
  var transfer: Int32
  var matrix: Int32
  /// 0: not said. 1 to 6: left, center, top left, top, bottom left, bottom.
  var chromaPlace: Int32

  /// The same as attachments of pixel buffers; what is not said, or has no string, is left out.
  var attachments: [(key: CFString, value: CFString)] {
    let said: [(CFString, CFString?)] = [
      (
        kCVImageBufferColorPrimariesKey,
        CVColorPrimariesGetStringForIntegerCodePoint(primaries)?.takeUnretainedValue()
      ),
      (
        kCVImageBufferTransferFunctionKey,
        CVTransferFunctionGetStringForIntegerCodePoint(transfer)?.takeUnretainedValue()
      ),
      (kCVImageBufferYCbCrMatrixKey, CVYCbCrMatrixGetStringForIntegerCodePoint(matrix)?.takeUnretainedValue()),
      (kCVImageBufferChromaLocationTopFieldKey, chromaLocation),
    ]
    return said.compactMap { key, value in value.map { (key, $0) } }
  }

  func attach(to buffer: CVPixelBuffer) {
    for (key, value) in attachments { CVBufferSetAttachment(buffer, key, value, .shouldPropagate) }
  }

  private var chromaLocation: CFString? {
    switch chromaPlace {
    case 1: kCVImageBufferChromaLocation_Left
    case 2: kCVImageBufferChromaLocation_Center
    case 3: kCVImageBufferChromaLocation_TopLeft
    case 4: kCVImageBufferChromaLocation_Top
    case 5: kCVImageBufferChromaLocation_BottomLeft
    case 6: kCVImageBufferChromaLocation_Bottom
    default: nil
    }
  }
}
