import CoreGraphics
import Foundation

// swift-format-ignore-file: AlwaysUseLowerCamelCase
// Names are IOSurface's.

extension IOSurface {
  /// Gives all processes that share the surface a value: a text, a number, data, or an array or a dictionary of these.
  /// Anything else, and what does not fit (about 30 kilobytes), is left out; `set(_:)` says so.
  public func setAttachment(_ anObject: Any, forKey key: String) { try? set([key: anObject]) }

  /// Sets values beside those that are there.
  ///
  /// - Throws: what is no value, or does not fit; nothing is changed then.
  public func set(_ values: [String: Any]) throws(IOSurfaceError) {
    try memory.values.change { $0.merge(values) { $1 } }
  }

  /// The value of a key; nil when nothing has it.
  public func attachment(forKey key: String) -> Any? { (try? memory.values.all())?[key] }

  /// Takes off what has the key, if anything has.
  public func removeAttachment(forKey key: String) { try? memory.values.change { $0[key] = nil } }

  /// Sets these values in place of all that are there.
  public func setAllAttachments(_ dict: [String: Any]) { try? memory.values.change { $0 = dict } }

  /// All values by their keys; nil when there is none.
  public func allAttachments() -> [String: Any]? {
    (try? memory.values.all()).flatMap { $0.isEmpty ? nil : $0 }
  }

  /// Takes all off.
  public func removeAllAttachments() { try? memory.values.change { $0 = [:] } }

  /// Takes off what has these keys.
  package func removeAttachments(forKeys keys: [String]) {
    try? memory.values.change { values in
      for key in keys { values[key] = nil }
    }
  }

  /// A value as Foundation's object.
  package static func object(_ value: Any) -> CFTypeRef {
    switch value {
    case let text as String: text as NSString
    case let data as Data: data as NSData
    case let number as NSNumber: number
    case let array as [Any]: array as NSArray
    case let dictionary as [String: Any]: dictionary as NSDictionary
    default: value as AnyObject
    }
  }

  /// True while any process says that it uses the surface.
  public var isInUse: Bool { memory.uses.ofThisProcess > 0 || memory.uses.isUsedElsewhere }

  /// How often all processes say so. A process's uses end with it.
  public var useCount: Int32 { memory.uses.ofAll }

  /// How often this process says so.
  public var localUseCount: Int32 { memory.uses.ofThisProcess }

  /// Says that this process uses the surface, once more: who made it does not give it new contents then.
  public func incrementUseCount() { memory.uses.increment() }

  /// Takes one use of this process back, if there is any.
  public func decrementUseCount() { memory.uses.decrement() }
}
