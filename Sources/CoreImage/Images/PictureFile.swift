import Foundation
import ImageColor
import ImageGraph

/// A picture file whose header has been read.
struct PictureFile {
  let width: Int
  let height: Int
  let colorSpace: ColorSpace?
  let properties: [String: Any]

  init(_ url: URL) throws(RenderError) { throw .unsupported("\(url.lastPathComponent): pictures cannot be read yet") }

  init(_ data: Data) throws(RenderError) { throw .unsupported("pictures cannot be read yet") }

  /// The pixels as the start of a recipe, decoded when they are first needed.
  func source(as space: ColorSpace?) -> Source {
    Source(width: width, height: height, format: .rgba8, colorSpace: space, alpha: .straight, label: "file") {
      () throws(RenderError) in throw .unsupported("pictures cannot be read yet")
    }
  }
}
