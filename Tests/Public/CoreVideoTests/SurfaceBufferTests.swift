import CoreVideo
import Foundation
import TestFiles
import Testing

@Suite struct SurfaceBufferTests {
  private static var wanted: CFDictionary { [kCVPixelBufferIOSurfacePropertiesKey: [String: Any]()] as CFDictionary }

  private func made(_ width: Int, _ height: Int, _ format: OSType) throws -> CVPixelBuffer {
    try CVPixelBuffer(width: width, height: height, pixelFormat: format, attributes: Self.wanted)
  }

  /// A buffer on the surface of another one, as another process has it: of its descriptor.
  private func twin(_ buffer: CVPixelBuffer) throws -> CVPixelBuffer {
    let surface = try #require(CVPixelBufferGetIOSurface(buffer)).takeUnretainedValue()
    let descriptor = try surface.makeFileDescriptor()
    defer { close(descriptor) }
    return try CVPixelBuffer(IOSurface(fileDescriptor: descriptor))
  }

  /// As an app on Apple's systems writes it.
  @Test func codeFromElsewhereCompiles() throws {
    let buffer = try made(64, 48, kCVPixelFormatType_32BGRA)
    guard let surface = CVPixelBufferGetIOSurface(buffer)?.takeUnretainedValue() else {
      Issue.record("no surface")
      return
    }
    var unmanaged: Unmanaged<CVPixelBuffer>?
    #expect(CVPixelBufferCreateWithIOSurface(kCFAllocatorDefault, surface, nil, &unmanaged) == kCVReturnSuccess)
    let other = try #require(unmanaged).takeRetainedValue()
    #expect(CVPixelBufferGetWidth(other) == 64 && other != buffer)
    #expect(CVPixelBufferGetIOSurface(try CVPixelBuffer(width: 4, height: 4, pixelFormat: 24)) == nil)
    #expect(CVPixelBufferGetIOSurface(nil) == nil)
  }

