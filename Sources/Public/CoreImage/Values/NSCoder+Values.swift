import Foundation
import ImageGraph

// Everything of Core Image goes into a keyed archive as one property list, the binary form of its `Codable` one: what
// comes out of an archive is then checked in one place, and no class is made but the one that was asked for.

/// Property lists begin with a dictionary.
private struct Form<Value> {
  let value: Value
}

extension Form: Encodable where Value: Encodable {}
extension Form: Decodable where Value: Decodable {}

private let formKey = "CoreImage"

extension NSCoder {
  /// What cannot be written leaves an archive that holds nothing, and a line in the log.
  func encode(value: some Encodable) {
    let encoder = PropertyListEncoder()
    encoder.outputFormat = .binary
    do {
      encode(NSData(data: try encoder.encode(Form(value: value))), forKey: formKey)
    } catch {
      RenderLog.process.note("nothing was archived: \(archiveProblem(error))")
    }
  }

  /// Nil, with a line in the log where the archive holds something else.
  func decoded<Value: Decodable>(_: Value.Type) -> Value? {
    guard containsValue(forKey: formKey) else { return nil }
    do {
      guard let data = decodeObject(of: NSData.self, forKey: formKey) else { return nil }
      return try PropertyListDecoder().decode(Form<Value>.self, from: Data(referencing: data)).value
    } catch {
      RenderLog.process.note("the archive cannot be read: \(archiveProblem(error))")
      return nil
    }
  }
}

/// In words, without what Foundation says around them.
private func archiveProblem(_ error: any Error) -> String {
  switch error {
  case EncodingError.invalidValue(_, let context): context.debugDescription
  case DecodingError.dataCorrupted(let context), DecodingError.typeMismatch(_, let context),
    DecodingError.valueNotFound(_, let context), DecodingError.keyNotFound(_, let context):
    context.debugDescription
  default: "\(error)"
  }
}
