/// The layout of a kernel's data argument: the byte layout that Metal gives to a type.
///
/// The formula reads the components from an image of floats: component n is channel n % 4 of pixel n / 4, with 4096
/// pixels in a row. Integers are converted to floats, exactly up to 2^24.
package struct DataLayout: Hashable, Sendable {
  package struct Component: Hashable, Sendable {
    package var offset: Int
    package var storage: Storage

    package init(offset: Int, storage: Storage) { (self.offset, self.storage) = (offset, storage) }
  }

  /// The components of an element, in order.
  package var components: [Component]
  /// The distance between elements, in bytes.
  package var stride: Int

  package static let pixelsPerRow = 4096

  package init(components: [Component], stride: Int) { (self.components, self.stride) = (components, stride) }
}

extension DataLayout {
  /// Source: Metal Shading Language Specification, 2.2 to 2.5: vectors are aligned to their size; vectors of three
  /// components take the space of four, packed vectors that of three.
  init(_ type: Type, _ storage: Storage, isPacked: Bool, _ structures: [Structure]) {
    var components: [Component] = []
    let (size, alignment) = Self.add(type, storage, isPacked, structures, at: 0, to: &components)
    self.init(components: components, stride: Self.aligned(size, alignment))
  }

  private static func aligned(_ size: Int, _ alignment: Int) -> Int { (size + alignment - 1) / alignment * alignment }

  private static func measure(
    _ type: Type, _ storage: Storage, _ isPacked: Bool, _ structures: [Structure]
  ) -> (size: Int, alignment: Int) {
    var components: [Component] = []
    return add(type, storage, isPacked, structures, at: 0, to: &components)
  }

  private static func add(
    _ type: Type, _ storage: Storage, _ isPacked: Bool, _ structures: [Structure], at offset: Int,
    to components: inout [Component]
  ) -> (size: Int, alignment: Int) {
    let unit = storage.byteCount
    switch type {
    case .scalar:
      components.append(Component(offset: offset, storage: storage))
      return (unit, unit)
    case .vector(_, let count):
      for index in 0..<count { components.append(Component(offset: offset + index * unit, storage: storage)) }
      let slots = isPacked ? count : count == 3 ? 4 : count
      return (slots * unit, isPacked ? unit : slots * unit)
    case .matrix(let columns, let rows):
      return add(.array(.floats(rows), columns), storage, false, structures, at: offset, to: &components)
    case .array(let element, let count):
      let (size, alignment) = measure(element, storage, isPacked, structures)
      let stride = aligned(size, alignment)
      for index in 0..<count {
        _ = add(element, storage, isPacked, structures, at: offset + index * stride, to: &components)
      }
      return (stride * count, alignment)
    case .structure(let number):
      var (end, largest) = (0, 1)
      for field in structures[number].fields {
        let (size, alignment) = measure(field.type, field.storage, field.isPacked, structures)
        end = aligned(end, alignment)
        _ = add(field.type, field.storage, field.isPacked, structures, at: offset + end, to: &components)
        (end, largest) = (end + size, max(largest, alignment))
      }
      return (aligned(end, largest), largest)
    case .void, .sampler, .destination, .groupDestination, .data: return (0, 1)
    }
  }
}
