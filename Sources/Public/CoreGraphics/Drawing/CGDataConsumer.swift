import Foundation
import ImageGraph
import Synchronization

/// Where bytes of a document go: memory or a file.
public final class CGDataConsumer {
  private let data: NSMutableData?
  private let file: FileHandle?
  package private(set) var failure: String?

  /// Appends to the data.
  public init?(data: NSMutableData) { (self.data, file) = (data, nil) }

  /// A new file, or one that is overwritten; nil, with the reason in the log, where that cannot be.
  public init?(url: CFURL) {
    let path = (url as URL).path
    guard FileManager.default.createFile(atPath: path, contents: nil), let file = FileHandle(forWritingAtPath: path)
    else {
      RenderLog.process.note("CGDataConsumer: \(path) cannot be written")
      return nil
    }
    (data, self.file) = (nil, file)
  }

  package func write(_ bytes: UnsafeRawBufferPointer) -> Bool {
    guard let base = bytes.baseAddress, failure == nil else { return failure == nil }
    data?.append(base, length: bytes.count)
    do {
      try file?.write(contentsOf: Data(bytes))
    } catch {
      failure = "\(error)"
      return false
    }
    return true
  }

  package func close() { try? file?.close() }
}
