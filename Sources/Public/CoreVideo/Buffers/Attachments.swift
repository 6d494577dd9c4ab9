import CoreGraphics
import IOSurface
import Synchronization

// swift-format-ignore-file: AlwaysUseLowerCamelCase
// Names are Core Video's.

/// Whether an attachment is copied to buffers that are derived from its buffer.
public enum CVAttachmentMode: UInt32, Sendable {
  /// The attachment belongs to this buffer only.
  case shouldNotPropagate = 0
  /// The attachment is copied.
  case shouldPropagate = 1
}

/// The attachments of a buffer: values and modes by their keys. Safe on any thread, as long as attached values are not
/// changed.
///
/// A propagating attachment whose value a surface can store is also set on the buffer's surface. A buffer that another
/// process creates on that surface starts with it.
final class Attachments: @unchecked Sendable {
  struct Entry {
    let value: CFTypeRef
    let mode: CVAttachmentMode
  }

  private var entries: [String: Entry] = [:]
  private let lock = Mutex(())
  private let surface: IOSurface?

  /// Attaches the values of a surface, except for those that describe the surface itself.
  init(on surface: IOSurface?) {
    self.surface = surface
    for (key, value) in surface?.allAttachments() ?? [:] where !key.hasPrefix(Self.ofSurfaces) {
      entries[key] = Entry(value: IOSurface.object(value), mode: .shouldPropagate)
    }
  }

  /// The prefix of keys that describe the surface itself.
  private static let ofSurfaces = "IOSurface"

  subscript(key: String) -> Entry? {
    get { lock.withLock { _ in entries[key] } }
    set {
      lock.withLock { _ in entries[key] = newValue }
      if let newValue { share([key: newValue]) } else { surface?.removeAttachment(forKey: key) }
    }
  }

  func merge(_ others: [String: Entry]) {
    lock.withLock { _ in entries.merge(others) { $1 } }
    share(others)
  }

  func removeAll() {
    let keys = lock.withLock { _ in
      defer { entries = [:] }
      return Array(entries.keys)
    }
    surface?.removeAttachments(forKeys: keys)
  }

  /// Updates the surface's values. Values that a surface cannot store are omitted.
  private func share(_ entries: [String: Entry]) {
    guard let surface else { return }
    for (key, entry) in entries {
      if entry.mode == .shouldPropagate {
        surface.setAttachment(entry.value, forKey: key)
      } else {
        surface.removeAttachment(forKey: key)
      }
    }
  }

  func all(_ mode: CVAttachmentMode) -> [String: Entry] {
    lock.withLock { _ in entries.filter { $0.value.mode == mode } }
  }

  func value(_ key: CFString) -> CFTypeRef? { self[key as String]?.value }
}
