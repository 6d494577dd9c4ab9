/// How the bytes that an app gives become numbers: the layout that Metal has for a type.
///
/// The formula reads the numbers from an image of floats: number n is component n % 4 of pixel n / 4, with 4096 pixels
/// in a row. Integers arrive as floats, exact up to 2^24.
package struct DataLayout: Hashable, Sendable {
  package struct Number: Hashable, Sendable {
    package var offset: Int
    package var storage: Storage

    package init(offset: Int, storage: Storage) { (self.offset, self.storage) = (offset, storage) }
  }

  /// The numbers of one element, in their order.
  package var numbers: [Number]
  /// Bytes from one element to the next.
  package var stride: Int

  package static let pixelsPerRow = 4096

  package init(numbers: [Number], stride: Int) { (self.numbers, self.stride) = (numbers, stride) }
}

extension DataLayout {
  /// Source: Metal Shading Language Specification, 2.2 to 2.5: vectors are aligned to their size, three components take
  /// the room of four, packed ones that of three.
  init(_ type: Type, _ storage: Storage, isPacked: Bool, _ structures: [Structure]) {
    var numbers: [Number] = []
    let (size, alignment) = Self.add(type, storage, isPacked, structures, at: 0, to: &numbers)
    self.init(numbers: numbers, stride: Self.aligned(size, alignment))
  }

  private static func aligned(_ size: Int, _ alignment: Int) -> Int { (size + alignment - 1) / alignment * alignment }

  private static func measure(
    _ type: Type, _ storage: Storage, _ isPacked: Bool, _ structures: [Structure]
  ) -> (size: Int, alignment: Int) {
    var numbers: [Number] = []
    return add(type, storage, isPacked, structures, at: 0, to: &numbers)
  }

  private static func add(
    _ type: Type, _ storage: Storage, _ isPacked: Bool, _ structures: [Structure], at offset: Int,
    to numbers: inout [Number]
  ) -> (size: Int, alignment: Int) {
    let unit = storage.byteCount
    switch type {
    case .scalar:
      numbers.append(Number(offset: offset, storage: storage))
      return (unit, unit)
    case .vector(_, let count):
      for index in 0..<count { numbers.append(Number(offset: offset + index * unit, storage: storage)) }
      let room = isPacked ? count : count == 3 ? 4 : count
      return (room * unit, isPacked ? unit : room * unit)
    case .matrix(let columns, let rows):
      return add(.array(.floats(rows), columns), storage, false, structures, at: offset, to: &numbers)
    case .array(let element, let count):
      let (size, alignment) = measure(element, storage, isPacked, structures)
      let stride = aligned(size, alignment)
      for index in 0..<count {
        _ = add(element, storage, isPacked, structures, at: offset + index * stride, to: &numbers)
      }
      return (stride * count, alignment)
    case .structure(let number):
      var (end, largest) = (0, 1)
      for field in structures[number].fields {
        let (size, alignment) = measure(field.type, field.storage, field.isPacked, structures)
        end = aligned(end, alignment)
        _ = add(field.type, field.storage, field.isPacked, structures, at: offset + end, to: &numbers)
        (end, largest) = (end + size, max(largest, alignment))
      }
      return (aligned(end, largest), largest)
    case .void, .sampler, .destination, .groupDestination, .data: return (0, 1)
    }
  }
}
