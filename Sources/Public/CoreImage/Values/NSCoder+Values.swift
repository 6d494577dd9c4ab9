import Foundation
import ImageGraph

// Keyed archives contain one property list for each Core Image object, the binary form of its `Codable` representation.
// All data are thus validated in one place, and only the requested class is decoded.

/// A wrapper, since the root of a property list must be a dictionary.
private struct Wrapper<Value> {
  let value: Value
}

extension Wrapper: Encodable where Value: Encodable {}
extension Wrapper: Decodable where Value: Decodable {}

private let archiveKey = "CoreImage"

extension NSCoder {
  /// Encodes a value. If that fails, the archive is empty and the error is logged.
  func encode(value: some Encodable) {
    let encoder = PropertyListEncoder()
    encoder.outputFormat = .binary
    do {
      encode(NSData(data: try encoder.encode(Wrapper(value: value))), forKey: archiveKey)
    } catch {
      RenderLog.process.note("the value was not archived: \(archiveErrorText(error))")
    }
  }

  /// Decodes a value. Returns nil if the archive has none, or if it is invalid, which is logged.
  func decoded<Value: Decodable>(_: Value.Type) -> Value? {
    guard containsValue(forKey: archiveKey) else { return nil }
    do {
      guard let data = decodeObject(of: NSData.self, forKey: archiveKey) else { return nil }
      return try PropertyListDecoder().decode(Wrapper<Value>.self, from: Data(referencing: data)).value
    } catch {
      RenderLog.process.note("the archive cannot be read: \(archiveErrorText(error))")
      return nil
    }
  }
}

/// Returns the description of an error without Foundation's context.
private func archiveErrorText(_ error: any Error) -> String {
  switch error {
  case EncodingError.invalidValue(_, let context): context.debugDescription
  case DecodingError.dataCorrupted(let context), DecodingError.typeMismatch(_, let context),
    DecodingError.valueNotFound(_, let context), DecodingError.keyNotFound(_, let context):
    context.debugDescription
  default: "\(error)"
  }
}
