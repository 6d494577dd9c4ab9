import CoreVideo
import Foundation
import Synchronization
import Testing

/// Buffers on caller-owned memory.
@Suite struct ExternalMemoryTests {
  /// The arguments of a release callback.
  private final class Witness: Sendable {
    let calls = Mutex<[String]>([])
    var pointer: UnsafeMutableRawPointer { Unmanaged.passUnretained(self).toOpaque() }
  }

  @Test func bytesAreUsedInPlaceAndReleasedOnce() throws {
    let witness = Witness()
    let bytes = UnsafeMutableRawPointer.allocate(byteCount: 100 * 4, alignment: 16)
    defer { bytes.deallocate() }
    var buffer: CVPixelBuffer?
    let status = CVPixelBufferCreateWithBytes(
      kCFAllocatorDefault, 20, 4, kCVPixelFormatType_32BGRA, bytes, 100,
      { context, base in
        let witness = Unmanaged<Witness>.fromOpaque(context!).takeUnretainedValue()
        witness.calls.withLock { $0.append("\(base!)") }
      }, witness.pointer, nil, &buffer)
    #expect(status == kCVReturnSuccess)
    CVPixelBufferLockBaseAddress(buffer!, .readOnly)
    #expect(CVPixelBufferGetBaseAddress(buffer!) == bytes && CVPixelBufferGetBytesPerRow(buffer!) == 100)
    #expect(CVPixelBufferGetDataSize(buffer!) == 400)
    var other = buffer
    buffer = nil
    #expect(witness.calls.withLock { $0.isEmpty })
    _ = other
    other = nil
    #expect(witness.calls.withLock { $0 } == ["\(UnsafeRawPointer(bytes))"])
  }

  @Test func planesAreUsedInPlaceAndReleasedOnce() throws {
    let witness = Witness()
    let bytes = UnsafeMutableRawPointer.allocate(byteCount: 64, alignment: 16)
    defer { bytes.deallocate() }
    func made(_ widths: [Int], _ rows: [Int], _ planes: Int = 2) -> (CVReturn, CVPixelBuffer?) {
      var (bases, widths, heights, rows) = ([bytes, bytes + 32], widths, [3, 2], rows)
      var optionals: [UnsafeMutableRawPointer?] = bases
      bases = []
      var buffer: CVPixelBuffer?
      let status = CVPixelBufferCreateWithPlanarBytes(
        nil, 5, 3, kCVPixelFormatType_420YpCbCr8BiPlanarFullRange, bytes, 64, planes, &optionals, &widths, &heights,
        &rows,
        { context, base, size, count, planes in
          let witness = Unmanaged<Witness>.fromOpaque(context!).takeUnretainedValue()
          witness.calls.withLock { $0.append("\(base!) \(size) \(count) \(planes![1]!)") }
        }, witness.pointer, nil, &buffer)
      return (status, buffer)
    }
    #expect(made([5, 2], [8, 8]).0 == kCVReturnInvalidArgument)
    #expect(made([5, 3], [8, 5]).0 == kCVReturnInvalidArgument)
    #expect(made([5, 3], [8, 6], 1).0 == kCVReturnInvalidArgument)
    #expect(witness.calls.withLock { $0.isEmpty })
    do {
      let (status, buffer) = made([5, 3], [8, 6])
      #expect(status == kCVReturnSuccess)
      CVPixelBufferLockBaseAddress(try #require(buffer), [])
      #expect(CVPixelBufferGetBaseAddressOfPlane(buffer!, 1) == bytes + 32)
      #expect(CVPixelBufferGetBytesPerRowOfPlane(buffer!, 1) == 6 && CVPixelBufferGetDataSize(buffer!) == 64)
    }
    let base = UnsafeRawPointer(bytes)
    #expect(witness.calls.withLock { $0 } == ["\(base) 64 2 \(base + 32)"])
  }

  @Test func rowsThatAreTooShortAreRefused() {
    var byte: UInt8 = 0
    var buffer: CVPixelBuffer?
    withUnsafeMutableBytes(of: &byte) { bytes in
      func status(_ format: OSType, _ rowBytes: Int, _ attributes: [String: Any]? = nil) -> CVReturn {
        CVPixelBufferCreateWithBytes(
          nil, 3, 2, format, bytes.baseAddress!, rowBytes, nil, nil, attributes as CFDictionary?, &buffer)
      }
      #expect(status(kCVPixelFormatType_32BGRA, 11) == kCVReturnInvalidArgument)
      #expect(status(kCVPixelFormatType_32BGRA, .max) == kCVReturnInvalidArgument)
      #expect(status(kCVPixelFormatType_32BGRA, -12) == kCVReturnInvalidArgument)
      // Two pairs of pixels.
      #expect(status(kCVPixelFormatType_422YpCbCr8, 7) == kCVReturnInvalidArgument)
      #expect(status(kCVPixelFormatType_420YpCbCr8Planar, 64) == kCVReturnInvalidArgument)
      let around = [kCVPixelBufferExtendedPixelsLeftKey as String: 2]
      #expect(status(kCVPixelFormatType_32BGRA, 64, around) == kCVReturnInvalidPixelBufferAttributes)
    }
    #expect(buffer == nil)
  }
}
