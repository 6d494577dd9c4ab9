import CoreImage
import Foundation
import ImageCodecs
import ImageFilters
import KernelLanguage

/// A picture described in a file: `{"recipe":1, "image":IMAGE, "rect":[x,y,w,h]?}`.
struct RecipeFile {
  /// Bytes of a recipe file: more than any recipe that is written by hand or by a reasonable program.
  static let limit = 16 << 20

  let image: CIImage
  let rect: CGRect?

  /// - Parameter path: `-` is standard input, whose files are relative to the working directory.
  /// - Throws: `Failure` that names the place in the file, for example `image.inputs.inputImage.file`.
  init(_ path: String, _ pictures: PictureInput) throws {
    let url = URL(fileURLWithPath: path)
    let isStandardInput = path == "-"
    guard !path.isEmpty else { throw Failure.usage("the name of the recipe is empty") }
    // The recipe itself may lie anywhere; what it names may not.
    let data =
      isStandardInput ? try standardInput(byteLimit: Self.limit) : try fileContents(url, byteLimit: Self.limit)
    var files: [String: CIImage] = [:]
    self = try located(isStandardInput ? "standard input" : url.lastPathComponent) {
      try RecipeFile(JSONReader.read(data), folder: url.deletingLastPathComponent(), pictures, &files)
    }
  }

  /// - Parameters:
  ///   - isUpright: pictures are turned by their EXIF orientation.
  ///   - files: pictures that were read before, by their keys; those that are read now come to them.
  init(
    _ json: JSON, folder: URL, _ pictures: PictureInput, isUpright: Bool = false, _ files: inout [String: CIImage]
  ) throws {
    let members = try object(json, at: "the file", keys: ["recipe", "image", "rect"])
    guard case .number(1)? = members["recipe"] else {
      throw Failure.failed("recipe must be 1, the version of this format")
    }
    guard let described = members["image"] else { throw Failure.failed("image is missing") }
    var reader = ImageReader(folder: folder, pictures, isUpright: isUpright, files)
    image = try reader.image(described, at: "image")
    files = reader.files
    rect = try members["rect"].map { json in
      guard let n = json.numbers, n.count == 4, n[2] > 0, n[3] > 0 else {
        throw Failure.failed("rect must be [x, y, width, height] with a width and a height above 0")
      }
      return CGRect(x: n[0], y: n[1], width: n[2], height: n[3])
    }
  }
}

extension RecipeFile {
  /// Where the file is that a recipe of a folder names, and by which it is known.
  static func key(of path: String, in folder: URL) -> String {
    (path.hasPrefix("/") ? URL(fileURLWithPath: path) : folder.appending(path: path)).standardizedFileURL.path
  }
}

/// Builds images from their descriptions; a file that is named twice is one image.
private struct ImageReader {
  let folder: URL
  private let pictures: PictureInput
  private let isUpright: Bool
  private(set) var files: [String: CIImage]

  init(folder: URL, _ pictures: PictureInput, isUpright: Bool, _ files: [String: CIImage]) {
    (self.folder, self.pictures, self.isUpright, self.files) = (folder, pictures, isUpright, files)
  }

  mutating func image(_ json: JSON, at place: String) throws -> CIImage {
    let members = try object(json, at: place, keys: ["file", "filter", "kernel", "inputs", "rect", "roi"])
    if let kernel = members["kernel"] { return try made(kernel, members, at: place) }
    if let alone = ["rect", "roi"].first(where: { members[$0] != nil }) {
      throw Failure.failed("\(place).\(alone) is for kernels")
    }
    switch (members["file"], members["filter"]) {
    case (.string(let path)?, nil):
      guard members["inputs"] == nil else { throw Failure.failed("\(place): a file has no inputs") }
      return try located("\(place).file") { try picture(path) }
    case (nil, .string(let name)?):
      return try filtered(name, members["inputs"] ?? .object([:]), at: place)
    case (nil, nil): throw Failure.failed("\(place): an image has a \"file\" or a \"filter\"")
    case (.some, .some): throw Failure.failed("\(place): an image has a \"file\" or a \"filter\", not both")
    case (.some(let other), nil): throw Failure.failed("\(place).file must be a string, not \(other.kind)")
    case (nil, .some(let other)): throw Failure.failed("\(place).filter must be a string, not \(other.kind)")
    }
  }

