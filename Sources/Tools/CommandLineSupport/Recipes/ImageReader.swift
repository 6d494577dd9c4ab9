import CoreImage
import Foundation
import ImageFilters
import KernelLanguage

/// A reader that builds images from their JSON descriptions. A file that is named twice is read once. Values that
/// depend on time are evaluated at `moment`.
struct ImageReader {
  /// The folder that relative paths start from.
  let folder: URL
  let images: ImageInput
  /// Whether the EXIF orientation of images is applied.
  let isUpright: Bool
  let moment: RecipeTime
  let cache: RecipeFileCache

  /// Builds an image.
  ///
  /// - Parameter location: the key path of the description, for error texts.
  func image(_ json: JSON, at location: String) throws -> CIImage {
    let members = try object(json, at: location, keys: ["file", "filter", "kernel", "frame", "inputs", "rect", "roi"])
    if let frame = members["frame"] { return try self.frame(frame, members, at: location) }
    if let kernel = members["kernel"] { return try kernelImage(kernel, members, at: location) }
    if let key = ["rect", "roi"].first(where: { members[$0] != nil }) {
      throw CommandFailure.failed("\(location).\(key) is only for kernels")
    }
    switch (members["file"], members["filter"]) {
    case (.string(let path)?, nil):
      guard members["inputs"] == nil else { throw CommandFailure.failed("\(location): a file takes no inputs") }
      return try located("\(location).file") { try imageFile(path) }
    case (nil, .string(let name)?):
      return try filtered(name, members["inputs"] ?? .object([:]), at: location)
    case (nil, nil): throw CommandFailure.failed("\(location): an image must have a \"file\" or a \"filter\"")
    case (.some, .some):
      throw CommandFailure.failed("\(location): an image must have a \"file\" or a \"filter\", not both")
    case (.some(let other), nil): throw CommandFailure.failed("\(location).file must be a string (got \(other.kind))")
    case (nil, .some(let other)): throw CommandFailure.failed("\(location).filter must be a string (got \(other.kind))")
    }
  }

  /// Returns the present frame of the video for `{"frame": true}`.
  private func frame(_ json: JSON, _ members: [String: JSON], at location: String) throws -> CIImage {
    guard case .bool(true) = json, members.count == 1 else {
      throw CommandFailure.failed("\(location): a frame must be {\"frame\": true}, without other members")
    }
    cache.usesFrame = true
    guard let frame = moment.frame else {
      throw CommandFailure.failed("\(location).frame: there is no video; pass the recipe to citool video --recipe")
    }
    return frame
  }

  private func imageFile(_ path: String) throws -> CIImage {
    let key = RecipeFile.key(of: path, in: folder)
    if let cached = cache.files[key] { return cached }
    let url = path.hasPrefix("/") ? URL(fileURLWithPath: path) : folder.appending(path: path)
    let image = try images.image(url.path, isUpright: isUpright)
    cache.files[key] = image
    return image
  }

  /// Applies the kernel of `{"kernel": "FILE[:NAME]", "inputs": {…}, "rect": [x, y, w, h]?, "roi": PIXELS?}`. The path
  /// is relative to the recipe's folder. The input `image` is the first image parameter, unless an input has that
  /// parameter's name.
  private func kernelImage(_ kernel: JSON, _ members: [String: JSON], at location: String) throws -> CIImage {
    guard case .string(let name) = kernel, members["file"] == nil, members["filter"] == nil else {
      throw CommandFailure.failed("\(location).kernel must be a string, without \"file\" and \"filter\" next to it")
    }
    guard case .object(let inputs) = members["inputs"] ?? .object([:]) else {
      throw CommandFailure.failed("\(location).inputs must be an object")
    }
    let path = name.hasPrefix("/") ? name : folder.appending(path: name).path
    let file = try cache.kernels[path] ?? located("\(location).kernel") { try KernelFile(path, images) }
    cache.kernels[path] = file
    let allowed = file.kernel.parameters.map(\.name) + ["image"]
    if let unknown = inputs.keys.filter({ !allowed.contains($0) }).min() {
      throw CommandFailure.failed(
        "\(location).inputs has no \"\(unknown)\"; it may have \(allowed.joined(separator: ", "))")
    }
    var values: [String: Any] = [:]
    for (key, json) in inputs where key != "image" || file.kernel.parameters.contains(where: { $0.name == key }) {
      guard let parameter = file.kernel.parameters.first(where: { $0.name == key }) else { continue }
      values[key] = try value(json, for: parameter, at: "\(location).inputs.\(key)")
    }
    let input = try inputs["image"].map { json in
      let (json, location) = try evaluated(json, .held, at: "\(location).inputs.image")
      return try image(json, at: location)
    }
    var rect: CGRect?
    if let json = members["rect"] {
      guard let n = json.numbers, n.count == 4, n[2] > 0, n[3] > 0 else {
        throw CommandFailure.failed("\(location).rect must be [x, y, width, height] with a width and a height above 0")
      }
      rect = CGRect(x: n[0], y: n[1], width: n[2], height: n[3])
    }
    var halo: Double?
    if let json = members["roi"] {
      guard case .number(let pixels) = json, pixels >= 0 else {
        throw CommandFailure.failed("\(location).roi must be a number of pixels, 0 or more")
      }
      halo = pixels
    }
    return try located(location) { try file.image(of: input, rect: rect, halo: halo) { values[$0.name] } }
  }

