import CoreVideo
import Foundation
import PixelFormats
import Testing

@Suite struct PixelBufferTests {
  private func made(
    _ width: Int, _ height: Int, _ format: OSType, _ attributes: [String: Any]? = nil
  ) throws -> CVPixelBuffer {
    var buffer: CVPixelBuffer?
    let status = CVPixelBufferCreate(
      kCFAllocatorDefault, width, height, format, attributes as CFDictionary?, &buffer)
    #expect(status == kCVReturnSuccess)
    return try #require(buffer)
  }

  /// As an app on Apple's systems writes it.
  @Test func codeFromElsewhereCompiles() throws {
    let attributes =
      [
        kCVPixelBufferCGImageCompatibilityKey: kCFBooleanTrue!,
        kCVPixelBufferCGBitmapContextCompatibilityKey as String: true,
        kCVPixelBufferMetalCompatibilityKey: true,
      ] as [AnyHashable: Any]
    var pixelBuffer: CVPixelBuffer?
    let status = CVPixelBufferCreate(
      kCFAllocatorDefault, 64, 48, kCVPixelFormatType_32BGRA, attributes as CFDictionary, &pixelBuffer)
    guard status == kCVReturnSuccess, let buffer = pixelBuffer else {
      Issue.record("no buffer: \(status)")
      return
    }
    CVPixelBufferLockBaseAddress(buffer, CVPixelBufferLockFlags(rawValue: 0))
    defer { CVPixelBufferUnlockBaseAddress(buffer, CVPixelBufferLockFlags(rawValue: 0)) }
    let rows = try #require(CVPixelBufferGetBaseAddress(buffer)).assumingMemoryBound(to: UInt8.self)
    rows[CVPixelBufferGetBytesPerRow(buffer) + 4] = 255
    #expect(CVPixelBufferGetWidth(buffer) == 64 && CVPixelBufferGetHeight(buffer) == 48)
    #expect(CVPixelBufferGetPixelFormatType(buffer) == 0x4247_5241 && !CVPixelBufferIsPlanar(buffer))
  }

  @Test func memoryIsZeroAndAligned() throws {
    let buffer = try made(17, 5, kCVPixelFormatType_32BGRA)
    #expect(CVPixelBufferGetBytesPerRow(buffer) == 128 && CVPixelBufferGetDataSize(buffer) == 640)
    CVPixelBufferLockBaseAddress(buffer, .readOnly)
    let start = try #require(CVPixelBufferGetBaseAddress(buffer))
    #expect(UInt(bitPattern: start) % 4096 == 0)
    #expect(UnsafeRawBufferPointer(start: start, count: 640).allSatisfy { $0 == 0 })
  }

