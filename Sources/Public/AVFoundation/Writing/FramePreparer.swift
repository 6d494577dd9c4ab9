import CoreImage
import CoreMedia
import Foundation
import PixelFormats
import Synchronization

/// An image on its way to the encoder.
struct PendingFrame: @unchecked Sendable {
  let buffer: CVPixelBuffer
  /// What still renders it.
  let task: CIRenderTask?
  /// In the encoding's unit, from the session's start on.
  let time: Int64
  /// Invalid where nobody said.
  let duration: CMTime
  /// Where an error was.
  let place: CMTime
}

/// Makes images that an app gives ready for the encoder: refuses, takes as they are, or begins to render.
final class FramePreparer: Sendable {
  let encoding: VideoEncoding
  /// What buffers must be; nil: any format that can be read.
  let required: OSType?
  /// Of buffers that the app fills.
  let pool: CVPixelBufferPool
  /// Of what is rendered here.
  private let ownPool: CVPixelBufferPool
  private let lastTime = Mutex<Int64>(.min)
  private let ownContext = Mutex<CIContext?>(nil)

  /// - Parameter attributes: of the buffers that the app fills; without a format they are what the encoder takes.
  init(_ encoding: VideoEncoding, _ attributes: [String: Any]?, required: OSType?) throws(AVError) {
    (self.encoding, self.required) = (encoding, required)
    var wanted: [String: Any] = [kCVPixelBufferPixelFormatTypeKey as String: Int(encoding.pixelFormat)]
    let size: [String: Any] = [
      kCVPixelBufferWidthKey as String: encoding.width, kCVPixelBufferHeightKey as String: encoding.height,
    ]
    wanted.merge(size) { $1 }
    do throws(CVError) {
      ownPool = try CVPixelBufferPool(bufferAttributes: wanted as CFDictionary)
      wanted.merge(attributes ?? [:]) { $1 }
      wanted.merge(size) { $1 }
      pool = try CVPixelBufferPool(bufferAttributes: wanted as CFDictionary)
    } catch {
      throw AVError(.incorrectlyConfigured, error.description)
    }
  }

  /// - Parameter start: of the session.
  /// - Throws: what is wrong with the buffer or its time. Nothing has changed then.
  func piece(
    _ buffer: CVPixelBuffer, at time: CMTime, for duration: CMTime, from start: CMTime
  ) throws(AVError) -> PendingFrame {
    try check(buffer, time)
    let count = encoding.unit.count(time - start)
    let last = lastTime.withLock { $0 }
    guard count > last else {
      throw AVError(
        .invalidSourceMedia,
        "an image at \(time.seconds) s does not come behind the one before, at "
          + "\((encoding.unit.time(last) + start).seconds) s; times grow from image to image", time: time)
    }
    let (planes, task) = try planes(of: buffer, time)
    lastTime.withLock { $0 = count }
    return PendingFrame(buffer: planes, task: task, time: count, duration: duration, place: time)
  }

  private func check(_ buffer: CVPixelBuffer, _ time: CMTime) throws(AVError) {
    let format = CVPixelBufferGetPixelFormatType(buffer)
    let (width, height) = (CVPixelBufferGetWidth(buffer), CVPixelBufferGetHeight(buffer))
    guard time.isNumeric else {
      throw AVError(.invalidSourceMedia, "\(time) is no time of an image; a number of seconds is")
    }
    if let required, format != required {
      throw AVError(
        .invalidSourceMedia,
        "a buffer of the format \(characters(format)), and the adaptor's attributes say \(characters(required)): take "
          + "buffers of its pixelBufferPool, or leave kCVPixelBufferPixelFormatTypeKey out", time: time)
    }
    guard width == encoding.width, height == encoding.height else {
      throw AVError(
        .invalidSourceMedia,
        "a buffer of \(width)x\(height), and the input's settings say \(encoding.width)x\(encoding.height): take "
          + "buffers of the pixelBufferPool, and render into them", time: time)
    }
  }

  /// Planes for the encoder, and what still makes them.
  private func planes(
    of buffer: CVPixelBuffer, _ time: CMTime
  ) throws(AVError) -> (CVPixelBuffer, CIRenderTask?) {
    let isMeant = isMeant(buffer)
    if isMeant, CVPixelBufferGetPixelFormatType(buffer) == encoding.pixelFormat { return (buffer, nil) }
    do {
      let planes = try ownPool.pixelBuffer()
      if isMeant, planes.takeCodes(of: buffer) { return (planes, nil) }
      encoding.colors.attach(to: planes)
      let context = ownContext.withLock { context in
        let made = context ?? CIContext(options: [.cacheIntermediates: false, .name: "AVAssetWriter"])
        context = made
        return made
      }
      let task = try context.startTask(
        toRender: CIImage(cvPixelBuffer: buffer), to: CIRenderDestination(pixelBuffer: planes))
      return (planes, task)
    } catch {
      throw AVError(.invalidSourceMedia, "\(buffer) cannot be rendered for the encoder: \(error)", time: time)
    }
  }

  /// Whether the codes mean what the video says of them.
  private func isMeant(_ buffer: CVPixelBuffer) -> Bool {
    if CVBufferHasAttachment(buffer, kCVImageBufferCGColorSpaceKey) { return false }
    if CVBufferHasAttachment(buffer, kCVImageBufferICCProfileKey) { return false }
    func plain(_ color: VideoColor) -> VideoColor {
      // One matrix with two numbers.
      VideoColor(primaries: color.primaries, transfer: color.transfer, matrix: color.matrix == 5 ? 6 : color.matrix)
    }
    let colors = encoding.colors
    let meant = VideoColor(
      primaries: UInt8(clamping: colors.primaries), transfer: UInt8(clamping: colors.transfer),
      matrix: UInt8(clamping: colors.matrix))
    let sites: [ChromaSite] = [.left, .left, .center, .topLeft, .top, .bottomLeft, .bottom]
    return plain(buffer.videoColor) == plain(meant) && buffer.chromaSite == sites[Int(colors.chromaPlace)]
  }
}
