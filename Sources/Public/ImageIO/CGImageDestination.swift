import Foundation
import ImageGraph

/// An image file to write: one image with its properties. Made by `CGImageDestinationCreateWithURL` and its sisters.
///
/// Nothing is written before `CGImageDestinationFinalize`, which writes a file beside its place and then renames it, so
/// that nobody ever sees half of it. Not for several threads at once.
public final class CGImageDestination {
  enum Place {
    case file(URL)
    case data(CFMutableData)
    case consumer(CGDataConsumer)
  }

  let place: Place
  let type: ImageFileType
  /// Of all images: what holds where an image says nothing of its own.
  var properties: [String: Any] = [:]
  private(set) var image: Image?
  private var isFinished = false

  struct Image {
    let image: CIImage
    let isGrey: Bool
    let properties: [String: Any]
  }

  /// Nil, with the reason in the log, for kinds of files that are not written here, and for other than one image.
  init?(_ place: Place, _ type: CFString, count: Int) {
    guard let known = ImageFileType(rawValue: type as String), known.isWritten else {
      let names = ImageFileType.allCases.filter(\.isWritten).map(\.rawValue).joined(separator: ", ")
      RenderLog.process.note("CGImageDestination: files of the type \(type) are not written here; these are: \(names)")
      return nil
    }
    guard count == 1 else {
      let reason =
        count > 1 && known.mayHoldSeveral
        ? "the format has room for several images, but only one is written here"
        : "a file of this type has one image"
      RenderLog.process.note("CGImageDestination: \(count) images in \(type): \(reason); ask for 1")
      return nil
    }
    (self.place, self.type) = (place, known)
  }

  /// - Parameter own: over what the image says of itself.
  func add(_ image: CIImage, isGrey: Bool, _ own: CFDictionary?) {
    guard self.image == nil, !isFinished else {
      RenderLog.process.note("CGImageDestination: there is an image already, and a file has one; it stays")
      return
    }
    self.image = Image(image: image, isGrey: isGrey, properties: Settings(own).values)
  }

  /// Writes the file, once.
  ///
  /// - Throws: `invalidArgument` without an image and for the second time; what writing throws.
  func finish() throws(RenderError) {
    guard !isFinished else { throw .invalidArgument("the file has been written; make another destination") }
    guard let image else {
      throw .invalidArgument("there is no image to write; call CGImageDestinationAddImage before")
    }
    isFinished = true
    let form = try FileImage(image, type, properties)
    switch place {
    case .file(let url): try form.write(to: url)
    case .data(let data): data.append(try form.encoded())
    case .consumer(let consumer):
      let bytes = try form.encoded()
      let isWritten = bytes.withUnsafeBytes { consumer.write($0) }
      consumer.close()
      guard isWritten else { throw .image("the consumer did not take the file: \(consumer.failure ?? "no reason")") }
    }
  }
}
