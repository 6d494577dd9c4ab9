import Foundation
import ImageGraph

/// A Core Foundation dictionary of options.
struct Settings {
  private(set) var values: [String: Any] = [:]

  /// - Parameter dictionary: keys that are no strings are ignored.
  init(_ dictionary: CFDictionary?) {
    for (key, value) in dictionary ?? [:] { if let key = key as? String { values[key] = value } }
  }

  func flag(_ key: CFString) -> Bool { number(key).map { $0 != 0 } ?? false }

  /// Returns a finite number; nil if it is missing, no number or not finite.
  func number(_ key: CFString) -> Double? {
    CoreImage.number(from: values[key as String]).flatMap { $0.isFinite ? $0 : nil }
  }

  /// Returns a number of whole pixels, at least 1; nil if it is missing, or invalid, which is logged.
  func pixels(_ key: CFString, _ caller: String) -> CGFloat? {
    guard values[key as String] != nil else { return nil }
    guard let number = number(key), number >= 1 else {
      RenderLog.process.note("\(caller): \(key) must be a number of pixels, at least 1; it is ignored")
      return nil
    }
    return number.rounded(.down)
  }
}

/// Merges two property dictionaries, of which the second one has precedence. Nested dictionaries are merged key by key,
/// and null removes a key. There are only two levels.
func merged(_ properties: [String: Any], _ others: [String: Any]) -> [String: Any] {
  overlaid(properties, others) { own, other in
    dictionary(other).map { overlaid(own.flatMap(dictionary) ?? [:], $0) { $1 } } ?? other
  }
}

private func overlaid(
  _ values: [String: Any], _ others: [String: Any], _ chosen: (_ own: Any?, _ other: Any) -> Any
) -> [String: Any] {
  var result = values
  for (key, other) in others { result[key] = other is NSNull ? nil : chosen(values[key], other) }
  return result
}

private func dictionary(_ value: Any) -> [String: Any]? {
  if let typed = value as? [String: Any] { return typed }
  return (value as? NSDictionary).map { Settings($0).values }
}
