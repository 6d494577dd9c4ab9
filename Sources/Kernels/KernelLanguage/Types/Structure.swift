/// A struct of the source.
struct Structure: Sendable {
  struct Field: Sendable {
    var name: String
    var type: Type
    /// The storage of its components in a data argument.
    var storage: Storage
    var isPacked: Bool
  }
  var name: String
  var fields: [Field]
}

/// The storage type of a component in a data argument.
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

/// A named type, with its storage in a data argument.
struct NamedType: Sendable {
  var type: Type
  var storage: Storage = .float
  /// Whether vectors are aligned to one component instead of to their size.
  var isPacked = false
}
