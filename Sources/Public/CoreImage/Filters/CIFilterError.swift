import Foundation
import ImageGraph

/// An error of creating, setting or evaluating a filter.
public enum CIFilterError: Error, Sendable, Equatable {
  /// There is no filter of that name; `nearest` are similar names.
  case unknownFilter(String, nearest: [String])
  /// The filter has no such input; `known` are the keys of its inputs.
  case unknownKey(filter: String, key: String, known: [String])
  /// A custom filter has no property of that name that is accessible by key; `known` are the accessible ones. Mark the
  /// property with ``CIInput``.
  case unreachableInput(filter: String, key: String, known: [String])
  /// The value is not of the input's class; `allowed` describes the valid values.
  case wrongClass(filter: String, key: String, allowed: String, given: String)
  /// The input has no default and was not set.
  case missingInput(filter: String, key: String)
  /// The input values are not valid together.
  case recipe(filter: String, RenderError)
  /// A plug-in was not loaded; the second text is the reason.
  case plugIn(String, String)
}

extension CIFilterError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .unknownFilter(let name, let nearest):
      nearest.isEmpty
        ? "there is no filter \(quoted(name))"
        : "there is no filter \(quoted(name)); the nearest names are \(nearest.joined(separator: ", "))"
    case .unknownKey(let filter, let key, let known):
      "\(filter) has no input \(quoted(key)); it has \(known.joined(separator: ", "))"
    case .unreachableInput(let filter, let key, let known):
      "\(filter) has no input for the key \(quoted(key)); declare it as `@CIInput var \(quoted(key))`"
        + (known.isEmpty ? "" : " (its keys are \(known.joined(separator: ", ")))")
    case .wrongClass(let filter, let key, let allowed, let given):
      "\(filter).\(quoted(key)) takes \(allowed), not \(quoted(given, most: 120))"
    case .missingInput(let filter, let key): "\(filter).\(key) is not set and has no default"
    case .plugIn(let name, let reason): "\(quoted(name)) is not loaded: \(reason)"
    case .recipe(let filter, let error): "\(error)".hasPrefix(filter) ? "\(error)" : "\(filter): \(error)"
    }
  }
}

extension CIFilterError: LocalizedError {
  /// `description`, for `localizedDescription`.
  public var errorDescription: String? { description }
}

/// Descriptions of render errors for display.
extension RenderError: LocalizedError {
  /// `description`, for `localizedDescription`.
  public var errorDescription: String? { description }
}