  private mutating func picture(_ path: String) throws -> CIImage {
    let key = RecipeFile.key(of: path, in: folder)
    if let known = files[key] { return known }
    let url = path.hasPrefix("/") ? URL(fileURLWithPath: path) : folder.appending(path: path)
    let image = try pictures.image(url.path, isUpright: isUpright)
    files[key] = image
    return image
  }

  /// `{"kernel": "FILE[:NAME]", "inputs": {…}, "rect": [x, y, w, h]?, "roi": PIXELS?}`, the file beside the recipe. Its
  /// first image is the input `image`, unless the parameter's own name is given.
  private mutating func made(_ kernel: JSON, _ members: [String: JSON], at place: String) throws -> CIImage {
    guard case .string(let name) = kernel, members["file"] == nil, members["filter"] == nil else {
      throw Failure.failed("\(place).kernel must be a string, and stands without \"file\" and \"filter\"")
    }
    guard case .object(let given) = members["inputs"] ?? .object([:]) else {
      throw Failure.failed("\(place).inputs must be an object")
    }
    let path = name.hasPrefix("/") ? name : folder.appending(path: name).path
    let file = try located("\(place).kernel") { try KernelFile(path, pictures) }
    let known = file.kernel.parameters.map(\.name) + ["image"]
    if let unknown = given.keys.filter({ !known.contains($0) }).min() {
      throw Failure.failed("\(place).inputs has no \"\(unknown)\"; it may have \(known.joined(separator: ", "))")
    }
    var values: [String: Any] = [:]
    for (key, json) in given where key != "image" || file.kernel.parameters.contains(where: { $0.name == key }) {
      guard let parameter = file.kernel.parameters.first(where: { $0.name == key }) else { continue }
      values[key] = try value(json, for: parameter, at: "\(place).inputs.\(key)")
    }
    let input = try given["image"].map { try image($0, at: "\(place).inputs.image") }
    var rect: CGRect?
    if let json = members["rect"] {
      guard let n = json.numbers, n.count == 4, n[2] > 0, n[3] > 0 else {
        throw Failure.failed("\(place).rect must be [x, y, width, height] with a width and a height above 0")
      }
      rect = CGRect(x: n[0], y: n[1], width: n[2], height: n[3])
    }
    var reach: Double?
    if let json = members["roi"] {
      guard case .number(let pixels) = json, pixels >= 0 else {
        throw Failure.failed("\(place).roi must be a number of pixels, 0 or more")
      }
      reach = pixels
    }
    return try located(place) { try file.image(of: input, rect: rect, reach: reach) { values[$0.name] } }
  }

  private mutating func value(_ json: JSON, for parameter: Kernel.Parameter, at place: String) throws -> Any {
    switch (parameter.type, json) {
    case (.sampler, .object), (.table, .object), (.sample, .object): return try image(json, at: place)
    case (.color, .array), (.floats(4), .array):
      if let color = json.numbers.flatMap(CIColor.init(components:)), case .color = parameter.type { return color }
      if let numbers = json.numbers { return CIVector(numbers) }
    case (.color, .string(let text)), (.floats(4), .string(let text)):
      if let color = try? readColor(text) { return color }
    case (.floats, .array), (.ints, .array), (.uints, .array):
      if let numbers = json.numbers { return CIVector(numbers) }
    case (.floats(1), .number(let number)), (.ints(1), .number(let number)), (.uints(1), .number(let number)):
      return number
    case (.bool, .bool(let flag)): return flag
    case (.data, .object(let members)):
      if members.count == 1, case .string(let text)? = members["base64"], let data = Data(base64Encoded: text) {
        return data
      }
    default: break
    }
    throw Failure.failed("\(place): \(parameter.spelling) is wanted, this is \(json.kind) that does not say one")
  }

  private mutating func filtered(_ name: String, _ inputs: JSON, at place: String) throws -> CIImage {
    let filter = try located("\(place).filter") { try CIFilter(checked: name) }
    guard case .object(let given) = inputs else {
      throw Failure.failed("\(place).inputs must be an object, not \(inputs.kind)")
    }
    for (key, json) in given.sorted(by: { $0.key < $1.key }) {
      let place = "\(place).inputs.\(key)"
      guard let parameter = filter.definition?.parameter(key) else {
        // The filter's own words for a key that it does not have.
        try located(place) { try filter.set(nil, forKey: key) }
        continue
      }
      let value = try value(json, for: parameter, at: place)
      try located(place) { try filter.set(value, forKey: key) }
    }
    return try located(place) { try filter.checkedOutputImage() }
  }

