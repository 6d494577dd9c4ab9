import Foundation
import ImageGraph

/// A dictionary of Core Foundation as Swift has it, read key by key.
struct Settings {
  private(set) var values: [String: Any] = [:]

  /// - Parameter dictionary: keys that are no texts are left out.
  init(_ dictionary: CFDictionary?) {
    for (key, value) in dictionary ?? [:] { if let key = key as? String { values[key] = value } }
  }

  func flag(_ key: CFString) -> Bool { number(key).map { $0 != 0 } ?? false }

  /// Nil where there is none, and for what is no number or not finite.
  func number(_ key: CFString) -> Double? {
    CoreImage.number(from: values[key as String]).flatMap { $0.isFinite ? $0 : nil }
  }

  /// A number of whole pixels, from 1 on; nil where there is none, with a line in the log for what is none.
  func pixels(_ key: CFString, _ caller: String) -> CGFloat? {
    guard values[key as String] != nil else { return nil }
    guard let number = number(key), number >= 1 else {
      RenderLog.process.note("\(caller): \(key) takes a number of pixels, 1 and more; it has no effect")
      return nil
    }
    return number.rounded(.down)
  }
}

/// Dictionaries of properties, the second over the first: the dictionaries in them key by key, and what is null is left
/// out. There are no more levels than these two.
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
  if let known = value as? [String: Any] { return known }
  return (value as? NSDictionary).map { Settings($0).values }
}
