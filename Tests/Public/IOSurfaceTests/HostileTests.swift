import CIOSurface
import Foundation
import IOSurface
import Testing

/// Forged descriptors and headers.
@Suite struct HostileTests {
  /// The descriptor of a file like that of a surface of two planes, that no surface of this process holds.
  private func file() throws -> (descriptor: Int32, header: UnsafeMutablePointer<CIOSHeader>, byteCount: Int) {
    let surface = try IOSurface(validating: [
      .width: 65, .height: 33, .pixelFormat: 0x3432_3076,
      .planeInfo: [
        [IOSurfacePropertyKey.planeWidth: 65, .planeHeight: 33],
        [IOSurfacePropertyKey.planeWidth: 33, .planeHeight: 17, .planeBytesPerElement: 2],
      ],
    ])
    let (descriptor, byteCount) = (try surface.makeFileDescriptor(), surface.allocationSize + CIOS_HEADER_BYTES)
    var start: UnsafeMutableRawPointer?
    try #require(cios_map(descriptor, UInt64(byteCount), &start) == 0)
    return (descriptor, try #require(start).assumingMemoryBound(to: CIOSHeader.self), byteCount)
  }

  private func code(of descriptor: Int32) -> IOReturn? {
    do throws(IOSurfaceError) {
      _ = try IOSurface(fileDescriptor: descriptor)
      return nil
    } catch {
      return error.code
    }
  }

  /// Reads and writes the first and last bytes of all planes of a surface.
  private func touch(_ surface: IOSurface) {
    func touch(_ start: UnsafeMutableRawPointer, _ count: Int) {
      guard count > 0 else { return }
      for place in [0, count - 1] {
        let byte = start.load(fromByteOffset: place, as: UInt8.self)
        start.storeBytes(of: byte &+ 1, toByteOffset: place, as: UInt8.self)
      }
    }
    surface.lock()
    touch(surface.baseAddress, surface.planeCount == 0 ? surface.bytesPerRow * surface.height : 1)
    for plane in 0..<surface.planeCount {
      let rows = (surface.heightOfPlane(at: plane) - 1) / surface.elementHeightOfPlane(at: plane) + 1
      let row = surface.bytesPerRowOfPlane(at: plane)
      #expect(rows > 0 && row >= 0)
      touch(surface.baseAddressOfPlane(at: plane), row * rows)
      let end = surface.baseAddressOfPlane(at: plane) + row * rows
      #expect(end - surface.baseAddress <= surface.allocationSize)
    }
    surface.unlock()
  }

  /// Every field of the header, with numbers at the ends of what they hold.
  @Test func everyFieldIsChecked() throws {
    let (descriptor, header, byteCount) = try file()
    defer {
      munmap(header, byteCount)
      close(descriptor)
    }
    let facts = header.pointee.facts
    #expect(code(of: descriptor) == nil)
    let large: [UInt64] = [1 << 45, 1 << 62, 1 << 63, .max, .max - 63, .max - 4095]
    func refused<Number: FixedWidthInteger>(_ path: WritableKeyPath<CIOSFacts, Number>, _ numbers: [Number]) {
      for number in numbers {
        header.pointee.facts = facts
        header.pointee.facts[keyPath: path] = number
        #expect(code(of: descriptor) == kIOReturnBadMedia, "\(path) \(number)")
      }
      header.pointee.facts = facts
    }
    refused(\.magic, [0, .max])
    refused(\.version, [0, 2, .max])
    refused(\.headerBytes, [0, 4096, .max])
    refused(\.fileBytes, large + [0, facts.fileBytes - 1, facts.fileBytes + 4096])
    refused(\.planeCount, [5, 1 << 31, .max])
    refused(\.allowsPixelSizeCasting, [2, .max])
    let planes: [WritableKeyPath<CIOSFacts, CIOSPlane>] = [\.planes.0, \.planes.1]
    for plane in planes {
      refused(plane.appending(path: \.offset), large + [1, 32, facts.fileBytes])
      refused(plane.appending(path: \.bytesPerRow), large + [0, 1, 1 << 20])
      refused(plane.appending(path: \.byteCount), large + [0, 1, facts.fileBytes])
      refused(plane.appending(path: \.width), [0, 1 << 20, 1 << 24, .max])
      refused(plane.appending(path: \.height), [0, 1 << 20, 1 << 24, .max])
      refused(plane.appending(path: \.bytesPerElement), [0, 1 << 10, 1 << 20, .max])
      refused(plane.appending(path: \.elementWidth), [0, 1 << 20, .max])
      refused(plane.appending(path: \.elementHeight), [0, 1 << 20, .max])
    }
    refused(\.whole.offset, large + [1])
    refused(\.whole.width, [1 << 24, .max])
    refused(\.whole.height, [1 << 24, .max])
    refused(\.whole.bytesPerRow, [1 << 63, .max])
    // A whole without bytes, behind the last one.
    header.pointee.facts.whole.byteCount = 0
    header.pointee.facts.whole.offset = UInt64(byteCount - Int(CIOS_HEADER_BYTES))
    #expect(code(of: descriptor) == kIOReturnBadMedia)
    // The second plane in the first one.
    refused(\.planes.1.offset, [0, 64, facts.planes.1.offset - 4096])
    // Without its planes, the whole has the pixels.
    header.pointee.facts.planeCount = 0
    #expect(code(of: descriptor) == kIOReturnBadMedia)
    header.pointee.facts = facts
    #expect(code(of: descriptor) == nil)
  }

  /// Thousands of headers with bits turned: refused, or all that they say is inside of the memory.
  @Test func damagedHeadersAreRefusedOrSound() throws {
    let (descriptor, header, byteCount) = try file()
    defer {
      munmap(header, byteCount)
      close(descriptor)
    }
    let facts = header.pointee.facts
    var random = SystemRandomNumberGenerator()
    var (refused, opened) = (0, 0)
    for _ in 0..<20_000 {
      header.pointee.facts = facts
      withUnsafeMutableBytes(of: &header.pointee.facts) { bytes in
        for _ in 0..<Int.random(in: 1...4, using: &random) {
          // Those at the start are all the same: the magic number.
          let place = Int.random(in: 8..<bytes.count, using: &random)
          switch Int.random(in: 0..<3, using: &random) {
          case 0: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
          case 1: bytes[place] = [0, 1, 0x7F, 0x80, 0xFF].randomElement(using: &random)!
          default: bytes[place] = UInt8.random(in: .min ... .max, using: &random)
          }
        }
      }
      do throws(IOSurfaceError) {
        touch(try IOSurface(fileDescriptor: descriptor))
        opened += 1
      } catch {
        #expect(error.code == kIOReturnBadMedia, "\(error)")
        refused += 1
      }
    }
    // Both happen, else this shows nothing.
    #expect(refused > 1000 && opened > 1000, "\(refused) refused, \(opened) opened")
  }

  /// Random bytes in the mutable state: calls still return.
  @Test func damagedStatesAreHarmless() throws {
    let (descriptor, header, byteCount) = try file()
    defer {
      munmap(header, byteCount)
      close(descriptor)
    }
    let surface = try IOSurface(fileDescriptor: descriptor)
    var random = SystemRandomNumberGenerator()
    let values = UnsafeMutableRawPointer(header) + CIOS_VALUES_OFFSET
    let texts = [
      #"{"a":1,"b":{"":"AQI="}}"#, #"{"":"x"}"#, #"{"a":{"":5}}"#, #"{"a":nul"#, "[1]", "{}", "", #"{"a":"\ud800"}"#,
      #"{"a":1e999}"#, #"{"a":{"":"AQI=","b":1}}"#, String(repeating: "[", count: 30_000),
      #"{"a":"# + String(repeating: "{\"a\":", count: 5000), #"{"a":1,"a":2}"#,
    ]
    for turn in 0..<3000 {
      withUnsafeMutableBytes(of: &header.pointee.state) { state in
        for _ in 0..<8 { state[Int.random(in: 0..<state.count, using: &random)] = .random(in: 0...255, using: &random) }
      }
      var text = Array(texts[turn % texts.count].utf8)
      if !text.isEmpty, turn % 2 == 0 {
        text[Int.random(in: 0..<text.count, using: &random)] ^= 1 << UInt8.random(in: 0..<8)
      }
      for place in 0..<2 { (values + place * CIOS_VALUES_BYTES).copyMemory(from: text, byteCount: text.count) }
      if turn % 4 != 0 { header.pointee.state.valuesLength = (UInt32(text.count), UInt32(text.count)) }
      _ = surface.allAttachments()
      #expect(surface.useCount >= 0 && !surface.isInUse)
      #expect(
        surface.lock(options: .readOnly) == kIOReturnSuccess && surface.unlock(options: .readOnly) == kIOReturnSuccess)
      if turn % 16 == 0 {
        surface.incrementUseCount()
        #expect(surface.localUseCount == 1 && surface.isInUse && surface.useCount == 1)
        surface.decrementUseCount()
        surface.setAllAttachments(["a": turn])
        #expect(surface.attachment(forKey: "a") as? Int == turn)
      }
    }
  }

