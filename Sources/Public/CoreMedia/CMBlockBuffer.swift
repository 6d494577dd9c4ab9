import CoreVideo
import Foundation

// swift-format-ignore-file: AlwaysUseLowerCamelCase
// Names are Core Media's.

/// Bytes of a sample. A value that nobody changes; safe on any thread.
public final class CMBlockBuffer: Sendable {
  private let bytes: Data

  /// These bytes.
  public init(_ bytes: Data) { self.bytes = bytes }

  /// How many bytes there are.
  public var dataLength: Int { bytes.count }

  /// The bytes.
  public func dataBytes() -> Data { bytes }

  /// Calls `body` with the bytes, which stay as long as it runs.
  public func withUnsafeBytes<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) rethrows -> Result {
    try bytes.withUnsafeBytes(body)
  }
}

/// The range is not in the buffer.
public var kCMBlockBufferBadOffsetParameterErr: OSStatus { -12704 }

/// How many bytes there are.
public func CMBlockBufferGetDataLength(_ theBuffer: CMBlockBuffer) -> Int { theBuffer.dataLength }

/// Copies bytes.
///
/// - Returns: 0, or `kCMBlockBufferBadOffsetParameterErr` where the buffer has not all of them; nothing is copied then.
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
