import CoreImage
import CoreMedia
import Foundation

/// Calls the handler for each frame, and renders its answer into planes for the encoder.
final class FrameRenderer: @unchecked Sendable {
  private let plan: ExportPlan
  private let queue: ExportQueue
  private let counter: ExportCounter
  private let pool: CVPixelBufferPool
  private let rect: CGRect
  /// The context for exports without a composition.
  private lazy var context = CIContext(options: [
    .cacheIntermediates: false, .name: "AVAssetExportSession",
  ])

  init(_ plan: ExportPlan, _ queue: ExportQueue, _ counter: ExportCounter) throws(AVError) {
    (self.plan, self.queue, self.counter) = (plan, queue, counter)
    rect = CGRect(x: 0, y: 0, width: plan.width, height: plan.height)
    let attributes: [CFString: Any] = [
      kCVPixelBufferWidthKey: plan.width, kCVPixelBufferHeightKey: plan.height,
      kCVPixelBufferPixelFormatTypeKey: Int(plan.pixelFormat),
    ]
    do throws(CVError) {
      pool = try CVPixelBufferPool(bufferAttributes: attributes as CFDictionary)
    } catch {
      throw AVError(.invalidVideoComposition, error.description)
    }
  }

  /// Starts the rendering of a frame, whose pixels are stored in the queue.
  func start(_ source: DecodedFrame, _ frame: ExportFrame) {
    let image = self.image(of: source)
    guard let composition = plan.composition else {
      queue.set(frame) { try pixels(image, of: source, isSource: true, context) }
      return
    }
    let (queue, url, counter) = (queue, plan.source, counter)
    // The block owns the request, so that its release detects a missing answer.
    composition.queue.async { [self] in
      if queue.hasFailed { return }
      let start = ContinuousClock.now
      let request = AVAsynchronousCIImageFilteringRequest(
        image, at: source.time, renderSize: plan.renderSize
      ) { answer in
        counter.add(\.handlerMilliseconds, since: start)
        queue.set(frame) {
          do {
            let answer = try answer.get()
            return try self.pixels(
              answer.image, of: source, isSource: answer.image === image, answer.context ?? composition.context)
          } catch let error as AVError {
            throw error.at(url, source.time)
          }
        }
      }
      composition.handler(request)
    }
  }

  /// Returns the frame in display orientation. A frame that differs from the video's size is scaled to it, as by
  /// players.
  private func image(of source: DecodedFrame) -> CIImage {
    let image = plan.geometry.image(source.buffer, toneMaps: plan.toneMaps)
    let (size, shown) = (image.extent.size, plan.shownSize)
    return size == shown
      ? image : image.scaled(across: shown.width / size.width, up: shown.height / size.height, to: shown)
  }

  private func pixels(
    _ image: CIImage, of source: DecodedFrame, isSource: Bool, _ context: CIContext
  ) throws -> (buffer: CVPixelBuffer, task: CIRenderTask?) {
    let isCopied = isSource && isUnchanged(source.buffer)
    if isCopied, CVPixelBufferGetPixelFormatType(source.buffer) == plan.pixelFormat { return (source.buffer, nil) }
    let buffer = try pool.pixelBuffer()
    plan.colors.attach(to: buffer)
    if isCopied, buffer.copySamples(of: source.buffer) {
      counter.count { $0.copiedBytes += buffer.sampleByteCount }
      return (buffer, nil)
    }
    let destination = CIRenderDestination(pixelBuffer: buffer)
    // A frame that fails is discarded, so the buffer may be written directly.
    destination.isWrittenInPlace = true
    return (buffer, try context.startTask(toRender: fitted(image), to: destination))
  }

  /// Returns whether the decoder's samples can be encoded without a render.
  private func isUnchanged(_ buffer: CVPixelBuffer) -> Bool {
    func attached(_ key: CFString) -> String? {
      CVBufferCopyAttachment(buffer, key, nil) as? String
    }
    let hasColors = plan.colors.attachments.allSatisfy { key, value in
      attached(key).map { $0 == value as String } ?? true
    }
    return hasColors && plan.keepsColors && plan.geometry.isPlain
      && CVPixelBufferGetWidth(buffer) == plan.width
      && CVPixelBufferGetHeight(buffer) == plan.height
  }

  /// Returns the rectangle of the render size, scaled to the encoded size, on black.
  private func fitted(_ image: CIImage) -> CIImage {
    let requested = CGRect(origin: .zero, size: plan.renderSize)
    let result = image.onBlack(requested)
    let (across, up) = (rect.width / requested.width, rect.height / requested.height)
    // If only an odd last row or column is removed, the image is cropped: the remaining pixels keep their chroma
    // siting.
    let cut = requested.height - rect.height
    if (0..<2).contains(requested.width - rect.width), (0..<2).contains(cut) {
      let upper = cut == 0 ? result : result.transformed(by: CGAffineTransform(translationX: 0, y: -cut))
      return upper.cropped(to: rect)
    }
    return result.scaled(across: across, up: up, to: rect.size)
  }
}
