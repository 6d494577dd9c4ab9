import CoreGraphics
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
final class Attachments: @unchecked Sendable {
  struct Entry {
    let value: CFTypeRef
    let mode: CVAttachmentMode
  }

  private var entries: [String: Entry] = [:]
  private let lock = Mutex(())

  subscript(key: String) -> Entry? {
    get { lock.withLock { _ in entries[key] } }
    set { lock.withLock { _ in entries[key] = newValue } }
  }

  func merge(_ others: [String: Entry]) {
    lock.withLock { _ in entries.merge(others) { $1 } }
  }

  func removeAll() {
    lock.withLock { _ in entries = [:] }
  }

  func all(_ mode: CVAttachmentMode) -> [String: Entry] {
    lock.withLock { _ in entries.filter { $0.value.mode == mode } }
  }

  func value(_ key: CFString) -> CFTypeRef? { self[key as String]?.value }
}
