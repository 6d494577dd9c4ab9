import CoreImage
import Foundation
import ImageFilters
import KernelLanguage

/// Builds images from their descriptions; a file that is named twice is one image, and values that
/// depend on time are those of the moment.
struct ImageReader {
  let folder: URL
  let images: ImageInput
  let isUpright: Bool
  let moment: RecipeTime
  let memory: RecipeMemory

  func image(_ json: JSON, at place: String) throws -> CIImage {
    let members = try object(json, at: place, keys: ["file", "filter", "kernel", "frame", "inputs", "rect", "roi"])
    if let frame = members["frame"] { return try self.frame(frame, members, at: place) }
    if let kernel = members["kernel"] { return try made(kernel, members, at: place) }
    if let alone = ["rect", "roi"].first(where: { members[$0] != nil }) {
      throw CommandFailure.failed("\(place).\(alone) is for kernels")
    }
    switch (members["file"], members["filter"]) {
    case (.string(let path)?, nil):
      guard members["inputs"] == nil else { throw CommandFailure.failed("\(place): a file has no inputs") }
      return try located("\(place).file") { try imageFile(path) }
    case (nil, .string(let name)?):
      return try filtered(name, members["inputs"] ?? .object([:]), at: place)
    case (nil, nil): throw CommandFailure.failed("\(place): an image has a \"file\" or a \"filter\"")
    case (.some, .some): throw CommandFailure.failed("\(place): an image has a \"file\" or a \"filter\", not both")
    case (.some(let other), nil): throw CommandFailure.failed("\(place).file must be a string, not \(other.kind)")
    case (nil, .some(let other)): throw CommandFailure.failed("\(place).filter must be a string, not \(other.kind)")
    }
  }

  /// `{"frame": true}`: the frame of the video that goes through the recipe.
  private func frame(_ json: JSON, _ members: [String: JSON], at place: String) throws -> CIImage {
    guard case .bool(true) = json, members.count == 1 else {
      throw CommandFailure.failed("\(place): a frame is {\"frame\": true} and nothing else")
    }
    memory.usesFrame = true
    guard let frame = moment.frame else {
      throw CommandFailure.failed("\(place).frame: there is no video here; citool video --recipe gives its frames")
    }
    return frame
  }

  private func imageFile(_ path: String) throws -> CIImage {
    let key = RecipeFile.key(of: path, in: folder)
    if let known = memory.files[key] { return known }
    let url = path.hasPrefix("/") ? URL(fileURLWithPath: path) : folder.appending(path: path)
    let image = try images.image(url.path, isUpright: isUpright)
    memory.files[key] = image
    return image
  }

  /// `{"kernel": "FILE[:NAME]", "inputs": {…}, "rect": [x, y, w, h]?, "roi": PIXELS?}`, the file beside the recipe. Its
  /// first image is the input `image`, unless the parameter's own name is given.
  private func made(_ kernel: JSON, _ members: [String: JSON], at place: String) throws -> CIImage {
    guard case .string(let name) = kernel, members["file"] == nil, members["filter"] == nil else {
      throw CommandFailure.failed("\(place).kernel must be a string, and stands without \"file\" and \"filter\"")
    }
    guard case .object(let given) = members["inputs"] ?? .object([:]) else {
      throw CommandFailure.failed("\(place).inputs must be an object")
    }
    let path = name.hasPrefix("/") ? name : folder.appending(path: name).path
    let file = try memory.kernels[path] ?? located("\(place).kernel") { try KernelFile(path, images) }
    memory.kernels[path] = file
    let known = file.kernel.parameters.map(\.name) + ["image"]
    if let unknown = given.keys.filter({ !known.contains($0) }).min() {
      throw CommandFailure.failed("\(place).inputs has no \"\(unknown)\"; it may have \(known.joined(separator: ", "))")
    }
    var values: [String: Any] = [:]
    for (key, json) in given where key != "image" || file.kernel.parameters.contains(where: { $0.name == key }) {
      guard let parameter = file.kernel.parameters.first(where: { $0.name == key }) else { continue }
      values[key] = try value(json, for: parameter, at: "\(place).inputs.\(key)")
    }
    let input = try given["image"].map { json in
      let (json, place) = try settled(json, .held, at: "\(place).inputs.image")
      return try image(json, at: place)
    }
    var rect: CGRect?
    if let json = members["rect"] {
      guard let n = json.numbers, n.count == 4, n[2] > 0, n[3] > 0 else {
        throw CommandFailure.failed("\(place).rect must be [x, y, width, height] with a width and a height above 0")
      }
      rect = CGRect(x: n[0], y: n[1], width: n[2], height: n[3])
    }
    var reach: Double?
    if let json = members["roi"] {
      guard case .number(let pixels) = json, pixels >= 0 else {
        throw CommandFailure.failed("\(place).roi must be a number of pixels, 0 or more")
      }
      reach = pixels
    }
    return try located(place) { try file.image(of: input, rect: rect, reach: reach) { values[$0.name] } }
  }

  private func value(_ json: JSON, for parameter: Kernel.Parameter, at place: String) throws -> Any {
    let (json, place) = try settled(json, Self.kind(parameter), at: place)
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
      if members.count == 1, case .string(let text)? = members["base64"], let data = memory.data(text, at: place) {
        return data
      }
    default: break
    }
    throw CommandFailure.failed("\(place): \(parameter.spelling) is wanted, this is \(json.kind) that does not say one")
  }

  private func filtered(_ name: String, _ inputs: JSON, at place: String) throws -> CIImage {
    let filter = try located("\(place).filter") { try CIFilter(checked: name) }
    guard case .object(let given) = inputs else {
      throw CommandFailure.failed("\(place).inputs must be an object, not \(inputs.kind)")
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

  private func value(_ json: JSON, for parameter: ParameterInfo, at place: String) throws -> Any {
    let (json, place) = try settled(json, Self.kind(parameter), at: place)
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
      case (1, nil, .string(let text)?): if let data = memory.data(text, at: place) { return data }
      default: break
      }
    default: break
    }
    throw CommandFailure.failed("\(place): \(expectation(parameter)) is wanted, this is \(json.kind) that does not say one")
  }

  /// A table of shares of radii, and the other way round; either may be missing.
  private func calibration(_ json: JSON, at place: String) throws -> AVCameraCalibrationData {
    let members = try object(json, at: place, keys: ["size", "center", "table", "inverse"])
    func numbers(_ key: String, _ count: Int?) throws -> [Double] {
      guard let numbers = members[key]?.numbers, count == nil || numbers.count == count else {
        throw CommandFailure.failed("\(place).\(key) must be an array of \(count.map { "\($0) " } ?? "")numbers")
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