  /// Width and height of each plane, bytes of a row, for 7x5 pixels.
  @Test(
    arguments: [
      (kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange, [(7, 5), (4, 3)]),
      (kCVPixelFormatType_420YpCbCr10BiPlanarFullRange, [(7, 5), (4, 3)]),
      (kCVPixelFormatType_422YpCbCr8BiPlanarFullRange, [(7, 5), (4, 5)]),
      (kCVPixelFormatType_444YpCbCr10BiPlanarVideoRange, [(7, 5), (7, 5)]),
      (kCVPixelFormatType_420YpCbCr8Planar, [(7, 5), (4, 3), (4, 3)]),
      (kCVPixelFormatType_420YpCbCr10PlanarLow, [(7, 5), (4, 3), (4, 3)]),
      (kCVPixelFormatType_420YpCbCr8VideoRange_8A_TriPlanar, [(7, 5), (4, 3), (7, 5)]),
    ] as [(OSType, [(Int, Int)])])
  func planesHaveTheSizesOfTheFormat(_ format: OSType, _ sizes: [(Int, Int)]) throws {
    let buffer = try made(7, 5, format)
    #expect(CVPixelBufferIsPlanar(buffer) && CVPixelBufferGetPlaneCount(buffer) == sizes.count)
    CVPixelBufferLockBaseAddress(buffer, [])
    var end = try #require(CVPixelBufferGetBaseAddress(buffer))
    for (plane, size) in sizes.enumerated() {
      #expect(CVPixelBufferGetWidthOfPlane(buffer, plane) == size.0)
      #expect(CVPixelBufferGetHeightOfPlane(buffer, plane) == size.1)
      #expect(CVPixelBufferGetBytesPerRowOfPlane(buffer, plane) == 64)
      let start = try #require(CVPixelBufferGetBaseAddressOfPlane(buffer, plane))
      #expect(start >= end)
      end = start + 64 * size.1
    }
    #expect(CVPixelBufferGetBytesPerRow(buffer) == 64)
    #expect(CVPixelBufferGetDataSize(buffer) == end - CVPixelBufferGetBaseAddress(buffer)!)
    for plane in [-1, sizes.count] {
      #expect(
        CVPixelBufferGetWidthOfPlane(buffer, plane) == 0 && CVPixelBufferGetBaseAddressOfPlane(buffer, plane) == nil)
      #expect(
        CVPixelBufferGetHeightOfPlane(buffer, plane) == 0 && CVPixelBufferGetBytesPerRowOfPlane(buffer, plane) == 0)
    }
  }

  @Test func aBufferWithoutPlanesAnswersForPlaneZero() throws {
    let buffer = try made(7, 5, kCVPixelFormatType_422YpCbCr8)
    CVPixelBufferLockBaseAddress(buffer, .readOnly)
    #expect(CVPixelBufferGetPlaneCount(buffer) == 0 && CVPixelBufferGetBaseAddressOfPlane(buffer, 0) == nil)
    #expect(CVPixelBufferGetWidthOfPlane(buffer, 0) == 7 && CVPixelBufferGetHeightOfPlane(buffer, 0) == 5)
    #expect(CVPixelBufferGetBytesPerRowOfPlane(buffer, 0) == 64 && CVPixelBufferGetWidthOfPlane(buffer, 1) == 0)
  }

  /// Every format of the table can be made, at the smallest size and at an odd one.
  @Test(arguments: Formats.all)
  func everyFormatIsMade(_ format: String) throws {
    for (width, height) in [(1, 1), (67, 3)] {
      let buffer = try made(width, height, code(format))
      CVPixelBufferLockBaseAddress(buffer, [])
      let start = try #require(CVPixelBufferGetBaseAddress(buffer))
      memset(start, 0xFF, CVPixelBufferGetDataSize(buffer))
      #expect(CVPixelBufferGetDataSize(buffer) > 0 && CVPixelBufferUnlockBaseAddress(buffer, []) == kCVReturnSuccess)
    }
  }

  /// Rows of whole groups of 48 pixels.
  @Test func v210HasLongRows() throws {
    #expect(CVPixelBufferGetBytesPerRow(try made(1280, 2, kCVPixelFormatType_422YpCbCr10)) == 3456)
    #expect(CVPixelBufferGetBytesPerRow(try made(49, 1, kCVPixelFormatType_422YpCbCr10)) == 256)
  }

  @Test func attributesSetAlignments() throws {
    let rows = try made(3, 3, kCVPixelFormatType_24RGB, [kCVPixelBufferBytesPerRowAlignmentKey as String: 1])
    #expect(CVPixelBufferGetBytesPerRow(rows) == 9 && CVPixelBufferGetDataSize(rows) == 27)
    let planes = try made(
      16, 16, kCVPixelFormatType_420YpCbCr8Planar, [kCVPixelBufferMetalCompatibilityKey as String: true])
    CVPixelBufferLockBaseAddress(planes, [])
    for plane in 0..<3 {
      #expect(UInt(bitPattern: CVPixelBufferGetBaseAddressOfPlane(planes, plane)) % 4096 == 0)
    }
  }

  @Test func pixelsAroundTheImageRepeatItsEdge() throws {
    let buffer = try made(
      3, 2, kCVPixelFormatType_420YpCbCr8BiPlanarFullRange,
      [
        kCVPixelBufferExtendedPixelsLeftKey as String: 1, kCVPixelBufferExtendedPixelsTopKey as String: 2,
        kCVPixelBufferExtendedPixelsRightKey as String: 3, kCVPixelBufferExtendedPixelsBottomKey as String: 1,
      ])
    var (left, right, top, bottom) = (0, 0, 0, 0)
    CVPixelBufferGetExtendedPixels(buffer, &left, &right, &top, &bottom)
    // Whole pairs of chroma on the left.
    #expect(left == 2 && right == 3 && top == 2 && bottom == 1)
    CVPixelBufferLockBaseAddress(buffer, [])
    let luma = try #require(CVPixelBufferGetBaseAddressOfPlane(buffer, 0)).assumingMemoryBound(to: UInt8.self)
    let row = CVPixelBufferGetBytesPerRowOfPlane(buffer, 0)
    for (index, code) in [1, 2, 3, 4, 5, 6].enumerated() { luma[index % 3 + index / 3 * row] = UInt8(code) }
    #expect(CVPixelBufferFillExtendedPixels(buffer) == kCVReturnSuccess)
    let lines = (-2..<3).map { y in (-2..<6).map { luma[y * row + $0] } }
    #expect(lines[0] == [1, 1, 1, 2, 3, 3, 3, 3] && lines[1] == lines[0] && lines[2] == lines[0])
    #expect(lines[3] == [4, 4, 4, 5, 6, 6, 6, 6] && lines[4] == lines[3])
    let packed = try made(2, 1, kCVPixelFormatType_422YpCbCr8, [kCVPixelBufferExtendedPixelsLeftKey as String: 2])
    #expect(CVPixelBufferFillExtendedPixels(packed) == kCVReturnUnsupported)
    #expect(CVPixelBufferFillExtendedPixels(try made(2, 1, kCVPixelFormatType_422YpCbCr8)) == kCVReturnSuccess)
  }

  @Test(
    arguments: [
      (0, 1, kCVPixelFormatType_32BGRA, kCVReturnInvalidSize), (1, -1, kCVPixelFormatType_32BGRA, kCVReturnInvalidSize),
      (1 << 24, 1, kCVPixelFormatType_32BGRA, kCVReturnInvalidSize),
      (.max, .max, kCVPixelFormatType_128RGBAFloat, kCVReturnInvalidSize),
      (1, 1, 0x6E6F_6E65, kCVReturnInvalidPixelFormat),
      // 2^50 bytes, which no machine has.
      (1 << 23, 1 << 23, kCVPixelFormatType_128RGBAFloat, kCVReturnAllocationFailed),
    ] as [(Int, Int, OSType, CVReturn)])
  func whatCannotBeIsRefused(_ width: Int, _ height: Int, _ format: OSType, _ expected: CVReturn) {
    var buffer: CVPixelBuffer?
    #expect(CVPixelBufferCreate(nil, width, height, format, nil, &buffer) == expected && buffer == nil)
    #expect(throws: CVError.self) { try CVPixelBuffer(width: width, height: height, pixelFormat: format) }
  }

  @Test func attributesWithoutMeaningAreRefused() {
    let wrong: [(CFString, Any, CVReturn)] = [
      (kCVPixelBufferBytesPerRowAlignmentKey, 3, kCVReturnInvalidPixelBufferAttributes),
      (kCVPixelBufferBytesPerRowAlignmentKey, 0, kCVReturnInvalidPixelBufferAttributes),
      (kCVPixelBufferPlaneAlignmentKey, "64", kCVReturnInvalidPixelBufferAttributes),
      (kCVPixelBufferExtendedPixelsLeftKey, -1, kCVReturnInvalidPixelBufferAttributes),
      (kCVPixelBufferExtendedPixelsTopKey, 0.5, kCVReturnInvalidPixelBufferAttributes),
      (kCVPixelBufferExtendedPixelsTopKey, Double.infinity, kCVReturnInvalidPixelBufferAttributes),
      (kCVPixelBufferIOSurfacePropertiesKey, 1, kCVReturnInvalidPixelBufferAttributes),
      (kCVPixelBufferIOSurfacePropertiesKey, ["wrong": Date()], kCVReturnInvalidPixelBufferAttributes),
    ]
    for (key, value, expected) in wrong {
      var buffer: CVPixelBuffer?
      let attributes = [key as String: value] as CFDictionary
      #expect(CVPixelBufferCreate(nil, 4, 4, kCVPixelFormatType_32BGRA, attributes, &buffer) == expected, "\(key)")
    }
  }

  @Test func errorsSayWhatIsAllowed() {
    #expect {
      try CVPixelBuffer(width: 0, height: 4, pixelFormat: kCVPixelFormatType_32BGRA)
    } throws: { error in
      let error = error as? CVError
      return error?.code == kCVReturnInvalidSize && error?.description.contains("0x4") == true
    }
    #expect {
      try CVPixelBuffer(width: 1, height: 4, pixelFormat: 0x6E6F_6E65)
    } throws: { ($0 as? CVError)?.description.contains("'none'") == true }
  }

  @Test func locksAreCountedByTheirKind() throws {
    let buffer = try made(4, 4, kCVPixelFormatType_32BGRA)
    #expect(CVPixelBufferGetBaseAddress(buffer) == nil)
    #expect(CVPixelBufferUnlockBaseAddress(buffer, []) == kCVReturnInvalidArgument)
    CVPixelBufferLockBaseAddress(buffer, .readOnly)
    CVPixelBufferLockBaseAddress(buffer, .readOnly)
    #expect(CVPixelBufferUnlockBaseAddress(buffer, []) == kCVReturnInvalidArgument)
    #expect(CVPixelBufferUnlockBaseAddress(buffer, .readOnly) == kCVReturnSuccess)
    #expect(CVPixelBufferGetBaseAddress(buffer) != nil)
    #expect(CVPixelBufferUnlockBaseAddress(buffer, .readOnly) == kCVReturnSuccess)
    #expect(CVPixelBufferGetBaseAddress(buffer) == nil)
    #expect(CVPixelBufferLockBaseAddress(buffer, CVPixelBufferLockFlags(rawValue: 2)) == kCVReturnInvalidArgument)
  }

  @Test func writingCountsAsAChange() throws {
    let buffer = try made(4, 4, kCVPixelFormatType_32BGRA)
    let before = buffer.contentGeneration
    CVPixelBufferLockBaseAddress(buffer, .readOnly)
    CVPixelBufferUnlockBaseAddress(buffer, .readOnly)
    #expect(buffer.contentGeneration == before)
    CVPixelBufferLockBaseAddress(buffer, [])
    CVPixelBufferUnlockBaseAddress(buffer, [])
    #expect(buffer.contentGeneration == before + 1)
    try buffer.withPlanes(writing: true) { _ in }
    try buffer.withPlanes(writing: false) { _ in }
    #expect(buffer.contentGeneration == before + 2)
  }

  @Test func aBufferIsItsIdentity() throws {
    let (a, b) = (try made(4, 4, kCVPixelFormatType_32BGRA), try made(4, 4, kCVPixelFormatType_32BGRA))
    #expect(a == a && a != b && Set([a, b, a]).count == 2 && a.description == "CVPixelBuffer 4x4 'BGRA'")
  }

  /// Planes of a buffer are those that the definition of codes reads.
  @Test func planesAreReadAndWritten() throws {
    let buffer = try made(3, 3, kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange)
    let conversion = YCbCrConversion(.bt709, quality: .video)
    try buffer.withPlanes(writing: true) { $0.store([SIMD4<Float>](repeating: [1, 1, 1, 1], count: 9), conversion) }
    CVPixelBufferLockBaseAddress(buffer, .readOnly)
    let luma = try #require(CVPixelBufferGetBaseAddressOfPlane(buffer, 0)).load(as: UInt8.self)
    let chroma = try #require(CVPixelBufferGetBaseAddressOfPlane(buffer, 1)).load(as: UInt8.self)
    #expect(luma == 235 && chroma == 128)
  }
}

/// The number of four characters, or of a number as text.
func code(_ name: String) -> OSType {
  UInt32(name) ?? name.utf8.reduce(0) { $0 << 8 | OSType($1) }
}

enum Formats {
  /// The codes of the table of formats.
  static let all = [
    "BGRA", "32", "RGBA", "ABGR", "24", "24BG", "l10r", "w30r", "l64r", "b64a", "RGhA", "RGfA", "L008", "L016", "L00h",
    "L00f", "2C08", "2C16", "2C0h", "2C0f", "b16g", "b48r", "420v", "420f", "422v", "422f", "444v", "444f", "x420",
    "xf20",
    "x422", "xf22", "x444", "xf44", "sv22", "sv44", "y420", "f420", "yl20", "fl20", "2vuy", "yuvs", "yuvf", "v210",
    "v216",
    "v408", "y416", "v0a8", "hdep", "fdep", "hdis", "fdis",
  ]
}
