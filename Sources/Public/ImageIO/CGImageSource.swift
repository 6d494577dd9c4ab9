import Foundation
import ImageCodecs
import ImageGraph
import Synchronization

/// How far an image file can be read. The numbers are Image I/O's.
public enum CGImageSourceStatus: Int32, Sendable {
  /// The bytes end before the image does.
  case statusUnexpectedEOF = -5
  /// The bytes contradict their format, or what they ask for is more than is allowed.
  case statusInvalidData = -4
  /// No format that is known here.
  case statusUnknownType = -3
  /// Of a file that grows: nothing of it is known yet.
  case statusReadingHeader = -2
  /// Of a file that grows: its header is there.
  case statusIncomplete = -1
  /// The image can be read.
  case statusComplete = 0
}

/// An image file to read from: its kind, its properties, its image. Made by `CGImageSourceCreateWithURL` and its
/// sisters. Only the header is read then; pixels are decoded each time that an image is asked for, and not kept.
///
/// May be used from any thread. Of files with several images the main one is read, as number 0.
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
    var byteCount: UInt64 = 0
    /// False while bytes are still to come.
    var isWhole = true
  }

  private let contents: Mutex<Contents>

  private init(_ contents: Contents) { self.contents = Mutex(contents) }

  /// - Throws: why the file cannot be opened.
  init(_ url: URL) throws(RenderError) {
    do throws(CodecError) {
      contents = Mutex(try Self.contents(.file(url)))
    } catch {
      throw .image("\(error)")
    }
  }

  init(_ data: Data) {
    // Memory can always be read.
    let known = try? Self.contents(.bytes(data))
    contents = Mutex(known ?? Contents(origin: .bytes(data), status: .statusInvalidData))
  }

  /// One that has no bytes yet.
  init() { contents = Mutex(Contents(origin: .bytes(Data()), status: .statusReadingHeader, isWhole: false)) }

  /// Takes all bytes that are there by now.
  func update(_ data: Data, isFinal: Bool) {
    var new = (try? Self.contents(.bytes(data))) ?? Contents(origin: .bytes(data), status: .statusInvalidData)
    if !isFinal {
      new.isWhole = false
      switch new.status {
      case .statusComplete: new.status = .statusIncomplete
      case .statusUnknownType where data.count >= 12: break
      default: new.status = .statusReadingHeader
      }
    }
    contents.withLock { if !$0.isWhole { $0 = new } }
  }

  private static func contents(_ origin: Origin) throws(CodecError) -> Contents {
    var result = Contents(origin: origin, status: .statusComplete)
    if case .bytes(let data) = origin {
      (result.type, result.byteCount) = (ImageFileType(firstBytes: data.prefix(12)), UInt64(data.count))
    }
    do throws(CodecError) {
      let rows = try rows(of: origin)
      result.byteCount = rows.fileByteCount
      result.isGrey = [.grey, .greyAlpha].contains(rows.header.kind)
      // Now known to be a regular file.
      if case .file(let url) = origin { result.type = firstBytes(of: url).flatMap(ImageFileType.init) }
    } catch {
      switch error {
      case .io: throw error
      case .invalidArgument:
        // A place that is no file.
        if case .file = origin { throw error }
        result.status = .statusInvalidData
      case .notAImage: result.status = .statusUnknownType
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
  var isGrey: Bool { contents.withLock { $0.isGrey } }

  /// 1 as soon as the header is there, else 0.
  var count: Int { [.statusComplete, .statusIncomplete].contains(status) ? 1 : 0 }

  /// The image as an image whose pixels are read where they are needed.
  ///
  /// - Throws: what reading the header throws; `invalidArgument` for images that the file does not have.
  func image(_ index: Int, _ options: [CIImageOption: Any] = [:]) throws(RenderError) -> CIImage {
    guard index == 0, count == 1 else {
      throw .invalidArgument("image \(index) of a file with \(count): from 0 on, up to one less than the count")
    }
    switch contents.withLock({ $0.origin }) {
    case .file(let url): return try CIImage(reading: url, options: options)
    case .bytes(let data): return try CIImage(reading: data, options: options)
    }
  }
}

/// Images of sources.
extension CIImage {
  /// An image of a file; the empty image, with the reason in the log, when it cannot be read.
  ///
  /// - Parameters:
  ///   - index: 0.
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