  private func value(_ json: JSON, for parameter: Kernel.Parameter, at location: String) throws -> Any {
    let (json, location) = try evaluated(json, Self.kind(parameter), at: location)
    switch (parameter.type, json) {
    case (.sampler, .object), (.table, .object), (.sample, .object): return try image(json, at: location)
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
      if members.count == 1, case .string(let text)? = members["base64"], let data = cache.data(text, at: location) {
        return data
      }
    default: break
    }
    throw CommandFailure.failed("\(location) must be \(parameter.spelling) (got \(json.kind))")
  }

  private func filtered(_ name: String, _ inputs: JSON, at location: String) throws -> CIImage {
    let filter = try located("\(location).filter") { try CIFilter(checked: name) }
    guard case .object(let members) = inputs else {
      throw CommandFailure.failed("\(location).inputs must be an object (got \(inputs.kind))")
    }
    for (key, json) in members.sorted(by: { $0.key < $1.key }) {
      let location = "\(location).inputs.\(key)"
      guard let parameter = filter.definition?.parameter(key) else {
        // Throws the filter's error for an unknown key.
        try located(location) { try filter.set(nil, forKey: key) }
        continue
      }
      let value = try value(json, for: parameter, at: location)
      try located(location) { try filter.set(value, forKey: key) }
    }
    return try located(location) { try filter.checkedOutputImage() }
  }

  private func value(_ json: JSON, for parameter: ParameterInfo, at location: String) throws -> Any {
    let (json, location) = try evaluated(json, Self.kind(parameter), at: location)
    switch (parameter.className, json) {
    case ("CIImage", .object): return try image(json, at: location)
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
    case ("NSObject", .string(let text)): return try located(location) { try CGColorSpace(named: text) }
    case ("AVCameraCalibrationData", .object): return try calibration(json, at: location)
    case ("NSData", .object(let members)):
      switch (members.count, members["utf8"], members["base64"]) {
      case (1, .string(let text)?, nil): return Data(text.utf8)
      case (1, nil, .string(let text)?): if let data = cache.data(text, at: location) { return data }
      default: break
      }
    default: break
    }
    throw CommandFailure.failed("\(location) must be \(expectation(parameter)) (got \(json.kind))")
  }

  /// Reads a camera calibration. `table` and `inverse` are the lens distortion table and its inverse; either may be
  /// missing.
  private func calibration(_ json: JSON, at location: String) throws -> AVCameraCalibrationData {
    let members = try object(json, at: location, keys: ["size", "center", "table", "inverse"])
    func numbers(_ key: String, _ count: Int?) throws -> [Double] {
      guard let numbers = members[key]?.numbers, count == nil || numbers.count == count else {
        throw CommandFailure.failed("\(location).\(key) must be an array of \(count.map { "\($0) " } ?? "")numbers")
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
    case "CIImage": "an image, {\"file\": …} or {\"filter\": …}"
    case "NSNumber": parameter.type == .boolean ? "true or false" : "a number"
    case "CIVector": "an array of numbers"
    case "NSArray": "an array of arrays of numbers"
    case "CIColor": "a colour, [r, g, b], [r, g, b, a], \"#rrggbb[aa]\" or \"red\""
    case "NSAffineTransform": "a transform, [a, b, c, d, tx, ty]"
    case "NSString", "NSAttributedString": "a string"
    case "NSObject": "the name of a colour space"
    case "AVCameraCalibrationData":
      "a calibration, {\"size\": [w, h], \"center\": [x, y], \"table\": […], \"inverse\": […]}"
    default: "data, {\"utf8\": …} or {\"base64\": …}"
    }
  }
}
