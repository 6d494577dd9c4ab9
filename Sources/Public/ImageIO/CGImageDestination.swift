import Foundation
import ImageGraph

/// An image file to write: one image with its properties. Created by `CGImageDestinationCreateWithURL` and similar
/// functions.
///
/// `CGImageDestinationFinalize` writes a temporary file in the same folder and then renames it, so that readers never
/// see a partial file. Not thread-safe.
public final class CGImageDestination {
  enum Target {
    case file(URL)
    case data(CFMutableData)
    case consumer(CGDataConsumer)
  }

  let target: Target
  let type: ImageFileType
  /// The properties that apply if the image's own properties do not contain them.
  var properties: [String: Any] = [:]
  private(set) var image: Image?
  private var isFinished = false

  struct Image {
    let image: CIImage
    let isGrey: Bool
    let properties: [String: Any]
  }

  /// Returns nil, with the reason in the log, for file types that are not supported for writing, and if the number of
  /// images is not 1.
  init?(_ target: Target, _ type: CFString, count: Int) {
    guard let fileType = ImageFileType(rawValue: type as String), fileType.isWritten else {
      let names = ImageFileType.allCases.filter(\.isWritten).map(\.rawValue).joined(separator: ", ")
      RenderLog.process.note("CGImageDestination: the type must be one of \(names) (got \(type))")
      return nil
    }
    guard count == 1 else {
      let reason =
        count > 1 && fileType.supportsSeveralImages
        ? "the format supports several images, but only one can be written"
        : "a file of this type contains one image"
      RenderLog.process.note("CGImageDestination: count must be 1 (got \(count)) in \(type): \(reason)")
      return nil
    }
    (self.target, self.type) = (target, fileType)
  }

  /// - Parameter overrides: replace properties of the image.
  func add(_ image: CIImage, isGrey: Bool, _ overrides: CFDictionary?) {
    guard self.image == nil, !isFinished else {
      RenderLog.process.note("CGImageDestination: the file already has its one image; the new one is ignored")
      return
    }
    self.image = Image(image: image, isGrey: isGrey, properties: Settings(overrides).values)
  }

  /// Writes the file, once.
  ///
  /// - Throws: `invalidArgument` without an image and for the second call; the errors of writing.
  func finish() throws(RenderError) {
    guard !isFinished else { throw .invalidArgument("the file has already been written; create another destination") }
    guard let image else {
      throw .invalidArgument("there is no image to write; call CGImageDestinationAddImage first")
    }
    isFinished = true
    let file = try FileImage(image, type, properties)
    switch target {
    case .file(let url): try file.write(to: url)
    case .data(let data): data.append(try file.encoded())
    case .consumer(let consumer):
      let bytes = try file.encoded()
      let isWritten = bytes.withUnsafeBytes { consumer.write($0) }
      consumer.close()
      guard isWritten else { throw .image("the consumer failed: \(consumer.failure ?? "no reason")") }
    }
  }
}
