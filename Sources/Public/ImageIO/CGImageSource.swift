import Foundation
import ImageCodecs
import ImageGraph
import Synchronization

/// The read status of an image file. The raw values are Image I/O's.
public enum CGImageSourceStatus: Int32, Sendable {
  /// The bytes end before the image does.
  case statusUnexpectedEOF = -5
  /// The bytes contradict their format, or the image exceeds a limit.
  case statusInvalidData = -4
  /// The format is unknown.
  case statusUnknownType = -3
  /// An incremental source whose header is incomplete.
  case statusReadingHeader = -2
  /// An incremental source with a complete header.
  case statusIncomplete = -1
  /// The image can be read.
  case statusComplete = 0
}

/// An image file to read: its type, properties and image. Created by `CGImageSourceCreateWithURL` and similar
/// functions, which read only the header. Pixels are decoded for each requested image, and are not cached.
///
/// Thread-safe. TIFF files have an index for each image. Of other files with several images, the primary one is read,
/// at index 0.
public final class CGImageSource: Sendable {
  enum Origin: Sendable {
    case file(URL)
    case bytes(Data)
  }

  private struct Contents {
    var origin: Origin
    var type: ImageFileType?
    var status: CGImageSourceStatus
    var isGrey = false
    /// The number of images that can be read.
    var imageCount = 0
    var byteCount: UInt64 = 0
    /// Whether all bytes have been received.
    var isComplete = true
  }

  private let contents: Mutex<Contents>

  private init(_ contents: Contents) { self.contents = Mutex(contents) }

  /// Opens a file.
  ///
  /// - Throws: the reason why the file cannot be opened.
  init(_ url: URL) throws(RenderError) {
    do throws(CodecError) {
      contents = Mutex(try Self.contents(.file(url)))
    } catch {
      throw .image("\(error)")
    }
  }

  init(_ data: Data) {
    // Reading memory does not fail.
    let valid = try? Self.contents(.bytes(data))
    contents = Mutex(valid ?? Contents(origin: .bytes(data), status: .statusInvalidData))
  }

  /// Creates a source without bytes.
  init() { contents = Mutex(Contents(origin: .bytes(Data()), status: .statusReadingHeader, isComplete: false)) }

  /// Replaces the bytes with all bytes received so far.
  func update(_ data: Data, isFinal: Bool) {
    var updated = (try? Self.contents(.bytes(data))) ?? Contents(origin: .bytes(data), status: .statusInvalidData)
    if !isFinal {
      updated.isComplete = false
      switch updated.status {
      case .statusComplete: updated.status = .statusIncomplete
      case .statusUnknownType where data.count >= 12: break
      default: updated.status = .statusReadingHeader
      }
    }
    contents.withLock { if !$0.isComplete { $0 = updated } }
  }

  private static func contents(_ origin: Origin) throws(CodecError) -> Contents {
    var result = Contents(origin: origin, status: .statusComplete)
    if case .bytes(let data) = origin {
      (result.type, result.byteCount) = (ImageFileType(firstBytes: data.prefix(12)), UInt64(data.count))
    }
    do throws(CodecError) {
      let rows = try rows(of: origin)
      result.byteCount = rows.fileByteCount
      result.imageCount = rows.header.imageCount
      result.isGrey = [.grey, .greyAlpha].contains(rows.header.kind)
      // Only now is the URL known to be a regular file.
      if case .file(let url) = origin { result.type = firstBytes(of: url).flatMap(ImageFileType.init) }
    } catch {
      switch error {
      case .io: throw error
      case .invalidArgument:
        // The URL is no file.
        if case .file = origin { throw error }
        result.status = .statusInvalidData
      case .notAnImage: result.status = .statusUnknownType
      case .truncated: result.status = .statusUnexpectedEOF
      case .unsupported, .damaged, .limit: result.status = .statusInvalidData
      }
      RenderLog.process.note("CGImageSource: \(error)")
    }
    return result
  }

  private static func rows(of origin: Origin) throws(CodecError) -> ImageFileRows {
    let limits: CodecLimits
    do throws(RenderError) {
      limits = try CodecLimits.process.get()
    } catch {
      throw .invalidArgument("\(error)")
    }
    switch origin {
    case .file(let url): return try ImageFileRows(url, limits: limits)
    case .bytes(let data): return try ImageFileRows(data, limits: limits)
    }
  }

  private static func firstBytes(of url: URL) -> Data? {
    guard let file = try? FileHandle(forReadingFrom: url) else { return nil }
    defer { try? file.close() }
    return try? file.read(upToCount: 12)
  }

  var type: ImageFileType? { contents.withLock { $0.type } }
  var status: CGImageSourceStatus { contents.withLock { $0.status } }
  var byteCount: UInt64 { contents.withLock { $0.byteCount } }
  /// Returns whether an image has one colour component in the file.
  func isGrey(_ image: CIImage, at index: Int) -> Bool {
    index == 0
      ? contents.withLock { $0.isGrey } : image.properties[kCGImagePropertyColorModel] as? String == "Gray"
  }

  /// The number of images: 0 if the header is incomplete.
  var count: Int {
    contents.withLock { [.statusComplete, .statusIncomplete].contains($0.status) ? $0.imageCount : 0 }
  }

  /// Returns an image that reads its pixels when they are rendered.
  ///
  /// - Throws: the errors of reading the header; `invalidArgument` if the file does not contain the image.
  func image(_ index: Int, _ options: [CIImageOption: Any] = [:]) throws(RenderError) -> CIImage {
    guard (0..<count).contains(index) else {
      throw .invalidArgument("the image index must be less than \(count) (got \(index))")
    }
    let options = options.merging([.imageIndex: index]) { $1 }
    switch contents.withLock({ $0.origin }) {
    case .file(let url): return try CIImage(reading: url, options: options)
    case .bytes(let data): return try CIImage(reading: data, options: options)
    }
  }
}

/// Images of sources.
extension CIImage {
  /// Creates an image of a file; empty, with the reason in the log, if it cannot be read.
  ///
  /// - Parameters:
  ///   - index: below the number of images, `CGImageSourceGetCount`.
  ///   - options: as for `init(contentsOf:options:)`.
  public convenience init(cgImageSource source: CGImageSource, index: Int, options dict: [CIImageOption: Any]? = nil) {
    let image: CIImage
    do throws(RenderError) {
      image = try source.image(index, dict ?? [:])
    } catch {
      RenderLog.process.note("CIImage(cgImageSource:): \(error)")
      image = .empty()
    }
    self.init(as: image)
  }
}
