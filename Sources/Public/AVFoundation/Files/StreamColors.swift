import CoreMedia
import CoreVideo

/// The colour properties of a stream, as code points of ITU-T H.273, and the chroma siting.
struct StreamColors: Hashable, Sendable {
  /// 2 for unspecified.
  var primaries: Int32
  var transfer: Int32
  var matrix: Int32
  /// 0 for unspecified. 1 to 6: left, center, top left, top, bottom left, bottom.
  var chromaLocation: Int32

  /// The properties as attachments of pixel buffers. Unspecified ones, and those without a string, are omitted.
  var attachments: [(key: CFString, value: CFString)] {
    let values: [(CFString, CFString?)] = [
      (
        kCVImageBufferColorPrimariesKey,
        CVColorPrimariesGetStringForIntegerCodePoint(primaries)?.takeUnretainedValue()
      ),
      (
        kCVImageBufferTransferFunctionKey,
        CVTransferFunctionGetStringForIntegerCodePoint(transfer)?.takeUnretainedValue()
      ),
      (kCVImageBufferYCbCrMatrixKey, CVYCbCrMatrixGetStringForIntegerCodePoint(matrix)?.takeUnretainedValue()),
      (kCVImageBufferChromaLocationTopFieldKey, chromaLocationString),
    ]
    return values.compactMap { key, value in value.map { (key, $0) } }
  }

  func attach(to buffer: CVPixelBuffer) {
    for (key, value) in attachments { CVBufferSetAttachment(buffer, key, value, .shouldPropagate) }
  }

  private var chromaLocationString: CFString? {
    switch chromaLocation {
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
