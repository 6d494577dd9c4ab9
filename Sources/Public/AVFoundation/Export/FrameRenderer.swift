import CoreImage
import CoreMedia
import Foundation

/// Asks the handler for each frame, and renders what it answers into planes for the encoder.
final class FrameRenderer: @unchecked Sendable {
  private let plan: ExportPlan
  private let line: ExportQueue
  private let counter: ExportCounter
  private let pool: CVPixelBufferPool
  private let rect: CGRect
  /// Where there is no composition.
  private lazy var context = CIContext(options: [
    .cacheIntermediates: false, .name: "AVAssetExportSession",
  ])

  init(_ plan: ExportPlan, _ line: ExportQueue, _ counter: ExportCounter) throws(AVError) {
    (self.plan, self.line, self.counter) = (plan, line, counter)
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

  /// Begins a frame; its pixels come to the line.
  func start(_ source: DecodedFrame, _ frame: ExportFrame) {
    let image = self.image(of: source)
    guard let composition = plan.composition else {
      line.set(frame) { try pixels(image, of: source, isSource: true, context) }
      return
    }
    let (line, url, counter) = (line, plan.source, counter)
    // The request goes with the block: whether it was answered is known when nobody holds it.
    composition.queue.async { [self] in
      if line.hasFailed { return }
      let start = ContinuousClock.now
      let request = AVAsynchronousCIImageFilteringRequest(
        image, at: source.time, renderSize: plan.renderSize
      ) { answer in
        counter.add(\.handlerMilliseconds, since: start)
        line.set(frame) {
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

  /// The frame as it is shown. One of another size than the video says is scaled to that, as players do.
  private func image(of source: DecodedFrame) -> CIImage {
    let image = plan.geometry.image(source.buffer, toneMaps: plan.toneMaps)
    let (size, shown) = (image.extent.size, plan.shownSize)
    return size == shown
      ? image : image.scaled(across: shown.width / size.width, up: shown.height / size.height, to: shown)
  }

  private func pixels(
    _ image: CIImage, of source: DecodedFrame, isSource: Bool, _ context: CIContext
  ) throws -> (buffer: CVPixelBuffer, task: CIRenderTask?) {
    let isCopied = isSource && isAsItIs(source.buffer)
    if isCopied, CVPixelBufferGetPixelFormatType(source.buffer) == plan.pixelFormat { return (source.buffer, nil) }
    let buffer = try pool.pixelBuffer()
    plan.colors.attach(to: buffer)
    if isCopied, buffer.takeCodes(of: source.buffer) {
      counter.count { $0.copiedBytes += buffer.codeBytes }
      return (buffer, nil)
    }
    let destination = CIRenderDestination(pixelBuffer: buffer)
    // A frame that fails goes to nobody.
    destination.isWrittenInPlace = true
    return (buffer, try context.startTask(toRender: fitted(image), to: destination))
  }

  /// Whether the decoder's codes are already what the encoder takes, but for how they lie.
  private func isAsItIs(_ buffer: CVPixelBuffer) -> Bool {
    func attached(_ key: CFString) -> String? {
      CVBufferCopyAttachment(buffer, key, nil) as? String
    }
    let isMeant = plan.colors.attachments.allSatisfy { key, value in
      attached(key).map { $0 == value as String } ?? true
    }
    return isMeant && plan.keepsColors && plan.geometry.isPlain
      && CVPixelBufferGetWidth(buffer) == plan.width
      && CVPixelBufferGetHeight(buffer) == plan.height
  }

  /// The render size scaled to what is encoded, on black.
  private func fitted(_ image: CIImage) -> CIImage {
    let asked = CGRect(origin: .zero, size: plan.renderSize)
    let result = image.onBlack(asked)
    let (across, up) = (rect.width / asked.width, rect.height / asked.height)
    // A last row or column less, for pairs, is cut off: the rest keeps its places in pairs.
    let cut = asked.height - rect.height
    if (0..<2).contains(asked.width - rect.width), (0..<2).contains(cut) {
      let upper = cut == 0 ? result : result.transformed(by: CGAffineTransform(translationX: 0, y: -cut))
      return upper.cropped(to: rect)
    }
    return result.scaled(across: across, up: up, to: rect.size)
  }
}