  /// The surface of a buffer describes it, and a buffer on the surface is the same, for every format.
  @Test(arguments: Formats.all)
  func everyFormatIsOnASurface(_ format: String) throws {
    for (width, height) in [(1, 1), (67, 35)] {
      let buffer = try made(width, height, code(format))
      let surface = try #require(CVPixelBufferGetIOSurface(buffer)).takeUnretainedValue()
      #expect(surface.width == width && surface.height == height && surface.pixelFormat == code(format))
      #expect(surface.planeCount == CVPixelBufferGetPlaneCount(buffer))
      let other = try twin(buffer)
      #expect(CVPixelBufferGetDataSize(other) == surface.allocationSize)
      CVPixelBufferLockBaseAddress(buffer, [])
      CVPixelBufferLockBaseAddress(other, .readOnly)
      #expect(CVPixelBufferGetBaseAddress(other) == CVPixelBufferGetBaseAddress(buffer))
      #expect(CVPixelBufferGetBytesPerRow(other) == CVPixelBufferGetBytesPerRow(buffer))
      for plane in 0..<CVPixelBufferGetPlaneCount(buffer) {
        let start = try #require(CVPixelBufferGetBaseAddressOfPlane(buffer, plane))
        #expect(
          start == surface.baseAddressOfPlane(at: plane) && start == CVPixelBufferGetBaseAddressOfPlane(other, plane))
        #expect(UInt(bitPattern: start) % UInt(sysconf(Int32(_SC_PAGESIZE))) == 0)
        #expect(CVPixelBufferGetHeightOfPlane(other, plane) == CVPixelBufferGetHeightOfPlane(buffer, plane))
        #expect(CVPixelBufferGetWidthOfPlane(other, plane) == surface.widthOfPlane(at: plane))
        memset(start, 0xFF, surface.bytesPerRowOfPlane(at: plane) * surface.heightOfPlane(at: plane))
      }
      CVPixelBufferUnlockBaseAddress(other, .readOnly)
      CVPixelBufferUnlockBaseAddress(buffer, [])
    }
  }

  @Test func locksAreThoseOfTheSurface() throws {
    let buffer = try made(4, 4, kCVPixelFormatType_32BGRA)
    let surface = try #require(CVPixelBufferGetIOSurface(buffer)).takeUnretainedValue()
    let before = surface.seed
    CVPixelBufferLockBaseAddress(buffer, .readOnly)
    #expect(CVPixelBufferUnlockBaseAddress(buffer, []) == kCVReturnInvalidArgument)
    CVPixelBufferUnlockBaseAddress(buffer, .readOnly)
    #expect(surface.seed == before && buffer.contentGeneration == UInt64(before))
    #expect(surface.unlock(options: .readOnly) == kIOReturnBadArgument)
    CVPixelBufferLockBaseAddress(buffer, [])
    CVPixelBufferUnlockBaseAddress(buffer, [])
    #expect(buffer.contentGeneration == UInt64(before) + 1)
    // Who writes by the surface changes the buffer.
    surface.lock()
    surface.unlock()
    #expect(buffer.contentGeneration == UInt64(before) + 2 && CVPixelBufferGetBaseAddress(buffer) == nil)
  }

  @Test func locksAndUsesEndWithTheBuffer() throws {
    var buffer: CVPixelBuffer? = try made(4, 4, kCVPixelFormatType_32BGRA)
    let surface = try #require(CVPixelBufferGetIOSurface(buffer)).takeUnretainedValue()
    #expect(surface.useCount == 1)
    var other: CVPixelBuffer? = try twin(buffer!)
    #expect(surface.useCount == 2 && other != nil)
    CVPixelBufferLockBaseAddress(buffer!, [])
    CVPixelBufferLockBaseAddress(buffer!, .readOnly)
    (buffer, other) = (nil, nil)
    #expect(!surface.isInUse && surface.unlock() == kIOReturnBadArgument)
    #expect(surface.unlock(options: .readOnly) == kIOReturnBadArgument)
  }

  @Test func whatGoesOnGoesWithTheSurface() throws {
    let buffer = try made(4, 4, kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange)
    CVBufferSetAttachment(
      buffer, kCVImageBufferYCbCrMatrixKey, kCVImageBufferYCbCrMatrix_ITU_R_2020, .shouldPropagate)
    CVBufferSetAttachment(buffer, "data" as CFString, Data([1, 2, 3]) as CFData, .shouldPropagate)
    CVBufferSetAttachment(buffer, "here" as CFString, 1 as NSNumber, .shouldNotPropagate)
    let space = try #require(CGColorSpace(name: CGColorSpace.displayP3))
    CVBufferSetAttachment(buffer, kCVImageBufferCGColorSpaceKey, space, .shouldPropagate)
    let other = try twin(buffer)
    #expect(other.videoColor.matrix == 9 && !CVBufferHasAttachment(other, "here" as CFString))
    #expect(CVBufferCopyAttachment(other, "data" as CFString, nil) as? CFData == Data([1, 2, 3]) as CFData)
    #expect(!CVBufferHasAttachment(other, kCVImageBufferCGColorSpaceKey), "an object stays where it is")
    CVBufferRemoveAttachment(buffer, "data" as CFString)
    CVBufferSetAttachment(buffer, kCVImageBufferYCbCrMatrixKey, "x" as CFString, .shouldNotPropagate)
    #expect(CVBufferCopyAttachments(try twin(buffer), .shouldPropagate) == nil)
  }

  @Test func surfacesOfTheirOwnMaking() throws {
    let bytes = try IOSurface(validating: [.width: 8, .height: 8, .bytesPerElement: 4])
    #expect(throws: CVError.self) { try CVPixelBuffer(bytes) }
    func code(_ properties: [IOSurfacePropertyKey: Any]) throws -> CVReturn {
      var buffer: Unmanaged<CVPixelBuffer>?
      defer { buffer?.release() }
      return CVPixelBufferCreateWithIOSurface(nil, try IOSurface(validating: properties), nil, &buffer)
    }
    let bgra: [IOSurfacePropertyKey: Any] = [
      .width: 8, .height: 8, .bytesPerElement: 4, .pixelFormat: kCVPixelFormatType_32BGRA,
    ]
    #expect(try code(bgra) == kCVReturnSuccess)
    // Rows that are too short for the format, too few rows, planes where there are none, none where there are.
    #expect(try code([.width: 80, .height: 8, .pixelFormat: kCVPixelFormatType_32BGRA]) == kCVReturnInvalidArgument)
    #expect(
      try code(bgra.merging([.elementHeight: 2, .bytesPerRow: 64]) { $1 }) == kCVReturnInvalidArgument)
    #expect(
      try code(bgra.merging([.pixelFormat: kCVPixelFormatType_420YpCbCr8Planar]) { $1 }) == kCVReturnInvalidArgument)
    let planes = [
      ["IOSurfacePlaneWidth": 8, "IOSurfacePlaneHeight": 8], ["IOSurfacePlaneWidth": 8, "IOSurfacePlaneHeight": 8],
    ]
    #expect(try code(bgra.merging([.planeInfo: planes]) { $1 }) == kCVReturnInvalidArgument)
    #expect(
      try code([
        .width: 8, .height: 8, .planeInfo: planes, .pixelFormat: kCVPixelFormatType_420YpCbCr8BiPlanarFullRange,
      ])
        == kCVReturnInvalidArgument)
    #expect(try code(bgra.merging([.width: 0, .allocSize: 4096]) { $1 }) == kCVReturnInvalidSize)
    #expect(try code(bgra.merging([.pixelFormat: 0]) { $1 }) == kCVReturnInvalidPixelFormat)
  }

  @Test func whatSurfacesDoNotHaveIsRefused() {
    func code(_ attributes: [CFString: Any]) -> CVReturn {
      var buffer: CVPixelBuffer?
      return CVPixelBufferCreate(
        nil, 4, 4, kCVPixelFormatType_32BGRA,
        attributes.merging([kCVPixelBufferIOSurfacePropertiesKey: [String: Any]()]) { $1 } as CFDictionary, &buffer)
    }
    #expect(code([:]) == kCVReturnSuccess && code([kCVPixelBufferPlaneAlignmentKey: 1]) == kCVReturnSuccess)
    #expect(code([kCVPixelBufferExtendedPixelsLeftKey: 2]) == kCVReturnUnsupported)
    var (given, buffer): (UInt32, CVPixelBuffer?) = (0, nil)
    #expect(
      CVPixelBufferCreateWithBytes(
        nil, 1, 1, kCVPixelFormatType_32BGRA, &given, 4, nil, nil, Self.wanted, &buffer)
        == kCVReturnInvalidPixelBufferAttributes)
    #expect(
      CVPixelBufferCreate(nil, 1 << 23, 1 << 23, kCVPixelFormatType_128RGBAFloat, Self.wanted, &buffer)
        != kCVReturnSuccess)
  }

  /// A surface comes from a pool again only when no process uses it.
  @Test func poolsWaitForOtherProcesses() throws {
    let pool = try CVPixelBufferPool(
      attributes: [kCVPixelBufferPoolMaximumBufferAgeKey: 0] as CFDictionary,
      bufferAttributes: [
        kCVPixelBufferWidthKey: 64, kCVPixelBufferHeightKey: 32,
        kCVPixelBufferPixelFormatTypeKey: kCVPixelFormatType_32BGRA,
        kCVPixelBufferIOSurfacePropertiesKey: ["IOSurfaceName": "pool"],
      ] as CFDictionary)
    var buffer: CVPixelBuffer? = try pool.pixelBuffer()
    let surface = try #require(CVPixelBufferGetIOSurface(buffer)).takeUnretainedValue()
    CVBufferSetAttachment(buffer!, "key" as CFString, 1 as NSNumber, .shouldPropagate)
    // The same memory in this process is of the same surface; another process is a program of its own.
    let (process, socket) = try holder(of: surface)
    defer { close(socket) }
    buffer = nil
    let second = try pool.pixelBuffer()
    #expect(CVPixelBufferGetIOSurface(second)?.takeUnretainedValue() != surface && pool.counts == (1, 1))
    #expect(throws: CVError.self) { try pool.pixelBuffer(allocationThreshold: 2) }
    kill(process.processIdentifier, SIGKILL)
    while process.isRunning { usleep(1000) }
    let third = try pool.pixelBuffer(allocationThreshold: 2)
    #expect(CVPixelBufferGetIOSurface(third)?.takeUnretainedValue() == surface)
    #expect(!CVBufferHasAttachment(third, "key" as CFString))
    #expect(surface.attachment(forKey: "IOSurfaceName") as? String == "pool")
  }

  /// Starts a process that uses the surface.
  private func holder(of surface: IOSurface) throws -> (Process, socket: Int32) {
    var ends: [Int32] = [-1, -1]
    try #require(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends) == 0)
    let (process, output) = (Process(), Pipe())
    let folder = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
    process.executableURL = folder.appending(path: "SurfacePeer")
    process.arguments = ["hold", "reading"]
    process.standardInput = FileHandle(fileDescriptor: ends[1], closeOnDealloc: false)
    process.standardOutput = output
    try process.start()
    close(ends[1])
    try surface.send(over: ends[0])
    #expect(String(decoding: output.fileHandleForReading.availableData, as: UTF8.self) == "locked\n")
    return (process, ends[0])
  }
}
