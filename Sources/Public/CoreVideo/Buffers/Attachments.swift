import CoreGraphics
import IOSurface
import Synchronization

// swift-format-ignore-file: AlwaysUseLowerCamelCase
// Names are Core Video's.

/// Whether what is attached to a buffer goes on to those that are made of it.
public enum CVAttachmentMode: UInt32, Sendable {
  /// It belongs to this buffer alone.
  case shouldNotPropagate = 0
  /// It goes on.
  case shouldPropagate = 1
}

/// What is attached to a buffer: values by their keys, each with its way to travel on. Safe on any thread, as long as
/// nobody changes a value.
///
/// What goes on and is a value for surfaces goes to the buffer's surface, too: so a buffer that another process makes
/// of it starts with that.
final class Attachments: @unchecked Sendable {
  struct Entry {
    let value: CFTypeRef
    let mode: CVAttachmentMode
  }

  private var entries: [String: Entry] = [:]
  private let lock = Mutex(())
  private let surface: IOSurface?

  /// - Parameter surface: what it says is attached at once, but for what surfaces say of themselves.
  init(on surface: IOSurface?) {
    self.surface = surface
    for (key, value) in surface?.allAttachments() ?? [:] where !key.hasPrefix(Self.ofSurfaces) {
      entries[key] = Entry(value: IOSurface.object(value), mode: .shouldPropagate)
    }
  }

  /// How keys begin that say what a surface is.
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

  /// Tells the surface. What is no value for surfaces stays here.
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
