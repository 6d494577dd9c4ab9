import CoreImage
import Foundation
import ImageCodecs

/// An image described in a file: `{"recipe":1, "image":IMAGE, "rect":[x,y,w,h]?}`.
package struct RecipeFile {
  /// Bytes of a recipe file: more than any recipe that is written by hand or by a reasonable program.
  package static let limit = 16 << 20

  package let image: CIImage
  package let rect: CGRect?

  /// - Parameters:
  ///   - path: `-` is standard input, whose files are relative to the working directory.
  ///   - time: what values that depend on time are asked for, in seconds.
  /// - Throws: `CommandFailure` that names the place in the file, for example `image.inputs.inputImage.file`.
  package init(_ path: String, _ images: ImageInput, at time: Double = 0) throws {
    let text = try RecipeText(path, images)
    self = try located(text.name) {
      try RecipeFile(text.json, folder: text.folder, images, at: RecipeTime(time: time), RecipeMemory())
    }
  }

  /// - Parameters:
  ///   - isUpright: images are turned by their EXIF orientation.
  ///   - memory: of the same recipe, so that nothing is read twice.
  package init(
    _ json: JSON, folder: URL, _ images: ImageInput, isUpright: Bool = false,
    at moment: RecipeTime = RecipeTime(), _ memory: RecipeMemory
  ) throws {
    let members = try object(json, at: "the file", keys: ["recipe", "image", "rect"])
    guard case .number(1)? = members["recipe"] else {
      throw CommandFailure.failed("recipe must be 1, the version of this format")
    }
    guard let described = members["image"] else { throw CommandFailure.failed("image is missing") }
    let reader = ImageReader(folder: folder, images: images, isUpright: isUpright, moment: moment, memory: memory)
    image = try reader.image(described, at: "image")
    rect = try members["rect"].map { json in
      guard let n = json.numbers, n.count == 4, n[2] > 0, n[3] > 0 else {
        throw CommandFailure.failed("rect must be [x, y, width, height] with a width and a height above 0")
      }
      return CGRect(x: n[0], y: n[1], width: n[2], height: n[3])
    }
  }
}

/// The text of a recipe file, read.
package struct RecipeText {
  /// For messages.
  package let name: String
  package let json: JSON
  /// What its files are relative to.
  package let folder: URL

  /// - Parameter path: `-` is standard input.
  package init(_ path: String, _ images: ImageInput) throws {
    guard !path.isEmpty else { throw CommandFailure.usage("the name of the recipe is empty") }
    let url = URL(fileURLWithPath: path)
    let isStandardInput = path == "-"
    (name, folder) = (isStandardInput ? "standard input" : url.lastPathComponent, url.deletingLastPathComponent())
    // The recipe itself may lie anywhere; what it names may not.
    let data =
      isStandardInput
      ? try standardInput(byteLimit: RecipeFile.limit) : try fileContents(url, byteLimit: RecipeFile.limit)
    json = try located(name) { try JSONReader.read(data) }
  }
}

extension RecipeFile {
  /// Where the file is that a recipe of a folder names, and by which it is known.
  package static func key(of path: String, in folder: URL) -> String {
    (path.hasPrefix("/") ? URL(fileURLWithPath: path) : folder.appending(path: path)).standardizedFileURL.path
  }
}

/// The members of an object that has only known ones.
func object(_ json: JSON, at place: String, keys: [String]) throws -> [String: JSON] {
  guard case .object(let members) = json else { throw CommandFailure.failed("\(place) must be an object, not \(json.kind)") }
  try refuseUnknown(members, keys, at: place)
  return members
}
