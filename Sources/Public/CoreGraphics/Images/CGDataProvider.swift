import Foundation
import ImageGraph

/// A callback that frees the bytes of a provider.
public typealias CGDataProviderReleaseDataCallback = (
  _ info: UnsafeMutableRawPointer?, _ data: UnsafeRawPointer, _ size: Int
) -> Void

/// Callbacks that supply a provider's bytes.
public struct CGDataProviderDirectCallbacks {
  /// The version of the structure: 0.
  public var version: UInt32
  /// Copies bytes from a position on, and returns their number.
  public var getBytesAtPosition:
    ((_ info: UnsafeMutableRawPointer?, _ buffer: UnsafeMutableRawPointer, _ position: Int, _ count: Int) -> Int)?
  /// Releases `info`.
  public var releaseInfo: ((_ info: UnsafeMutableRawPointer?) -> Void)?
  /// Returns a pointer to all bytes; nil if only `getBytesAtPosition` is available.
  public var getBytePointer: ((_ info: UnsafeMutableRawPointer?) -> UnsafeRawPointer?)?
  /// Releases the pointer that `getBytePointer` returned.
  public var releaseBytePointer: ((_ info: UnsafeMutableRawPointer?, _ pointer: UnsafeRawPointer) -> Void)?

  /// Creates the callbacks. At least one of `getBytePointer` and `getBytesAtPosition` is required.
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

/// The bytes of an image. Immutable.
///
/// The initializer copies the bytes and releases its argument at once, so later changes of that memory have no effect.
public final class CGDataProvider: Sendable {
  private let bytes: Data

  /// Copies bytes in memory.
  public init?(data: CFData) { bytes = Data(referencing: data) }

  package init(_ bytes: Data) { self.bytes = bytes }

  /// Reads a file. Returns nil, with the reason in the log, if the file cannot be read.
  public init?(url: CFURL) {
    do {
      bytes = try Data(contentsOf: url as URL)
    } catch {
      RenderLog.process.note("CGDataProvider(url:): \(error)")
      return nil
    }
  }

  /// Reads a file. Returns nil, with the reason in the log, if the file cannot be read.
  public convenience init?(filename: UnsafePointer<CChar>) {
    self.init(url: NSURL(fileURLWithPath: String(cString: filename)))
  }

  /// Copies memory. Returns nil if the size is negative.
  ///
  /// - Parameter releaseData: called before the initializer returns, since the bytes are copied.
  public init?(
    dataInfo info: UnsafeMutableRawPointer?, data: UnsafeRawPointer, size: Int,
    releaseData: CGDataProviderReleaseDataCallback
  ) {
    guard size >= 0 else { return nil }
    bytes = Data(bytes: data, count: size)
    releaseData(info, data, size)
  }

  /// Copies the bytes that callbacks supply, before the initializer returns. Returns nil if they supply fewer than
  /// `size` bytes, or if `size` is above 64 GiB.
  public init?(
    directInfo info: UnsafeMutableRawPointer?, size: Int, callbacks: UnsafePointer<CGDataProviderDirectCallbacks>
  ) {
    guard size >= 0, size <= 1 << 36 else { return nil }
    let supplied = callbacks.pointee
    defer { supplied.releaseInfo?(info) }
    if let pointer = supplied.getBytePointer?(info) {
      bytes = Data(bytes: pointer, count: size)
      supplied.releaseBytePointer?(info, pointer)
      return
    }
    guard let read = supplied.getBytesAtPosition else { return nil }
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

/// Returns a copy of a provider's bytes.
@available(*, deprecated, renamed: "getter:CGDataProvider.data(self:)")
public func CGDataProviderCopyData(_ provider: CGDataProvider?) -> CFData? { provider?.data }
