import CoreGraphics
import Foundation

// swift-format-ignore-file: AlwaysUseLowerCamelCase
// Names are IOSurface's.

extension IOSurface {
  /// Sets a value for all processes that share the surface: a string, a number, data, or an array or a dictionary of
  /// these. Other values, and values that exceed the space (about 30 kB for all), are ignored; `set(_:)` throws for
  /// them.
  public func setAttachment(_ anObject: Any, forKey key: String) { try? set([key: anObject]) }

  /// Adds values to the existing ones.
  ///
  /// - Throws: for a value of an unsupported type, and if the values exceed the space. Nothing is changed then.
  public func set(_ values: [String: Any]) throws(IOSurfaceError) {
    try memory.values.change { $0.merge(values) { $1 } }
  }

  /// Returns the value of a key, or nil if there is none.
  public func attachment(forKey key: String) -> Any? { (try? memory.values.all())?[key] }

  /// Removes the value of a key, if there is one.
  public func removeAttachment(forKey key: String) { try? memory.values.change { $0[key] = nil } }

  /// Replaces all existing values.
  public func setAllAttachments(_ dict: [String: Any]) { try? memory.values.change { $0 = dict } }

  /// Returns all values by their keys, or nil if there are none.
  public func allAttachments() -> [String: Any]? {
    (try? memory.values.all()).flatMap { $0.isEmpty ? nil : $0 }
  }

  /// Removes all values.
  public func removeAllAttachments() { try? memory.values.change { $0 = [:] } }

  /// Removes the values of these keys.
  package func removeAttachments(forKeys keys: [String]) {
    try? memory.values.change { values in
      for key in keys { values[key] = nil }
    }
  }

  /// Returns a value as an object of Foundation.
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

  /// Whether any process uses the surface.
  public var isInUse: Bool { memory.uses.ofThisProcess > 0 || memory.uses.isUsedElsewhere }

  /// The use count of the surface, summed over all processes. The uses of a process end with it.
  public var useCount: Int32 { memory.uses.ofAll }

  /// The use count of this process.
  public var localUseCount: Int32 { memory.uses.ofThisProcess }

  /// Increments the use count of this process. While a surface is in use, the pool that created it does not reuse it.
  public func incrementUseCount() { memory.uses.increment() }

  /// Decrements the use count of this process, if it is not 0.
  public func decrementUseCount() { memory.uses.decrement() }
}
