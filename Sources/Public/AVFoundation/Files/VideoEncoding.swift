import CVideo
import CoreMedia

/// The encoding of a video stream.
struct VideoEncoding: Sendable {
  /// FFmpeg's name of the encoder.
  var encoder: String
  /// For example "preset=fast:crf=18"; colons in values are escaped by backslashes.
  var options: String
  var layout: VDLayout
  var width: Int
  var height: Int
  var unit: TimeUnit
  /// The number of frames a second, as a fraction; nil if it is not known.
  var rate: (numerator: Int32, denominator: Int32)?
  var colors: StreamColors
  var isFullRange: Bool
  /// The greatest number of frames between key frames; nil for two seconds.
  var keyFrameDistance: Int?
  var dynamicRange: DynamicRange
  /// 0 for the number of cores.
  var threads: Int32 = 0

  /// Opens the encoder and adds the video stream. Returns false and sets `failure` if that fails.
  func add(to output: OpaquePointer, _ failure: inout VDFailure) -> Bool {
    // Encoders control their bit rate by it, even if the times differ.
    let assumed = rate ?? (30, 1)
    let perSecond = Double(assumed.numerator) / Double(max(assumed.denominator, 1))
    let distance = keyFrameDistance ?? Int(min(max(perSecond * 2, 1), 600))
    let isAdded = encoder.withCString { name in
      dynamicRange.options(options, of: encoder).withCString { options in
        var encoding = VDEncoding(
          encoder: name, options: options, layout: layout, width: Int32(width), height: Int32(height),
          unitNumerator: unit.numerator, unitDenominator: unit.denominator, rateNumerator: assumed.numerator,
          rateDenominator: assumed.denominator, isRateGuessed: rate == nil, primaries: colors.primaries,
          transfer: colors.transfer, matrix: colors.matrix, chromaLocation: colors.chromaLocation,
          isFullRange: isFullRange, keyFrameDistance: Int32(clamping: distance), threads: threads)
        return vd_output_add_images(output, &encoding, &failure)
      }
    }
    return isAdded && setDynamicRange(of: output, &failure)
  }

  private func setDynamicRange(of output: OpaquePointer, _ failure: inout VDFailure) -> Bool {
    let (mastering, lightLevel) = (
      dynamicRange.mastering.map { [UInt8]($0) }, dynamicRange.lightLevel.map { [UInt8]($0) }
    )
    return vd_output_set_dynamic_range(output, mastering, lightLevel, &failure)
  }
}

extension VDImage {
  /// Wraps the planes of a buffer, which is retained and locked for reading until the encoder releases them.
  ///
  /// - Parameters:
  ///   - time: in the encoding's unit.
  ///   - duration: in the encoding's unit.
  ///   - end: called on the encoder's thread when it releases the planes.
  init(_ buffer: CVPixelBuffer, time: Int64, duration: Int64, end: (@Sendable () -> Void)? = nil) {
    CVPixelBufferLockBaseAddress(buffer, .readOnly)
    self.init(
      time: time, duration: duration, planes: (nil, nil, nil, nil), rowBytes: (0, 0, 0, 0),
      owner: Unmanaged.passRetained(BorrowedPlanes(buffer, end)).toOpaque(),
      release: { owner in
        let borrowed = Unmanaged<BorrowedPlanes>.fromOpaque(owner!).takeRetainedValue()
        CVPixelBufferUnlockBaseAddress(borrowed.buffer, .readOnly)
        borrowed.end?()
      })
    func plane(_ index: Int) -> (UnsafeMutableRawPointer?, Int32) {
      (
        CVPixelBufferGetBaseAddressOfPlane(buffer, index), Int32(CVPixelBufferGetBytesPerRowOfPlane(buffer, index))
      )
    }
    (planes.0, rowBytes.0) = plane(0)
    (planes.1, rowBytes.1) = plane(1)
    (planes.2, rowBytes.2) = plane(2)
  }
}

/// A buffer that an encoder is reading.
private final class BorrowedPlanes: Sendable {
  let buffer: CVPixelBuffer
  let end: (@Sendable () -> Void)?

  init(_ buffer: CVPixelBuffer, _ end: (@Sendable () -> Void)?) { (self.buffer, self.end) = (buffer, end) }
}
