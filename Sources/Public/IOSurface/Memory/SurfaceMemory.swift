import CIOSurface

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The memory of one surface in this process: a sealed file, mapped once, however many objects stand for it. It goes
/// back with the last reference, and its locks and uses with it.
final class SurfaceMemory: @unchecked Sendable {
  let shape: SurfaceMemoryLayout
  /// The surface's first byte: the start of a page.
  let start: UnsafeMutableRawPointer
  /// Names the surface in this process.
  let id: UInt32
  let lock: SurfaceLock
  let uses: UseCounts
  let values: SharedValues
  /// Nobody else has this descriptor, so locks by it are this object's.
  let file: OwnedDescriptor
  private let mapping: SurfaceMapping
  private let key: SurfaceRegistry.Key

  /// What surfaces and their planes are a multiple of, so that devices can import them.
  static let pageBytes = max(4096, sysconf(Int32(_SC_PAGESIZE)))

  private init(
    _ shape: SurfaceMemoryLayout, _ file: OwnedDescriptor, _ mapping: SurfaceMapping, _ key: SurfaceRegistry.Key,
    id: UInt32
  ) {
    (self.shape, self.file, self.mapping) = (shape, file, mapping)
    (self.key, self.id) = (key, id)
    start = mapping.start + CIOS_HEADER_BYTES
    lock = SurfaceLock(file, mapping)
    let table = SurfaceTable(file, mapping)
    (uses, values) = (UseCounts(table), SharedValues(table))
  }

  deinit { SurfaceRegistry.shared.remove(id, key) }

  /// A new surface, all zero.
  static func made(_ shape: SurfaceMemoryLayout, name: String) throws(IOSurfaceError) -> SurfaceMemory {
    try shape.check(pageBytes: pageBytes, code: kIOReturnBadArgument)
    let facts = shape.facts
    var descriptor: Int32 = -1
    try IOSurfaceError.check(
      cios_create(name, facts.fileBytes, &descriptor), "no shared memory of \(facts.fileBytes) bytes was made")
    let file = OwnedDescriptor(descriptor)
    let mapping = try SurfaceMapping(file, byteCount: facts.fileBytes)
    mapping.header.pointee.facts = facts
    let key = SurfaceRegistry.Key(try examined(descriptor))
    return try SurfaceRegistry.shared.memory(key) { id in SurfaceMemory(shape, file, mapping, key, id: id) }
  }

  /// The surface of a descriptor that came from anywhere: everything about it is checked first. The descriptor stays
  /// the caller's.
  static func opened(_ descriptor: Int32) throws(IOSurfaceError) -> SurfaceMemory {
    // Before it is opened: opening a device does things.
    let found = try examined(descriptor)
    let key = SurfaceRegistry.Key(found)
    return try SurfaceRegistry.shared.memory(key) { id throws(IOSurfaceError) in
      guard found.byteCount > UInt64(CIOS_HEADER_BYTES) else {
        throw IOSurfaceError(kIOReturnBadMedia, "a file of \(found.byteCount) bytes is no surface")
      }
      let file = try OwnedDescriptor(reopening: descriptor)
      guard SurfaceRegistry.Key(try examined(file.number)) == key else {
        throw IOSurfaceError(kIOReturnBadArgument, "descriptor \(descriptor) changed while it was opened")
      }
      let mapping = try SurfaceMapping(file, byteCount: found.byteCount)
      var facts = CIOSFacts()
      cios_copy(mapping.header, &facts)
      let shape = try SurfaceMemoryLayout(facts, fileBytes: found.byteCount, pageBytes: pageBytes)
      return SurfaceMemory(shape, file, mapping, key, id: id)
    }
  }

  private static func examined(_ descriptor: Int32) throws(IOSurfaceError) -> CIOSFile {
    var facts = CIOSFile()
    try IOSurfaceError.check(cios_examine(descriptor, &facts), "descriptor \(descriptor) cannot be read")
    guard facts.isSealed != 0 else {
      throw IOSurfaceError(
        kIOReturnBadMedia,
        "descriptor \(descriptor) is no memory file that is sealed against shrinking and growing, so no surface")
    }
    return facts
  }
}

/// All of a surface's file in memory.
final class SurfaceMapping: @unchecked Sendable {
  let start: UnsafeMutableRawPointer
  private let byteCount: Int

  init(_ file: OwnedDescriptor, byteCount: UInt64) throws(IOSurfaceError) {
    var mapped: UnsafeMutableRawPointer?
    try IOSurfaceError.check(
      cios_map(file.number, byteCount, &mapped), "\(byteCount) bytes of shared memory were not mapped")
    guard let mapped else { throw IOSurfaceError(kIOReturnNoMemory, "\(byteCount) bytes were not mapped") }
    (start, self.byteCount) = (mapped, Int(byteCount))
  }

  deinit { munmap(start, byteCount) }

  var header: UnsafeMutablePointer<CIOSHeader> { start.assumingMemoryBound(to: CIOSHeader.self) }

  /// A word that changes.
  func word(_ path: KeyPath<CIOSState, UInt32>) -> UnsafeMutablePointer<UInt32> {
    let offset = MemoryLayout<CIOSHeader>.offset(of: \.state)! + MemoryLayout<CIOSState>.offset(of: path)!
    return (start + offset).assumingMemoryBound(to: UInt32.self)
  }
}

/// A descriptor that is closed with its last reference.
final class OwnedDescriptor: Sendable {
  let number: Int32

  init(_ number: Int32) { self.number = number }

  /// The same file by a descriptor of its own.
  init(reopening descriptor: Int32) throws(IOSurfaceError) {
    var opened: Int32 = -1
    try IOSurfaceError.check(
      cios_reopen(descriptor, &opened), "descriptor \(descriptor) was not opened anew by /proc/self/fd")
    number = opened
  }

  /// Calls `body` with the descriptor, which is open as long as that lasts.
  func use<Result>(_ body: (Int32) throws(IOSurfaceError) -> Result) throws(IOSurfaceError) -> Result {
    defer { withExtendedLifetime(self) {} }
    return try body(number)
  }

  deinit { close(number) }
}
