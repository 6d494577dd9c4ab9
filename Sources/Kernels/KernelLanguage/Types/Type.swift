/// What a number is. Half floats are floats here, and short integers are `int`: kernels are computed with 32 bits.
enum Scalar: Int, Hashable, Sendable {
  case bool, int, uint, float
}

/// The type of a value, the same for all languages.
indirect enum Type: Hashable, Sendable {
  case void
  case scalar(Scalar)
  /// Two to four numbers.
  case vector(Scalar, Int)
  /// Floats; columns, then rows.
  case matrix(Int, Int)
  case array(Type, Int)
  /// The number of its declaration.
  case structure(Int)
  /// An image that is read at points.
  case sampler
  /// Where the pixel is that a kernel makes.
  case destination
  /// The same for a block of two by two.
  case groupDestination
  /// Values that the app gives as bytes.
  case data(Type)

  static let float = Type.scalar(.float)
  static let int = Type.scalar(.int)
  static let uint = Type.scalar(.uint)
  static let bool = Type.scalar(.bool)

  static func floats(_ count: Int) -> Type { numbers(.float, count) }

  static func numbers(_ scalar: Scalar, _ count: Int) -> Type { count == 1 ? .scalar(scalar) : .vector(scalar, count) }

  /// What a scalar or a vector is made of.
  var scalar: Scalar? {
    switch self {
    case .scalar(let scalar), .vector(let scalar, _): scalar
    default: nil
    }
  }

  /// How many components a scalar or a vector has.
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

  /// True for what is an image, a place or bytes of the app: it cannot be stored, only handed on.
  var isOpaque: Bool {
    switch self {
    case .sampler, .destination, .groupDestination, .data: true
    default: false
    }
  }
}
