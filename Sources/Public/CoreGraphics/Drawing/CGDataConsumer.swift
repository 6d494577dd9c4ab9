import Foundation
import ImageGraph
import Synchronization

/// The destination of a document's bytes: memory or a file.
public final class CGDataConsumer {
  private let data: NSMutableData?
  private let file: FileHandle?
  package private(set) var failure: String?

  /// Creates a consumer that appends to the data.
  public init?(data: NSMutableData) { (self.data, file) = (data, nil) }

  /// Creates or overwrites a file. Returns nil, with the reason in the log, if the file cannot be written.
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
