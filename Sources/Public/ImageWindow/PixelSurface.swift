import CWindow
import CoreImage

/// A window that gets finished pixels: for contexts that render on the processor.
@MainActor final class PixelSurface: WindowSurface {
  let context: CIContext
  let format = SurfaceFormat.pixels
  private(set) var size = (width: 0, height: 0)
  let skipsFrame = false
  private(set) var frameNumber = 0
  private let window: NativeWindow
  /// Kept for the next frame, when no task can still be writing there: it shows the last one.
  private var free: CIRenderDestination?
  private var drawn: CIRenderDestination?

  init(_ window: NativeWindow, _ context: CIContext) { (self.window, self.context) = (window, context) }

  func begin(_ wishes: FrameOptions) throws -> Bool {
    guard !window.isLost else { throw CIWindowError.displayLost }
    size = window.size
    return size.width > 0 && size.height > 0
  }

  func keptFrame() -> Int? {
    guard drawn == nil, let free, free.width == size.width, free.height == size.height else { return nil }
    return frameNumber - 1
  }

  /// Memory of its own, not the window's: that goes when the window is resized, and a task may go on.
  func makeDestination() throws -> CIRenderDestination {
    if let drawn { return drawn }
    let known = free.flatMap { $0.width == size.width && $0.height == size.height ? $0 : nil }
    let destination = try known ?? CIRenderDestination(width: size.width, height: size.height, format: .BGRA8)
    (destination.alphaMode, destination.colorSpace) = (.none, format.colorSpace)
    (free, drawn) = (nil, destination)
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
    (free, self.drawn) = (drawn, nil)
    frameNumber += 1
    guard !window.isLost else { throw CIWindowError.displayLost }
    if !isShown { throw CIWindowError.unavailable("the window does not take pixels") }
  }

  func end() { drawn = nil }
}
