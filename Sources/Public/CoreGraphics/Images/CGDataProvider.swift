import Foundation
import ImageGraph

/// Frees bytes that a provider was given.
public typealias CGDataProviderReleaseDataCallback = (
  _ info: UnsafeMutableRawPointer?, _ data: UnsafeRawPointer, _ size: Int
) -> Void

/// How bytes are had from code that knows where they are.
public struct CGDataProviderDirectCallbacks {
  /// 0.
  public var version: UInt32
  /// Copies bytes from a position on and says how many.
  public var getBytesAtPosition:
    ((_ info: UnsafeMutableRawPointer?, _ buffer: UnsafeMutableRawPointer, _ position: Int, _ count: Int) -> Int)?
  /// Frees `info`.
  public var releaseInfo: ((_ info: UnsafeMutableRawPointer?) -> Void)?
  /// All of the bytes; nil where there is only the other way.
  public var getBytePointer: ((_ info: UnsafeMutableRawPointer?) -> UnsafeRawPointer?)?
  /// Says that the bytes of `getBytePointer` are no longer needed.
  public var releaseBytePointer: ((_ info: UnsafeMutableRawPointer?, _ pointer: UnsafeRawPointer) -> Void)?

  /// Callbacks; one of the two that give bytes has to be there.
  public init(
    version: UInt32 = 0, getBytePointer: ((UnsafeMutableRawPointer?) -> UnsafeRawPointer?)?,
    releaseBytePointer: ((UnsafeMutableRawPointer?, UnsafeRawPointer) -> Void)?,
    getBytesAtPosition: ((UnsafeMutableRawPointer?, UnsafeMutableRawPointer, Int, Int) -> Int)?,
    releaseInfo: ((UnsafeMutableRawPointer?) -> Void)?
  ) {
    (self.version, self.getBytePointer, self.releaseBytePointer) = (version, getBytePointer, releaseBytePointer)
    (self.getBytesAtPosition, self.releaseInfo) = (getBytesAtPosition, releaseInfo)
  }
}

/// Bytes for images. Immutable.
///
/// Bytes are copied when the provider is made, and what was given is released at once: nothing that happens to that
/// memory later is seen.
public final class CGDataProvider: Sendable {
  private let bytes: Data

  /// Bytes in memory.
  public init?(data: CFData) { bytes = Data(referencing: data) }

  package init(_ bytes: Data) { self.bytes = bytes }

  /// A file; nil, with the reason in the log, when it cannot be read.
  public init?(url: CFURL) {
    do {
      bytes = try Data(contentsOf: url as URL)
    } catch {
      RenderLog.process.note("CGDataProvider(url:): \(error)")
      return nil
    }
  }

  /// A file; nil, with the reason in the log, when it cannot be read.
  public convenience init?(filename: UnsafePointer<CChar>) {
    self.init(url: NSURL(fileURLWithPath: String(cString: filename)))
  }

  /// Memory; nil when its size is negative.
  ///
  /// - Parameter releaseData: called before this returns, since the bytes are copied.
  public init?(
    dataInfo info: UnsafeMutableRawPointer?, data: UnsafeRawPointer, size: Int,
    releaseData: CGDataProviderReleaseDataCallback
  ) {
    guard size >= 0 else { return nil }
    bytes = Data(bytes: data, count: size)
    releaseData(info, data, size)
  }

  /// Bytes that callbacks give, asked for before this returns; nil when they do not give as many as `size`, and for
  /// more than 64 GiB.
  public init?(
    directInfo info: UnsafeMutableRawPointer?, size: Int, callbacks: UnsafePointer<CGDataProviderDirectCallbacks>
  ) {
    guard size >= 0, size <= 1 << 36 else { return nil }
    let calls = callbacks.pointee
    defer { calls.releaseInfo?(info) }
    if let pointer = calls.getBytePointer?(info) {
      bytes = Data(bytes: pointer, count: size)
      calls.releaseBytePointer?(info, pointer)
      return
    }
    guard let read = calls.getBytesAtPosition else { return nil }
    var all = Data(count: size)
    let count = all.withUnsafeMutableBytes { buffer in
      buffer.baseAddress.map { read(info, $0, 0, size) } ?? 0
    }
    guard count == size else { return nil }
    bytes = all
  }

  /// A copy of the bytes.
  public var data: CFData? { bytes as NSData }

  package var contents: Data { bytes }
}

/// A copy of a provider's bytes.
@available(*, deprecated, renamed: "getter:CGDataProvider.data(self:)")
public func CGDataProviderCopyData(_ provider: CGDataProvider?) -> CFData? { provider?.data }
