import CVulkan
import CWindow
import CoreGraphics
import Foundation

/// A window of the system, closed when the object is released.
@MainActor final class NativeWindow {
  /// A notification of the window to its view.
  enum Notice {
    case closed, resized, exposed
    case event(CIWindowEvent)
  }

  /// Unsafe: used on the main thread only.
  nonisolated(unsafe) let handle: OpaquePointer

  /// - Throws: `unavailable`.
  init(title: String, width: Int, height: Int, forVulkan: Bool) throws(CIWindowError) {
    var reason = [CChar](repeating: 0, count: CW_REASON_BYTES)
    guard let handle = cw_open(title, Int32(width), Int32(height), forVulkan, &reason) else {
      throw .unavailable(
        forVulkan
          ? "\(text(reason)); for a window with a Vulkan surface. A driver may be missing (mesa-vulkan-drivers). The "
            + "processor engine needs none: CI_BACKEND=processor" : text(reason))
    }
    self.handle = handle
  }

  deinit {
    nonisolated(unsafe) let handle = handle
    if Thread.isMainThread { cw_close(handle) } else { DispatchQueue.main.async { cw_close(handle) } }
  }

  var isLost: Bool { cw_is_lost(handle) }
  var refreshRate: Int { Int(cw_refresh_rate(handle)) }

  var size: (width: Int, height: Int) {
    var (width, height): (Int32, Int32) = (0, 0)
    cw_size(handle, &width, &height)
    return (Int(width), Int(height))
  }

  func setTitle(_ title: String) { cw_set_title(handle, title) }
  func setSize(width: Int, height: Int) { cw_set_size(handle, Int32(width), Int32(height)) }

  var isFullScreen: Bool {
    get { cw_is_full_screen(handle) }
    set { if newValue != isFullScreen { _ = cw_set_full_screen(handle, newValue) } }
  }

  /// Waits until an event arrives for any window, at most `duration`.
  func wait(_ duration: Duration) { cw_wait(handle, Int32(clamping: Int(duration / .milliseconds(1)))) }

  /// Returns the next notification of this window.
  func next() -> Notice? {
    var event = CWEvent()
    guard cw_next_event(handle, &event) else { return nil }
    switch event.kind {
    case CW_CLOSE: return .closed
    case CW_RESIZED: return .resized
    case CW_EXPOSED: return .exposed
    case CW_LEFT: return .event(.pointerLeft)
    default: return .event(read(event))
    }
  }

  private func read(_ event: CWEvent) -> CIWindowEvent {
    let point = CGPoint(x: event.x, y: Double(size.height) - event.y)
    switch event.kind {
    case CW_KEY:
      let (key, modifiers) = (CIWindowKey(code: event.code), CIWindowModifiers(keys: event.modifiers))
      return event.isDown
        ? .keyDown(key, modifiers: modifiers, isRepeat: event.repeats) : .keyUp(key, modifiers: modifiers)
    case CW_BUTTON:
      let button = CIPointerButton(code: event.code)
      return event.isDown ? .pointerDown(button, at: point) : .pointerUp(button, at: point)
    case CW_WHEEL: return .scrolled(dx: event.dx, dy: event.dy, at: point)
    default: return .pointerMoved(to: point)
    }
  }

  /// Returns the window's pixel buffer.
  ///
  /// - Throws: `unavailable`.
  func pixels() throws(CIWindowError) -> CWPixels {
    var (pixels, reason) = (CWPixels(), [CChar](repeating: 0, count: CW_REASON_BYTES))
    guard cw_pixels(handle, &pixels, &reason) else { throw .unavailable(text(reason)) }
    return pixels
  }

  func showPixels() -> Bool { cw_show_pixels(handle) }
}

/// Decodes a zero-terminated string from an array of C characters.
func text(_ characters: [CChar]) -> String {
  String(decoding: characters.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
}
