import Foundation
import ImageGraph

/// Reads a dictionary of options and remembers what of it nothing does: options that are not known here, and values
/// that are of no use.
struct OptionReader<Key: RawRepresentable & Hashable> where Key.RawValue == String {
  private var left: [Key: Any]
  private var found: [RenderError] = []

  init(_ options: [Key: Any]?) { left = options ?? [:] }

  /// The value under the key, whatever it is; nil where it is not set.
  mutating func object(_ key: Key) -> Any? { left.removeValue(forKey: key).flatMap { unwrapped($0) } }

  mutating func flag(_ key: Key) -> Bool? {
    value(key, "true or false") { value in CoreImage.number(from: value).map { $0 != 0 } }
  }

  mutating func number(_ key: Key, _ allowed: String, where isAllowed: (Double) -> Bool) -> Double? {
    value(key, allowed) { value in CoreImage.number(from: value).flatMap { isAllowed($0) ? $0 : nil } }
  }

  mutating func text(_ key: Key) -> String? {
    value(key, "a String") { value in value as? String ?? (value as? NSString).map { "\($0)" } }
  }

  /// The value under the key as `read` takes it; what it does not take is remembered.
  mutating func value<Value>(_ key: Key, _ allowed: String, read: (Any) -> Value?) -> Value? {
    guard let object = object(key) else { return nil }
    guard let value = read(object) else {
      refuse("the option \(key.rawValue) takes \(allowed), not \(quoted(classAndValue(object)))")
      return nil
    }
    return value
  }

  mutating func refuse(_ text: String) { found.append(.invalidArgument(text)) }

  /// What nothing does of all that was given; every option that is known has been read by now.
  ///
  /// - Parameter reasons: why some of the others do nothing, by key.
  mutating func problems(_ reasons: [Key: String] = [:]) -> [RenderError] {
    for key in left.keys.sorted(by: { $0.rawValue < $1.rawValue }) {
      found.append(
        .unsupported("nothing here does the option \(quoted(key.rawValue))" + (reasons[key].map { ": \($0)" } ?? "")))
    }
    left = [:]
    return found
  }
}

/// What came of a dictionary of options.
protocol ReadFromOptions {
  var problems: [RenderError] { get }
}

extension ReadFromOptions {
  /// Itself.
  ///
  /// - Throws: the first problem.
  @discardableResult func checked() throws(RenderError) -> Self {
    if let problem = problems.first { throw problem }
    return self
  }

  /// Itself; each problem is a line in the log.
  @discardableResult func noted(in log: RenderLog, by caller: String) -> Self {
    for problem in problems { log.note("\(caller): \(problem)") }
    return self
  }
}
