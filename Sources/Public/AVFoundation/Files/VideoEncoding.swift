import CVideo
import CoreMedia

/// How images of a video are encoded.
struct VideoEncoding: Sendable {
  /// FFmpeg's name of it.
  var encoder: String
  /// "preset=fast:crf=18"; a value with colons has them behind backslashes.
  var options: String
  var layout: VDLayout
  var width: Int
  var height: Int
  var unit: TimeUnit
  /// Images a second, as a fraction; nil: nobody knows.
  var rate: (numerator: Int32, denominator: Int32)?
  var colors: StreamColors
  var isFullRange: Bool
  /// Images from one key frame to the next at most; nil: those of two seconds.
  var keyFrameDistance: Int?
  var light: DynamicRange
  /// 0: as many as there are cores.
  var threads: Int32 = 0

  /// Opens the encoder, and adds the stream of images. False with a reason.
  func add(to output: OpaquePointer, _ failure: inout VDFailure) -> Bool {
    // Encoders measure their work by it even where times say otherwise.
    let known = rate ?? (30, 1)
    let perSecond = Double(known.numerator) / Double(max(known.denominator, 1))
    let distance = keyFrameDistance ?? Int(min(max(perSecond * 2, 1), 600))
    let isAdded = encoder.withCString { name in
      light.options(options, of: encoder).withCString { options in
        var encoding = VDEncoding(
          encoder: name, options: options, layout: layout, width: Int32(width), height: Int32(height),
          unitNumerator: unit.numerator, unitDenominator: unit.denominator, rateNumerator: known.numerator,
          rateDenominator: known.denominator, isRateGuessed: rate == nil, primaries: colors.primaries,
          transfer: colors.transfer, matrix: colors.matrix, chromaPlace: colors.chromaPlace,
          isFullRange: isFullRange, keyFrameDistance: Int32(clamping: distance), threads: threads)
        return vd_output_add_images(output, &encoding, &failure)
      }
    }
    return isAdded && setLight(of: output, &failure)
  }

  private func setLight(of output: OpaquePointer, _ failure: inout VDFailure) -> Bool {
    let (mastering, lightLevel) = (light.mastering.map { [UInt8]($0) }, light.lightLevel.map { [UInt8]($0) })
    return vd_output_set_light(output, mastering, lightLevel, &failure)
  }
}

extension VDImage {
  /// The planes of a buffer, which is held, under a lock for reading, until the encoder has let go of them.
  ///
  /// - Parameters:
  ///   - time: in the encoding's unit.
  ///   - duration: in the encoding's unit.
  ///   - end: called when the encoder has let go, on its thread.
  init(_ buffer: CVPixelBuffer, time: Int64, duration: Int64, end: (@Sendable () -> Void)? = nil) {
    CVPixelBufferLockBaseAddress(buffer, .readOnly)
    self.init(
      time: time, duration: duration, planes: (nil, nil, nil, nil), rowBytes: (0, 0, 0, 0),
      owner: Unmanaged.passRetained(BorrowedPlanes(buffer, end)).toOpaque(),
      release: { owner in
        let lent = Unmanaged<BorrowedPlanes>.fromOpaque(owner!).takeRetainedValue()
        CVPixelBufferUnlockBaseAddress(lent.buffer, .readOnly)
        lent.end?()
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

/// A buffer that an encoder reads.
private final class BorrowedPlanes: Sendable {
  let buffer: CVPixelBuffer
  let end: (@Sendable () -> Void)?

  init(_ buffer: CVPixelBuffer, _ end: (@Sendable () -> Void)?) { (self.buffer, self.end) = (buffer, end) }
}
