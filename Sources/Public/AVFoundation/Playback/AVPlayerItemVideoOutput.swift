import CoreImage
import CoreMedia
import Foundation
import Synchronization

/// An output of a playing item's frames as pixel buffers, for an app that draws them itself. Safe on any thread.
public final class AVPlayerItemVideoOutput: @unchecked Sendable {
  private struct State: @unchecked Sendable {
    weak var item: AVPlayerItem?
    var last: PlayerFrame?
    var context: CIContext?
  }
  /// The pixel format of buffers; nil for that of the frames.
  private let format: OSType?
  private let state = Mutex(State())

  /// - Parameter pixelBufferAttributes: only `kCVPixelBufferPixelFormatTypeKey` is used. By default, frames that are
  ///   neither filtered nor rotated have the decoder's planes; other frames are half floats of linear light.
  public init(pixelBufferAttributes: [String: any Sendable]? = nil) {
    let value = pixelBufferAttributes?[kCVPixelBufferPixelFormatTypeKey as String]
    format = (value as? OSType) ?? (value as? Int).flatMap { OSType(exactly: $0) } ?? (value as? NSNumber)?.uint32Value
  }

  /// Returns the current time of the item.
  ///
  /// - Parameter hostTimeInSeconds: ignored, because the item has its own clock.
  public func itemTime(forHostTime hostTimeInSeconds: Double) -> CMTime {
    state.withLock { $0.item }?.currentTime() ?? .invalid
  }

  /// Returns whether the frame at this time differs from the one that was copied last.
  public func hasNewPixelBuffer(forItemTime itemTime: CMTime) -> Bool {
    let (item, last) = state.withLock { ($0.item, $0.last) }
    guard let frame = item?.frame(at: itemTime) else { return false }
    return frame !== last
  }

  /// Returns the frame at this time, or nil if it is not ready. If it cannot be rendered, logs that and returns nil.
  ///
  /// - Parameter outItemTimeForDisplay: receives the presentation time of the frame.
  public func copyPixelBuffer(
    forItemTime itemTime: CMTime, itemTimeForDisplay outItemTimeForDisplay: UnsafeMutablePointer<CMTime>?
  ) -> CVPixelBuffer? {
    guard let frame = state.withLock({ $0.item })?.frame(at: itemTime) else { return nil }
    outItemTimeForDisplay?.pointee = frame.time
    state.withLock { $0.last = frame }
    let buffer = frame.source.buffer
    if frame.isPlain, format ?? CVPixelBufferGetPixelFormatType(buffer) == CVPixelBufferGetPixelFormatType(buffer) {
      return buffer
    }
    do {
      return try rendered(frame.image)
    } catch {
      note("a frame at \(frame.time.seconds) s could not be rendered to a pixel buffer: \(error)")
      return nil
    }
  }

  private func rendered(_ image: CIImage) throws -> CVPixelBuffer {
    let context = state.withLock { state in
      let context =
        state.context ?? CIContext(options: [.cacheIntermediates: false, .name: "AVPlayerItemVideoOutput"])
      state.context = context
      return context
    }
    let buffer = try CVPixelBuffer(
      width: Int(image.extent.width.rounded()), height: Int(image.extent.height.rounded()),
      pixelFormat: format ?? kCVPixelFormatType_64RGBAHalf)
    if format == nil {
      let space = CGColorSpace(name: CGColorSpace.extendedLinearSRGB)!
      CVBufferSetAttachment(buffer, kCVImageBufferCGColorSpaceKey, space, .shouldPropagate)
    }
    try context.startTask(toRender: image, to: CIRenderDestination(pixelBuffer: buffer)).waitUntilCompleted()
    return buffer
  }

  func attach(_ item: AVPlayerItem?) { state.withLock { ($0.item, $0.last) = (item, nil) } }
}
