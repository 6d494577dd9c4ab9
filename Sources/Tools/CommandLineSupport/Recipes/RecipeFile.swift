import CoreImage
import Foundation
import ImageCodecs

/// A recipe file, read: `{"recipe":1, "image":IMAGE, "rect":[x,y,w,h]?}`.
package struct RecipeFile {
  /// The maximum size of a recipe file, in bytes. Recipes of people and programs are far smaller.
  package static let byteLimit = 16 << 20

  package let image: CIImage
  /// The region that the file specifies, if any.
  package let rect: CGRect?

  /// Reads a recipe.
  ///
  /// - Parameters:
  ///   - path: `-` is standard input, whose files are relative to the working directory.
  ///   - time: the time of values that depend on time, in seconds.
  /// - Throws: `CommandFailure` that names the key path in the file, for example `image.inputs.inputImage.file`.
  package init(_ path: String, _ images: ImageInput, at time: Double = 0) throws {
    let text = try RecipeText(path, images)
    self = try located(text.name) {
      try RecipeFile(text.json, folder: text.folder, images, at: RecipeTime(time: time), RecipeFileCache())
    }
  }

  /// Reads a parsed recipe.
  ///
  /// - Parameters:
  ///   - folder: the folder that relative paths start from.
  ///   - isUpright: whether the EXIF orientation of images is applied.
  ///   - cache: the cache of the same recipe, so that no file is read twice.
  package init(
    _ json: JSON, folder: URL, _ images: ImageInput, isUpright: Bool = false,
    at moment: RecipeTime = RecipeTime(), _ cache: RecipeFileCache
  ) throws {
    let members = try object(json, at: "the file", keys: ["recipe", "image", "rect"])
    guard case .number(1)? = members["recipe"] else {
      throw CommandFailure.failed("recipe must be 1, the version of this format")
    }
    guard let description = members["image"] else { throw CommandFailure.failed("image is missing") }
    let reader = ImageReader(folder: folder, images: images, isUpright: isUpright, moment: moment, cache: cache)
    image = try reader.image(description, at: "image")
    rect = try members["rect"].map { json in
      guard let n = json.numbers, n.count == 4, n[2] > 0, n[3] > 0 else {
        throw CommandFailure.failed("rect must be [x, y, width, height] with a width and a height above 0")
      }
      return CGRect(x: n[0], y: n[1], width: n[2], height: n[3])
    }
  }
}

/// The JSON of a recipe file, parsed.
package struct RecipeText {
  /// The file name, for error texts.
  package let name: String
  package let json: JSON
  /// The folder that relative paths start from.
  package let folder: URL

  /// Reads and parses a recipe file.
  ///
  /// - Parameter path: `-` is standard input.
  package init(_ path: String, _ images: ImageInput) throws {
    guard !path.isEmpty else { throw CommandFailure.usage("the name of the recipe is empty") }
    let url = URL(fileURLWithPath: path)
    let isStandardInput = path == "-"
    (name, folder) = (isStandardInput ? "standard input" : url.lastPathComponent, url.deletingLastPathComponent())
    // `--root` applies to the files that the recipe names, not to the recipe itself.
    let data =
      isStandardInput
      ? try standardInput(byteLimit: RecipeFile.byteLimit) : try fileContents(url, byteLimit: RecipeFile.byteLimit)
    json = try located(name) { try JSONReader.read(data) }
  }
}

extension RecipeFile {
  /// Returns the absolute path of a file that a recipe in a folder names: the key of `RecipeFileCache.files`.
  package static func key(of path: String, in folder: URL) -> String {
    (path.hasPrefix("/") ? URL(fileURLWithPath: path) : folder.appending(path: path)).standardizedFileURL.path
  }
}

/// Returns the members of an object.
///
/// - Throws: `CommandFailure` for other values, and for keys that are not in `keys`.
func object(_ json: JSON, at location: String, keys: [String]) throws -> [String: JSON] {
  guard case .object(let members) = json else {
    throw CommandFailure.failed("\(location) must be an object (got \(json.kind))")
  }
  try rejectUnknownKeys(members, keys, at: location)
  return members
}
