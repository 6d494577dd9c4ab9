import CoreVideo
import Foundation

// swift-format-ignore-file: AlwaysUseLowerCamelCase
// Names are Core Media's.

/// The data of a sample. Immutable, and safe on any thread.
public final class CMBlockBuffer: Sendable {
  private let bytes: Data

  /// Creates a buffer with these bytes.
  public init(_ bytes: Data) { self.bytes = bytes }

  /// The number of bytes.
  public var dataLength: Int { bytes.count }

  /// Returns the bytes.
  public func dataBytes() -> Data { bytes }

  /// Calls `body` with the bytes, which are valid until `body` returns.
  public func withUnsafeBytes<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) rethrows -> Result {
    try bytes.withUnsafeBytes(body)
  }
}

/// The error code for a range outside of the buffer.
public var kCMBlockBufferBadOffsetParameterErr: OSStatus { -12704 }

/// Returns the number of bytes.
public func CMBlockBufferGetDataLength(_ theBuffer: CMBlockBuffer) -> Int { theBuffer.dataLength }

/// Copies bytes.
///
/// - Returns: 0, or `kCMBlockBufferBadOffsetParameterErr` if the range exceeds the buffer. Nothing is copied then.
@discardableResult
public func CMBlockBufferCopyDataBytes(
  _ theSourceBuffer: CMBlockBuffer, atOffset offsetToData: Int, dataLength: Int, destination: UnsafeMutableRawPointer
) -> OSStatus {
  theSourceBuffer.withUnsafeBytes { bytes in
    guard offsetToData >= 0, dataLength >= 0, offsetToData <= bytes.count, dataLength <= bytes.count - offsetToData
    else { return kCMBlockBufferBadOffsetParameterErr }
    if let start = bytes.baseAddress { destination.copyMemory(from: start + offsetToData, byteCount: dataLength) }
    return 0
  }
}
