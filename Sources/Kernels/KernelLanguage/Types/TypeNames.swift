/// The built-in type names of a language.
struct TypeNames: Sendable {
  private let names: [String: NamedType]

  init(_ language: Language) { names = language == .metal ? Self.metal() : Self.coreImage() }

  subscript(name: String) -> NamedType? { names[name] }

  var all: [String] { names.keys.sorted() }

  private static func coreImage() -> [String: NamedType] {
    var names: [String: NamedType] = [
      "void": NamedType(type: .void), "sampler": NamedType(type: .sampler), "__sample": NamedType(type: .floats(4)),
      "__color": NamedType(type: .floats(4)),
      "bool": NamedType(type: .bool), "int": NamedType(type: .int), "float": NamedType(type: .float),
    ]
    for count in 2...4 {
      names["vec\(count)"] = NamedType(type: .floats(count))
      names["float\(count)"] = NamedType(type: .floats(count))
      names["ivec\(count)"] = NamedType(type: .vector(.int, count), storage: .int32)
      names["bvec\(count)"] = NamedType(type: .vector(.bool, count), storage: .bool)
      names["mat\(count)"] = NamedType(type: .matrix(count, count))
    }
    return names
  }

  private static func metal() -> [String: NamedType] {
    var names: [String: NamedType] = [
      "void": NamedType(type: .void), "sampler": NamedType(type: .sampler), "sampler_h": NamedType(type: .sampler),
      "Sampler": NamedType(type: .sampler), "Sampler_h": NamedType(type: .sampler),
      "sample_t": NamedType(type: .floats(4)), "sample_h": NamedType(type: .floats(4), storage: .half),
      "destination": NamedType(type: .destination), "group::destination": NamedType(type: .groupDestination),
      "group::destination_h": NamedType(type: .groupDestination),
    ]
    let scalars: [(String, Scalar, Storage)] = [
      ("bool", .bool, .bool), ("int", .int, .int32), ("uint", .uint, .uint32), ("short", .int, .int16),
      ("ushort", .uint, .uint16), ("char", .int, .int8), ("uchar", .uint, .uint8), ("float", .float, .float),
      ("half", .float, .half),
    ]
    for (name, scalar, storage) in scalars {
      names[name] = NamedType(type: .scalar(scalar), storage: storage)
      for count in 2...4 {
        let vector = NamedType(type: .vector(scalar, count), storage: storage)
        for prefix in ["", "vector_", "simd_"] { names["\(prefix)\(name)\(count)"] = vector }
        names["packed_\(name)\(count)"] = NamedType(type: vector.type, storage: storage, isPacked: true)
      }
    }
    for (columns, rows) in (2...4).flatMap({ columns in (2...4).map { (columns, $0) } }) {
      for prefix in ["", "matrix_", "simd_"] {
        names["\(prefix)float\(columns)x\(rows)"] = NamedType(type: .matrix(columns, rows))
        names["\(prefix)half\(columns)x\(rows)"] = NamedType(type: .matrix(columns, rows), storage: .half)
      }
    }
    let others = [
      "unsigned": "uint", "unsigned int": "uint", "int32_t": "int", "uint32_t": "uint", "int16_t": "short",
      "uint16_t": "ushort", "int8_t": "char", "uint8_t": "uchar",
    ]
    for (name, other) in others { names[name] = names[other] }
    return names
  }
}
