import CWindow
import CoreImage

/// A surface that copies rendered pixels to a window: for contexts that render on the processor.
@MainActor final class PixelSurface: WindowSurface {
  let context: CIContext
  let format = SurfaceFormat.pixels
  private(set) var size = (width: 0, height: 0)
  let skipsFrame = false
  private(set) var frameNumber = 0
  private let window: NativeWindow
  /// The last frame's destination, reused for the next frame once no task can write to it. It has the last frame's
  /// pixels.
  private var reusable: CIRenderDestination?
  private var drawn: CIRenderDestination?

  init(_ window: NativeWindow, _ context: CIContext) { (self.window, self.context) = (window, context) }

  func begin(_ options: FrameOptions) throws -> Bool {
    guard !window.isLost else { throw CIWindowError.displayLost }
    size = window.size
    return size.width > 0 && size.height > 0
  }

  func retainedFrame() -> Int? {
    guard drawn == nil, let reusable, reusable.width == size.width, reusable.height == size.height else { return nil }
    return frameNumber - 1
  }

  /// Returns a destination with memory of its own. The window's memory is freed on a resize, while a task may still
  /// render.
  func makeDestination() throws -> CIRenderDestination {
    if let drawn { return drawn }
    let matching = reusable.flatMap { $0.width == size.width && $0.height == size.height ? $0 : nil }
    let destination = try matching ?? CIRenderDestination(width: size.width, height: size.height, format: .BGRA8)
    (destination.alphaMode, destination.colorSpace) = (.none, format.colorSpace)
    (reusable, drawn) = (nil, destination)
    return destination
  }

  func present(after task: CIRenderTask) throws {
    guard let drawn else { return }
    try task.waitUntilCompleted()
    let pixels: CWPixels
    do { pixels = try window.pixels() } catch {
      if window.isLost { throw CIWindowError.displayLost }
      throw error
    }
    let (columns, rows) = (min(size.width, Int(pixels.width)), min(size.height, Int(pixels.height)))
    drawn.withUnsafeBytes { bytes in
      for row in 0..<rows {
        pixels.bytes.advanced(by: row * Int(pixels.bytesPerRow))
          .copyMemory(from: bytes.baseAddress! + row * size.width * 4, byteCount: columns * 4)
      }
    }
    let isShown = window.showPixels()
    (reusable, self.drawn) = (drawn, nil)
    frameNumber += 1
    guard !window.isLost else { throw CIWindowError.displayLost }
    if !isShown { throw CIWindowError.unavailable("SDL could not update the window's pixels") }
  }

  func end() { drawn = nil }
}
