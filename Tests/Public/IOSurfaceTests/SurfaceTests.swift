import Foundation
import IOSurface
import Testing

@Suite struct SurfaceTests {
  /// NV12 of 1920x1080 as a codec makes it.
  private func video() throws -> IOSurface {
    try IOSurface(validating: [
      .width: 1920, .height: 1080, .pixelFormat: 0x3432_3076,
      .planeInfo: [
        [IOSurfacePropertyKey.planeWidth: 1920, .planeHeight: 1080, .planeBytesPerElement: 1],
        [IOSurfacePropertyKey.planeWidth: 960, .planeHeight: 540, .planeBytesPerElement: 2],
      ],
    ])
  }

  /// As an app on Apple's systems writes it.
  @Test func codeFromElsewhereCompiles() throws {
    let properties: [IOSurfacePropertyKey: Any] = [
      .width: 64, .height: 48, .pixelFormat: 0x4247_5241, .bytesPerElement: 4, .bytesPerRow: 256,
      .allocSize: 256 * 48,
    ]
    let surface = try #require(IOSurface(properties: properties))
    var seed: UInt32 = 0
    surface.lock(options: [], seed: &seed)
    surface.baseAddress.storeBytes(of: 0xFF, as: UInt8.self)
    surface.unlock(options: [], seed: nil)
    let other = try #require(
      IOSurfaceCreate(
        [
          kIOSurfaceWidth as String: 64, kIOSurfaceHeight as String: 48, kIOSurfaceBytesPerElement as String: 4,
          kIOSurfacePixelFormat: 0x4247_5241 as OSType,
        ] as [AnyHashable: Any] as CFDictionary))
    #expect(IOSurfaceLock(other, .readOnly, nil) == kIOReturnSuccess)
    #expect(IOSurfaceGetWidth(other) == 64 && IOSurfaceGetHeight(other) == 48 && IOSurfaceGetBytesPerRow(other) == 256)
    #expect(IOSurfaceGetPixelFormat(other) == 0x4247_5241 && IOSurfaceGetPlaneCount(other) == 0)
    IOSurfaceUnlock(other, .readOnly, nil)
  }

  @Test func memoryIsZeroAndWholePages() throws {
    let surface = try IOSurface(validating: [.width: 17, .height: 5, .bytesPerElement: 4])
    // 17 pixels of 4 bytes, rounded up to 64.
    #expect(surface.bytesPerRow == 128 && surface.allocationSize == Int(sysconf(Int32(_SC_PAGESIZE))))
    #expect(UInt(bitPattern: surface.baseAddress) % UInt(sysconf(Int32(_SC_PAGESIZE))) == 0)
    #expect(bytes(surface).allSatisfy { $0 == 0 })
    memset(surface.baseAddress, 0xFF, surface.allocationSize)
  }

  @Test func planesFollowEachOtherByPages() throws {
    let surface = try video()
    let page = Int(sysconf(Int32(_SC_PAGESIZE)))
    #expect(surface.planeCount == 2 && surface.width == 1920 && surface.height == 1080)
    #expect(surface.widthOfPlane(at: 0) == 1920 && surface.heightOfPlane(at: 0) == 1080)
    #expect(surface.widthOfPlane(at: 1) == 960 && surface.heightOfPlane(at: 1) == 540)
    #expect(surface.bytesPerRowOfPlane(at: 0) == 1920 && surface.bytesPerRowOfPlane(at: 1) == 1920)
    #expect(surface.bytesPerElementOfPlane(at: 1) == 2 && surface.bytesPerRow == 1920)
    let second = (1920 * 1080 + page - 1) / page * page
    #expect(surface.baseAddressOfPlane(at: 0) == surface.baseAddress)
    #expect(surface.baseAddressOfPlane(at: 1) - surface.baseAddress == second)
    #expect(surface.allocationSize == (second + 1920 * 540 + page - 1) / page * page)
    #expect(surface.widthOfPlane(at: 2) == 0 && surface.bytesPerRowOfPlane(at: -1) == 0)
  }

  @Test func aSizeIsEnough() throws {
    let surface = try IOSurface(validating: [.allocSize: 5000, .name: "bytes"])
    #expect(surface.allocationSize % 4096 == 0 && surface.allocationSize >= 5000 && surface.width == 0)
    #expect(surface.attachment(forKey: "IOSurfaceName") as? String == "bytes")
  }

  @Test func elementsMayBeGroupsOfPixels() throws {
    // 4:2:2: two pixels in four bytes; 67 pixels are 34 elements.
    let surface = try IOSurface(validating: [.width: 67, .height: 3, .bytesPerElement: 4, .elementWidth: 2])
    #expect(surface.bytesPerRow == 192 && surface.elementWidth == 2 && surface.elementHeight == 1)
  }

  @Test func whatHasNoMeaningIsRefused() {
    let plane = ["IOSurfacePlaneWidth": 4, "IOSurfacePlaneHeight": 4]
    let wrong: [[IOSurfacePropertyKey: Any]] = [
      [:], [.width: 4], [.width: 4, .height: 4, .bytesPerElement: 0], [.width: "4", .height: 4],
      [.width: -1, .height: 4], [.width: 4, .height: 0.5], [.width: 1 << 24, .height: 4],
      [.width: 4, .height: 4, .bytesPerRow: 3], [.width: 4, .height: 4, .offset: 32],
      [.width: 4, .height: 4, .allocSize: 100], [.width: 4, .height: 4, .elementWidth: 0],
      [.width: 4, .height: 4, .pixelFormat: 1 << 32], [.allocSize: 0], [.allocSize: 1 << 60],
      [.width: 1 << 23, .height: 1 << 23, .bytesPerElement: 65536], [.width: 4, .height: 4, .name: Date()],
      [.width: 4, .height: 4, .planeInfo: [[String: Any]]()], [.width: 4, .height: 4, .planeInfo: 3],
      [.width: 4, .height: 4, .planeInfo: [["IOSurfacePlaneWidth": 4]]],
      [.width: 4, .height: 4, .planeInfo: Array(repeating: plane, count: 5)],
      [.width: 4, .height: 4, .planeInfo: [plane, plane.merging(["IOSurfacePlaneOffset": 64]) { $1 }]],
    ]
    for properties in wrong {
      #expect("\(properties)") {
        try IOSurface(validating: properties)
      } throws: { error in
        (error as? IOSurfaceError)?.code == kIOReturnBadArgument
      }
      #expect(IOSurface(properties: properties) == nil)
    }
  }

  @Test func moreThanThereIsIsRefused() {
    // Three are within a quarter of what a process can address; the fifth is not.
    #expect {
      let surfaces = try (0..<5).map { _ in try IOSurface(validating: [.allocSize: 1 << 45]) }
      withExtendedLifetime(surfaces) {}
    } throws: { ($0 as? IOSurfaceError)?.code == kIOReturnNoMemory }
  }

  @Test func propertiesAreAligned() {
    #expect(
      IOSurfaceAlignProperty(kIOSurfaceBytesPerRow, 65) == 128 && IOSurfaceAlignProperty(kIOSurfaceWidth, 65) == 65)
    #expect(IOSurfaceGetPropertyAlignment(kIOSurfaceAllocSize) == Int(sysconf(Int32(_SC_PAGESIZE))))
    #expect(IOSurfaceGetPropertyMaximum(kIOSurfaceWidth) == 1 << 23)
  }

  @Test func aDescriptorIsTheSameSurface() throws {
    let surface = try video()
    let descriptor = try surface.makeFileDescriptor()
    let same = try IOSurface(fileDescriptor: descriptor)
    close(descriptor)
    #expect(same == surface && same.surfaceID == surface.surfaceID && same.baseAddress == surface.baseAddress)
    #expect(IOSurfaceLookup(IOSurfaceGetID(surface)) == surface && Set([surface, same]).count == 1)
    #expect(try video() != surface)
  }

  @Test func numbersEndWithTheSurface() throws {
    var surface: IOSurface? = try video()
    let number = surface!.surfaceID
    let descriptor = try surface!.makeFileDescriptor()
    surface!.baseAddress.storeBytes(of: 42, as: UInt8.self)
    surface = nil
    #expect(IOSurfaceLookup(number) == nil)
    let again = try IOSurface(fileDescriptor: descriptor)
    close(descriptor)
    #expect(again.surfaceID != number && again.baseAddress.load(as: UInt8.self) == 42 && again.planeCount == 2)
    #expect(again.pixelFormat == 0x3432_3076 && again.heightOfPlane(at: 1) == 540)
  }

  @Test func surfacesGoOverSockets() throws {
    var ends: [Int32] = [-1, -1]
    try #require(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0)
    let surface = try video()
    try surface.send(over: ends[0])
    #expect(try IOSurface(receivedFrom: ends[1]) == surface)
    // A byte without a descriptor, and the end.
    write(ends[0], "S", 1)
    #expect { try IOSurface(receivedFrom: ends[1]) } throws: { ($0 as? IOSurfaceError)?.code == kIOReturnBadMedia }
    close(ends[0])
    #expect(throws: IOSurfaceError.self) { try IOSurface(receivedFrom: ends[1]) }
    #expect(throws: IOSurfaceError.self) { try surface.send(over: ends[1]) }
    close(ends[1])
    #expect { try surface.send(over: -1) } throws: { ($0 as? IOSurfaceError)?.code == kIOReturnBadArgument }
  }

  /// A thousand surfaces that are opened, sent and rejected leave no resources.
  @Test func nothingLeaks() throws {
    let name = "leak-\(UUID().uuidString)"
    var ends: [Int32] = [-1, -1]
    try #require(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0)
    for turn in 0..<1000 {
      let surface = try IOSurface(validating: [.width: 64, .height: 64, .name: name])
      try surface.send(over: ends[0])
      let received = try IOSurface(receivedFrom: ends[1])
      received.incrementUseCount()
      received.lock(options: turn % 2 == 0 ? .readOnly : [])
      #expect(throws: IOSurfaceError.self) {
        try IOSurface(validating: [.width: 64, .height: 64, .name: name, .cacheMode: Date()])
      }
      if turn == 0 { #expect(try handles(named: name) == (1, 1)) }
    }
    for end in ends { close(end) }
    #expect(try handles(named: name) == (0, 0))
  }
}
