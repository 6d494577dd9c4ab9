import Foundation
import ImageGraph

/// Why a filter gives no image, or cannot be set so.
public enum CIFilterError: Error, Sendable, Equatable {
  /// There is no filter of that name; `nearest` are the names that look most like it.
  case unknownFilter(String, nearest: [String])
  /// The filter has no such input; `known` are those that it has.
  case unknownKey(filter: String, key: String, known: [String])
  /// A filter of the app's own has no property of that name that keys reach; `known` are those that they do. Mark the
  /// property with ``CIInput``.
  case unreachableInput(filter: String, key: String, known: [String])
  /// The value is not of the input's class; `allowed` says what would be.
  case wrongClass(filter: String, key: String, allowed: String, given: String)
  /// The input has no default and was not set.
  case missingInput(filter: String, key: String)
  /// The values have no meaning together.
  case recipe(filter: String, RenderError)
  /// A plug-in was not loaded; the second text says why.
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
      "keys reach no \(quoted(key)) of \(filter); declare it there as `@CIInput var \(quoted(key))`"
        + (known.isEmpty ? "" : " (they reach \(known.joined(separator: ", ")))")
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

/// Renders' errors in words for people.
extension RenderError: LocalizedError {
  /// `description`, for `localizedDescription`.
  public var errorDescription: String? { description }
}
