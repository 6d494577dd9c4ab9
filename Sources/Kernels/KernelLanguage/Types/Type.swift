/// A scalar type. Half floats are floats here, and short integers are `int`: kernels compute with 32 bits.
enum Scalar: Int, Hashable, Sendable {
  case bool, int, uint, float
}

/// The type of a value, common to all languages.
indirect enum Type: Hashable, Sendable {
  case void
  case scalar(Scalar)
  /// A vector of two to four components.
  case vector(Scalar, Int)
  /// A matrix of floats: columns, then rows.
  case matrix(Int, Int)
  case array(Type, Int)
  /// A struct, by the index of its declaration.
  case structure(Int)
  /// An image that is sampled at arbitrary points.
  case sampler
  /// The position of the output pixel.
  case destination
  /// The position of a block of two by two output pixels.
  case groupDestination
  /// Values in a data argument.
  case data(Type)

  static let float = Type.scalar(.float)
  static let int = Type.scalar(.int)
  static let uint = Type.scalar(.uint)
  static let bool = Type.scalar(.bool)

  static func floats(_ count: Int) -> Type { components(.float, count) }

  static func components(_ scalar: Scalar, _ count: Int) -> Type {
    count == 1 ? .scalar(scalar) : .vector(scalar, count)
  }

  /// The scalar type of a scalar or a vector.
  var scalar: Scalar? {
    switch self {
    case .scalar(let scalar), .vector(let scalar, _): scalar
    default: nil
    }
  }

  /// The number of components of a scalar or a vector.
  var width: Int? {
    switch self {
    case .scalar: 1
    case .vector(_, let count): count
    default: nil
    }
  }

  var isMatrix: Bool {
    if case .matrix = self { true } else { false }
  }

  var isNumeric: Bool { scalar.map { $0 != .bool } ?? isMatrix }

  /// Whether the type is a sampler, a destination or data: a value of it can only be passed to functions.
  var isOpaque: Bool {
    switch self {
    case .sampler, .destination, .groupDestination, .data: true
    default: false
    }
  }
}
