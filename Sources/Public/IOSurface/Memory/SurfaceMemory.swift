import CIOSurface

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The memory of one surface in this process: a sealed file, mapped once for all `IOSurface` objects of the file. The
/// last reference unmaps it and ends its locks and uses.
final class SurfaceMemory: @unchecked Sendable {
  let shape: SurfaceMemoryLayout
  /// The surface's first byte: the start of a page.
  let start: UnsafeMutableRawPointer
  /// The identifier of the surface in this process.
  let id: UInt32
  let lock: SurfaceLock
  let uses: UseCounts
  let values: SharedValues
  /// A descriptor that is not shared with other processes, so its locks belong to this object.
  let file: OwnedDescriptor
  private let mapping: SurfaceMapping
  private let key: SurfaceRegistry.Key

  /// The alignment of surfaces' sizes and default plane offsets, in bytes, which lets devices import them.
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

  /// Creates a surface whose bytes are zero.
  static func create(_ shape: SurfaceMemoryLayout, name: String) throws(IOSurfaceError) -> SurfaceMemory {
    try shape.check(pageBytes: pageBytes, code: kIOReturnBadArgument)
    let facts = shape.facts
    var descriptor: Int32 = -1
    try IOSurfaceError.check(
      cios_create(name, facts.fileBytes, &descriptor),
      "shared memory of \(facts.fileBytes) bytes could not be created")
    let file = OwnedDescriptor(descriptor)
    let mapping = try SurfaceMapping(file, byteCount: facts.fileBytes)
    mapping.header.pointee.facts = facts
    let key = SurfaceRegistry.Key(try examine(descriptor))
    return try SurfaceRegistry.shared.memory(key) { id in SurfaceMemory(shape, file, mapping, key, id: id) }
  }

  /// Opens the surface of a descriptor from an untrusted source: the file and its header are checked first. The
  /// descriptor remains the caller's.
  static func open(_ descriptor: Int32) throws(IOSurfaceError) -> SurfaceMemory {
    // Examined before it is opened, because opening a device may have side effects.
    let found = try examine(descriptor)
    let key = SurfaceRegistry.Key(found)
    return try SurfaceRegistry.shared.memory(key) { id throws(IOSurfaceError) in
      guard found.byteCount > UInt64(CIOS_HEADER_BYTES) else {
        throw IOSurfaceError(
          kIOReturnBadMedia,
          "a file of \(found.byteCount) bytes is not a surface, which has more than \(CIOS_HEADER_BYTES)")
      }
      let file = try OwnedDescriptor(reopening: descriptor)
      guard SurfaceRegistry.Key(try examine(file.number)) == key else {
        throw IOSurfaceError(
          kIOReturnBadArgument, "descriptor \(descriptor) was replaced while it was being opened; keep it open")
      }
      let mapping = try SurfaceMapping(file, byteCount: found.byteCount)
      var facts = CIOSFacts()
      cios_copy(mapping.header, &facts)
      let shape = try SurfaceMemoryLayout(facts, fileBytes: found.byteCount, pageBytes: pageBytes)
      return SurfaceMemory(shape, file, mapping, key, id: id)
    }
  }

  private static func examine(_ descriptor: Int32) throws(IOSurfaceError) -> CIOSFile {
    var facts = CIOSFile()
    try IOSurfaceError.check(cios_examine(descriptor, &facts), "descriptor \(descriptor) could not be examined")
    guard facts.isSealed != 0 else {
      throw IOSurfaceError(
        kIOReturnBadMedia,
        "descriptor \(descriptor) is not a surface: not a memory file that is sealed against shrinking and growing")
    }
    return facts
  }
}

/// The mapping of a surface's whole file.
final class SurfaceMapping: @unchecked Sendable {
  let start: UnsafeMutableRawPointer
  private let byteCount: Int

  init(_ file: OwnedDescriptor, byteCount: UInt64) throws(IOSurfaceError) {
    var mapped: UnsafeMutableRawPointer?
    try IOSurfaceError.check(
      cios_map(file.number, byteCount, &mapped), "\(byteCount) bytes of shared memory could not be mapped")
    guard let mapped else { throw IOSurfaceError(kIOReturnNoMemory, "\(byteCount) bytes could not be mapped") }
    (start, self.byteCount) = (mapped, Int(byteCount))
  }

  deinit { munmap(start, byteCount) }

  var header: UnsafeMutablePointer<CIOSHeader> { start.assumingMemoryBound(to: CIOSHeader.self) }

  /// Returns the address of a word of the mutable state.
  func word(_ path: KeyPath<CIOSState, UInt32>) -> UnsafeMutablePointer<UInt32> {
    let offset = MemoryLayout<CIOSHeader>.offset(of: \.state)! + MemoryLayout<CIOSState>.offset(of: path)!
    return (start + offset).assumingMemoryBound(to: UInt32.self)
  }
}

/// A descriptor that is closed with its last reference.
final class OwnedDescriptor: Sendable {
  let number: Int32

  init(_ number: Int32) { self.number = number }

  /// Opens the file of `descriptor` again, with an independent descriptor.
  init(reopening descriptor: Int32) throws(IOSurfaceError) {
    var opened: Int32 = -1
    try IOSurfaceError.check(
      cios_reopen(descriptor, &opened), "descriptor \(descriptor) could not be reopened through /proc/self/fd")
    number = opened
  }

  /// Calls `body` with the descriptor, which stays open until `body` returns.
  func use<Result>(_ body: (Int32) throws(IOSurfaceError) -> Result) throws(IOSurfaceError) -> Result {
    defer { withExtendedLifetime(self) {} }
    return try body(number)
  }

  deinit { close(number) }
}
