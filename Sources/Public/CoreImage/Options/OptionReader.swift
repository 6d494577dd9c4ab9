import Foundation
import ImageGraph

/// A reader of a dictionary of options, which collects errors: unknown options and invalid values.
struct OptionReader<Key: RawRepresentable & Hashable> where Key.RawValue == String {
  private var remaining: [Key: Any]
  private var errors: [RenderError] = []

  init(_ options: [Key: Any]?) { remaining = options ?? [:] }

  /// Removes and returns the value of a key; nil if it is not set.
  mutating func object(_ key: Key) -> Any? { remaining.removeValue(forKey: key).flatMap { unwrapped($0) } }

  mutating func flag(_ key: Key) -> Bool? {
    value(key, "true or false") { value in CoreImage.number(from: value).map { $0 != 0 } }
  }

  mutating func number(_ key: Key, _ allowed: String, where isAllowed: (Double) -> Bool) -> Double? {
    value(key, allowed) { value in CoreImage.number(from: value).flatMap { isAllowed($0) ? $0 : nil } }
  }

  mutating func text(_ key: Key) -> String? {
    value(key, "a String") { value in value as? String ?? (value as? NSString).map { "\($0)" } }
  }

  /// Returns the value of a key as converted by `read`; nil values are collected as errors.
  mutating func value<Value>(_ key: Key, _ allowed: String, read: (Any) -> Value?) -> Value? {
    guard let object = object(key) else { return nil }
    guard let value = read(object) else {
      reject("the option \(key.rawValue) takes \(allowed), not \(quoted(classAndValue(object)))")
      return nil
    }
    return value
  }

  mutating func reject(_ text: String) { errors.append(.invalidArgument(text)) }

  /// Returns all errors, including options that have not been read by now.
  ///
  /// - Parameter reasons: the reasons why known options are not supported, by key.
  mutating func problems(_ reasons: [Key: String] = [:]) -> [RenderError] {
    for key in remaining.keys.sorted(by: { $0.rawValue < $1.rawValue }) {
      errors.append(
        .unsupported(
          "the option \(quoted(key.rawValue)) is not supported here" + (reasons[key].map { ": \($0)" } ?? "")))
    }
    remaining = [:]
    return errors
  }
}

/// Values that were read from a dictionary of options, with its errors.
protocol ReadFromOptions {
  var problems: [RenderError] { get }
}

extension ReadFromOptions {
  /// Returns the value, or throws the first error.
  @discardableResult func checked() throws(RenderError) -> Self {
    if let problem = problems.first { throw problem }
    return self
  }

  /// Logs all errors and returns the value.
  @discardableResult func noted(in log: RenderLog, by caller: String) -> Self {
    for problem in problems { log.note("\(caller): \(problem)") }
    return self
  }
}