  /// Files that are not surfaces: rejected before anything is mapped.
  @Test func otherDescriptorsAreRefused() throws {
    var pipes: [Int32] = [-1, -1]
    #expect(pipe(&pipes) == 0)
    let folder = open("/", O_RDONLY)
    let null = open("/dev/null", O_RDWR)
    let program = open("/proc/self/exe", O_RDONLY)
    // Linux's MFD_CLOEXEC 1, MFD_ALLOW_SEALING 2, MFD_HUGETLB 4; F_ADD_SEALS 1033; F_SEAL_SEAL 1, F_SEAL_SHRINK 2.
    typealias MemoryFile = @convention(c) (UnsafePointer<CChar>, UInt32) -> Int32
    let memoryFile = unsafeBitCast(try #require(dlsym(nil, "memfd_create")), to: MemoryFile.self)
    let unsealed = memoryFile("unsealed", 1 | 2)
    ftruncate(unsealed, 1 << 20)
    // It cannot shrink, but it could grow.
    let half = memoryFile("half", 1 | 2)
    ftruncate(half, 1 << 20)
    #expect(fcntl(half, 1033, 1 | 2) == 0)
    var (empty, small, zero): (Int32, Int32, Int32) = (-1, -1, -1)
    #expect(cios_create("empty", 0, &empty) == 0 && cios_create("small", UInt64(CIOS_HEADER_BYTES), &small) == 0)
    #expect(cios_create("zero", 1 << 20, &zero) == 0)
    // Pages of two megabytes, where the system has such.
    let large = memoryFile("large", 1 | 2 | 4)
    let all = pipes + [folder, null, program, unsealed, half, empty, small, zero] + (large < 0 ? [] : [large])
    for descriptor in all {
      #expect(code(of: descriptor) == kIOReturnBadMedia)
      close(descriptor)
    }
    #expect(code(of: -1) == kIOReturnBadArgument && code(of: 1_000_000) == kIOReturnBadArgument)
  }

  /// No process can shrink the memory of a surface.
  @Test func filesKeepTheirSize() throws {
    let surface = try IOSurface(validating: [.width: 64, .height: 64])
    let descriptor = try surface.makeFileDescriptor()
    for size in [0, 4096, 1 << 30] { #expect(ftruncate(descriptor, size) == -1 && errno == EPERM) }
    close(descriptor)
    touch(surface)
  }
}