  private mutating func value(_ json: JSON, for parameter: ParameterInfo, at place: String) throws -> Any {
    switch (parameter.className, json) {
    case ("CIImage", .object): return try image(json, at: place)
    case ("NSNumber", .number(let number)): return number
    case ("NSNumber", .bool(let flag)): return flag
    case ("CIVector", .array): if let numbers = json.numbers { return CIVector(numbers) }
    case ("NSArray", .array(let list)):
      let vectors = list.compactMap(\.numbers)
      if vectors.count == list.count { return vectors.map { CIVector($0) } }
    case ("CIColor", .array): if let color = json.numbers.flatMap(CIColor.init(components:)) { return color }
    case ("CIColor", .string(let text)): if let color = try? readColor(text) { return color }
    case ("NSAffineTransform", .array):
      if let map = json.numbers.flatMap(CGAffineTransform.init(components:)) { return map }
    case ("NSString", .string(let text)), ("NSAttributedString", .string(let text)): return text
    case ("NSObject", .string(let text)): return try located(place) { try CGColorSpace(named: text) }
    case ("AVCameraCalibrationData", .object): return try calibration(json, at: place)
    case ("NSData", .object(let members)):
      switch (members.count, members["utf8"], members["base64"]) {
      case (1, .string(let text)?, nil): return Data(text.utf8)
      case (1, nil, .string(let text)?): if let data = Data(base64Encoded: text) { return data }
      default: break
      }
    default: break
    }
    throw Failure.failed("\(place): \(expectation(parameter)) is wanted, this is \(json.kind) that does not say one")
  }

  /// A table of shares of radii, and the other way round; either may be missing.
  private func calibration(_ json: JSON, at place: String) throws -> AVCameraCalibrationData {
    let members = try object(json, at: place, keys: ["size", "center", "table", "inverse"])
    func numbers(_ key: String, _ count: Int?) throws -> [Double] {
      guard let numbers = members[key]?.numbers, count == nil || numbers.count == count else {
        throw Failure.failed("\(place).\(key) must be an array of \(count.map { "\($0) " } ?? "")numbers")
      }
      return numbers.map { Double($0) }
    }
    func table(_ key: String) throws -> Data? {
      guard members[key] != nil else { return nil }
      return try numbers(key, nil).map(Float.init).withUnsafeBytes { Data($0) }
    }
    let (size, center) = (try numbers("size", 2), try numbers("center", 2))
    return AVCameraCalibrationData(
      intrinsicMatrixReferenceDimensions: CGSize(width: size[0], height: size[1]),
      lensDistortionCenter: CGPoint(x: center[0], y: center[1]), lensDistortionLookupTable: try table("table"),
      inverseLensDistortionLookupTable: try table("inverse"))
  }

  private func expectation(_ parameter: ParameterInfo) -> String {
    switch parameter.className {
    case "CIImage": "an image, {\"file\": …} or {\"filter\": …},"
    case "NSNumber": parameter.type == .boolean ? "true or false" : "a number"
    case "CIVector": "an array of numbers"
    case "NSArray": "an array of arrays of numbers"
    case "CIColor": "a colour, [r, g, b], [r, g, b, a], \"#rrggbb[aa]\" or \"red\","
    case "NSAffineTransform": "a transform, [a, b, c, d, tx, ty],"
    case "NSString", "NSAttributedString": "a string"
    case "NSObject": "the name of a colour space"
    case "AVCameraCalibrationData":
      "a calibration, {\"size\": [w, h], \"center\": [x, y], \"table\": […], \"inverse\": […]},"
    default: "data, {\"utf8\": …} or {\"base64\": …},"
    }
  }
}

/// The members of an object that has only known ones.
private func object(_ json: JSON, at place: String, keys: [String]) throws -> [String: JSON] {
  guard case .object(let members) = json else { throw Failure.failed("\(place) must be an object, not \(json.kind)") }
  if let unknown = members.keys.filter({ !keys.contains($0) }).min() {
    throw Failure.failed("\(place) has no \"\(unknown)\"; it may have \(keys.joined(separator: ", "))")
  }
  return members
}
