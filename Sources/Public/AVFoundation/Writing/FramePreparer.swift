import CoreImage
import CoreMedia
import Foundation
import PixelFormats
import Synchronization

/// A frame in the queue to the encoder.
struct PendingFrame: @unchecked Sendable {
  let buffer: CVPixelBuffer
  /// The running render of the frame.
  let task: CIRenderTask?
  /// The time in the encoding's unit, from the session's start.
  let time: Int64
  /// The duration; invalid if it was not specified.
  let duration: CMTime
  /// The time of the sample, for errors.
  let sampleTime: CMTime
}

/// The preparation of an app's frames for the encoder: rejects them, uses them unchanged, or starts to render them.
final class FramePreparer: Sendable {
  let encoding: VideoEncoding
  /// The required pixel format; nil for any supported one.
  let required: OSType?
  /// The pool for buffers that the app fills.
  let pool: CVPixelBufferPool
  /// The pool for rendered buffers.
  private let ownPool: CVPixelBufferPool
  private let lastTime = Mutex<Int64>(.min)
  private let ownContext = Mutex<CIContext?>(nil)

  /// - Parameter attributes: the attributes of the app's buffers; the default format is that of the encoder.
  init(_ encoding: VideoEncoding, _ attributes: [String: Any]?, required: OSType?) throws(AVError) {
    (self.encoding, self.required) = (encoding, required)
    var combined: [String: Any] = [kCVPixelBufferPixelFormatTypeKey as String: Int(encoding.pixelFormat)]
    let size: [String: Any] = [
      kCVPixelBufferWidthKey as String: encoding.width, kCVPixelBufferHeightKey as String: encoding.height,
    ]
    combined.merge(size) { $1 }
    do throws(CVError) {
      ownPool = try CVPixelBufferPool(bufferAttributes: combined as CFDictionary)
      combined.merge(attributes ?? [:]) { $1 }
      combined.merge(size) { $1 }
      pool = try CVPixelBufferPool(bufferAttributes: combined as CFDictionary)
    } catch {
      throw AVError(.incorrectlyConfigured, error.description)
    }
  }

  /// Prepares a frame.
  ///
  /// - Parameter start: the start of the session.
  /// - Throws: an error for an invalid buffer or time; nothing has changed then.
  func frame(
    _ buffer: CVPixelBuffer, at time: CMTime, for duration: CMTime, from start: CMTime
  ) throws(AVError) -> PendingFrame {
    try check(buffer, time)
    let count = encoding.unit.count(time - start)
    let last = lastTime.withLock { $0 }
    guard count > last else {
      throw AVError(
        .invalidSourceMedia,
        "the frame at \(time.seconds) s is not after the previous one at "
          + "\((encoding.unit.time(last) + start).seconds) s; times must increase", time: time)
    }
    let (planes, task) = try planes(of: buffer, time)
    lastTime.withLock { $0 = count }
    return PendingFrame(buffer: planes, task: task, time: count, duration: duration, sampleTime: time)
  }

  private func check(_ buffer: CVPixelBuffer, _ time: CMTime) throws(AVError) {
    let format = CVPixelBufferGetPixelFormatType(buffer)
    let (width, height) = (CVPixelBufferGetWidth(buffer), CVPixelBufferGetHeight(buffer))
    guard time.isNumeric else {
      throw AVError(.invalidSourceMedia, "the time of a frame must be numeric (got \(time))")
    }
    if let required, format != required {
      throw AVError(
        .invalidSourceMedia,
        "the buffer has the format \(characters(format)), but the adaptor's attributes require "
          + "\(characters(required)): "
          + "use buffers of its pixelBufferPool, or remove kCVPixelBufferPixelFormatTypeKey", time: time)
    }
    guard width == encoding.width, height == encoding.height else {
      throw AVError(
        .invalidSourceMedia,
        "the buffer has \(width)x\(height) pixels, but the input's settings require "
          + "\(encoding.width)x\(encoding.height): render into buffers of the pixelBufferPool", time: time)
    }
  }

  /// Returns planes for the encoder, and the task that renders them.
  private func planes(
    of buffer: CVPixelBuffer, _ time: CMTime
  ) throws(AVError) -> (CVPixelBuffer, CIRenderTask?) {
    let hasColors = hasColors(buffer)
    if hasColors, CVPixelBufferGetPixelFormatType(buffer) == encoding.pixelFormat { return (buffer, nil) }
    do {
      let planes = try ownPool.pixelBuffer()
      if hasColors, planes.copySamples(of: buffer) { return (planes, nil) }
      encoding.colors.attach(to: planes)
      let context = ownContext.withLock { context in
        let shared = context ?? CIContext(options: [.cacheIntermediates: false, .name: "AVAssetWriter"])
        context = shared
        return shared
      }
      let task = try context.startTask(
        toRender: CIImage(cvPixelBuffer: buffer), to: CIRenderDestination(pixelBuffer: planes))
      return (planes, task)
    } catch {
      throw AVError(.invalidSourceMedia, "\(buffer) could not be rendered for the encoder: \(error)", time: time)
    }
  }

  /// Returns whether the buffer has the colour properties of the encoded video.
  private func hasColors(_ buffer: CVPixelBuffer) -> Bool {
    if CVBufferHasAttachment(buffer, kCVImageBufferCGColorSpaceKey) { return false }
    if CVBufferHasAttachment(buffer, kCVImageBufferICCProfileKey) { return false }
    func normalized(_ color: VideoColor) -> VideoColor {
      // BT.601 has two code points for one matrix.
      VideoColor(primaries: color.primaries, transfer: color.transfer, matrix: color.matrix == 5 ? 6 : color.matrix)
    }
    let colors = encoding.colors
    let encoded = VideoColor(
      primaries: UInt8(clamping: colors.primaries), transfer: UInt8(clamping: colors.transfer),
      matrix: UInt8(clamping: colors.matrix))
    let sites: [ChromaSite] = [.left, .left, .center, .topLeft, .top, .bottomLeft, .bottom]
    return normalized(buffer.videoColor) == normalized(encoded)
      && buffer.chromaSite == sites[Int(colors.chromaLocation)]
  }
}
