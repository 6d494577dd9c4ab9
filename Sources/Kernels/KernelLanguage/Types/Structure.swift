/// A struct of the text.
struct Structure: Sendable {
  struct Field: Sendable {
    var name: String
    var type: Type
    /// How its numbers lie in bytes that an app gives.
    var storage: Storage
    var isPacked: Bool
  }
  var name: String
  var fields: [Field]
}

/// How one number of a type lies in the bytes that an app gives to a kernel.
package enum Storage: String, Hashable, Sendable {
  case bool, int8, uint8, int16, uint16, int32, uint32, half, float

  package var byteCount: Int {
    switch self {
    case .bool, .int8, .uint8: 1
    case .int16, .uint16, .half: 2
    case .int32, .uint32, .float: 4
    }
  }
}

/// A spelled type: what it is, and how it lies in bytes.
struct NamedType: Sendable {
  var type: Type
  var storage: Storage = .float
  /// Vectors are aligned to one number, not to all of their size.
  var isPacked = false
}
