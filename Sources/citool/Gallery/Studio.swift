import CoreImage
import FilterExamples
import Foundation
import ImageFilters

/// Makes the pictures of the gallery.
struct Studio {
  /// One slider and what its ends give.
  struct SliderEnds {
    let parameter: ParameterInfo
    let low: String?
    let high: String?
  }

  /// How far a device is from the reference, in steps of 8 bits.
  struct Agreement {
    let device: String
    let worst: Double
    let mean: Double
  }

  /// Files in the folder of pictures; nil: the filter gives nothing that could be shown.
  struct Pictures {
    var before: String?
    var second: String?
    var after: String?
    var values: [String: Double] = [:]
    /// True when nothing else than pictures was set.
    var keepsDefaults = true
    var ends: [SliderEnds] = []
    var extent = CGRect.null
    var agreement: [Agreement] = []
  }

  static let side = 300.0

  private let context: CIContext
  private let reference: CIContext
  private let picture: CIImage
  private let second: CIImage

  init(_ arguments: Arguments) throws {
    context = try CIContext(checked: try arguments.contextOptions())
    reference = try CIContext(checked: [.backend: "reference"])
    picture = try Self.square(arguments["--picture"], or: Self.drawn(turned: false), context)
    second = try Self.square(arguments["--second"], or: Self.drawn(turned: true), context)
  }

  var deviceNames: String { context.deviceName }

  /// The middle of a picture as pixels, `side` in both directions.
  private static func square(_ path: String?, or drawn: CIImage, _ context: CIContext) throws -> CIImage {
    var image = drawn
    if let path {
      let file = try CIImage(reading: URL(fileURLWithPath: path), options: [.applyOrientationProperty: true])
      let scale = side / min(file.extent.width, file.extent.height)
      let small = file.applyingFilter("CILanczosScaleTransform", parameters: [kCIInputScaleKey: scale])
      let rest = (small.extent.width - side, small.extent.height - side)
      let move = CGAffineTransform(
        translationX: -small.extent.minX - (rest.0 / 2).rounded(.down),
        y: -small.extent.minY - (rest.1 / 2).rounded(.down))
      image = small.transformed(by: move)
    }
    let pixels = Int(side)
    var data = Data(count: pixels * pixels * 4)
    let space = CGColorSpace(name: CGColorSpace.sRGB)!
    try data.withUnsafeMutableBytes { bytes in
      try context.render(
        checked: image, toBitmap: bytes.baseAddress!, rowBytes: pixels * 4,
        bounds: CGRect(x: 0, y: 0, width: side, height: side), format: .RGBX8, colorSpace: space)
    }
    return CIImage(
      bitmapData: data, bytesPerRow: pixels * 4, size: CGSize(width: side, height: side), format: .RGBX8,
      colorSpace: space)
  }

  /// Colours, edges and fine lines, for those who give no picture.
  private static func drawn(turned: Bool) -> CIImage {
    func made(_ name: String, _ values: [String: Any]) -> CIImage {
      CIFilter(name: name, parameters: values)?.outputImage ?? .empty()
    }
    let (from, to) = turned ? (0.0, side) : (side, 0.0)
    let sky = made(
      "CILinearGradient",
      [
        "inputPoint0": CIVector(x: 0, y: from), "inputPoint1": CIVector(x: side, y: to),
        "inputColor0": CIColor(red: 0.1, green: 0.35, blue: 0.85),
        "inputColor1": CIColor(red: 1, green: 0.7, blue: 0.3),
      ])
    let sun = made(
      "CIRadialGradient",
      [
        "inputCenter": CIVector(x: turned ? 90 : 190, y: 190), "inputRadius0": 40, "inputRadius1": 44,
        "inputColor0": CIColor(red: 1, green: 0.95, blue: 0.6), "inputColor1": CIColor.clear,
      ])
    let ground = made(
      "CICheckerboardGenerator",
      [
        "inputWidth": 25, "inputColor0": CIColor(red: 0.1, green: 0.4, blue: 0.2),
        "inputColor1": CIColor(red: 0.8, green: 0.85, blue: 0.5), "inputCenter": CIVector(x: 0, y: 0),
      ]
    ).cropped(to: CGRect(x: 0, y: 0, width: side, height: 100))
    return ground.composited(over: sun.composited(over: sky))
      .cropped(to: CGRect(x: 0, y: 0, width: side, height: side))
  }

  // MARK: Filters

  /// Writes the pictures of a filter.
  func pictures(of filter: Filter, into folder: URL) throws -> Pictures {
    let example = FilterExample(filter, picture: picture, second: second, side: Self.side)
    var pictures = Pictures()
    pictures.values = example.shown
    pictures.keepsDefaults = example.keepsDefaults
    guard let image = example.image(pictures.values) else { return pictures }
    pictures.extent = image.extent

    func write(_ image: CIImage?, _ name: String, small: Bool = false) throws -> String? {
      guard let image, let shown = shown(image, small: small) else { return nil }
      let file = "\(name).jpg"
      let data = context.jpegRepresentation(
        of: shown, colorSpace: CGColorSpace(name: CGColorSpace.sRGB)!, options: [:])
      guard let data else { return nil }
      try data.write(to: folder.appending(path: file))
      return file
    }
    /// Pictures that filters share are written under one name.
    func input(_ key: String, _ name: String) throws -> String? {
      guard let image = example.image(for: key) else { return nil }
      let shared = image === picture ? "before" : image === second ? "second" : nil
      return try write(image, shared ?? "\(filter.name)-\(name)")
    }
    pictures.before = try input(kCIInputImageKey, "before")
    let others = ["inputBackgroundImage", "inputTargetImage", "inputImage2", "inputMaskImage", "inputMask"]
    if let key = others.first(where: { filter.parameter($0) != nil }) { pictures.second = try input(key, "second") }
    // What reductions give are numbers: their alpha is one more, and hides no others.
    let isReduction = filter.category == .reduction
    let visible = isReduction ? image.composited(over: CIImage.black.cropped(to: image.extent)) : image
    pictures.after = try write(visible, filter.name)
    for parameter in filter.parameters where parameter.className == "NSNumber" {
      guard let slider = parameter.slider, slider.upperBound < 1e6 else { continue }
      let ends = try [("low", slider.lowerBound), ("high", slider.upperBound)].map { end, value in
        let numbers = pictures.values.merging([parameter.key: value]) { $1 }
        return try write(example.image(numbers), "\(filter.name)-\(parameter.key)-\(end)", small: true)
      }
      pictures.ends.append(SliderEnds(parameter: parameter, low: ends[0], high: ends[1]))
    }
    pictures.agreement = agreement(of: image)
    return pictures
  }

  /// The part that is shown, on light squares where it is not opaque, small results with their pixels large.
  private func shown(_ image: CIImage, small: Bool) -> CIImage? {
    let view = CGRect(x: -Self.side / 2, y: -Self.side / 2, width: 2 * Self.side, height: 2 * Self.side)
    let input = CGRect(x: 0, y: 0, width: Self.side, height: Self.side)
    let frame = image.extent.isInfinite ? input : image.extent.intersection(view).integral
    guard !frame.isEmpty, frame.width > 0, frame.height > 0 else { return nil }
    guard let (pixels, isLight) = stored(image, frame) else { return nil }
    var result = pixels
    let (longest, shortest) = (max(frame.width, frame.height), min(frame.width, frame.height))
    let wanted = small ? 120.0 : Self.side
    // Codes and reductions are a few pixels: whole factors keep them sharp, and a row is made a band.
    if longest <= 150 || shortest < 20 {
      let factor = max((wanted / longest).rounded(.down), 1)
      let thick = shortest * factor < 20 ? 20 / shortest : factor
      let map = CGAffineTransform(
        scaleX: frame.width == longest ? factor : thick, y: frame.height == longest ? factor : thick)
      result = result.samplingNearest().transformed(by: map)
    } else if small {
      result = result.applyingFilter("CILanczosScaleTransform", parameters: [kCIInputScaleKey: wanted / longest])
    }
    // White light is not seen on white.
    let (dark, light) = isLight ? (0.18, 0.24) : (0.9, 1)
    let squares = CIFilter(
      name: "CICheckerboardGenerator",
      parameters: [
        "inputWidth": 8, "inputColor0": CIColor(red: light, green: light, blue: light),
        "inputColor1": CIColor(red: dark, green: dark, blue: dark),
      ])?.outputImage
    return squares.map { result.composited(over: $0).cropped(to: result.extent.integral) }
  }

  /// The pixels as a file has them: limited, and divided by alpha where that is above 1; and whether what is there is
  /// nearly white.
  private func stored(_ image: CIImage, _ frame: CGRect) -> (CIImage, isLight: Bool)? {
    let (width, height) = (Int(frame.width), Int(frame.height))
    let space = CGColorSpace(name: CGColorSpace.sRGB)!
    var data = Data(count: width * height * 4)
    do {
      try data.withUnsafeMutableBytes { bytes in
        try context.render(
          checked: image, toBitmap: bytes.baseAddress!, rowBytes: width * 4, bounds: frame, format: .RGBA8,
          colorSpace: space)
      }
    } catch {
      Terminal.note("citool: \(error)")
      return nil
    }
    var (light, alpha) = (0, 0)
    for pixel in stride(from: 0, to: data.count, by: 4) {
      light += max(Int(data[pixel]), Int(data[pixel + 1]), Int(data[pixel + 2]))
      alpha += Int(data[pixel + 3])
    }
    let picture = CIImage(
      bitmapData: data, bytesPerRow: width * 4, size: CGSize(width: width, height: height), format: .RGBA8,
      colorSpace: space)
    return (picture, light * 10 > alpha * 8)
  }

  /// What the device makes of the image against what the reference makes of it.
  private func agreement(of image: CIImage) -> [Agreement] {
    let input = CGRect(x: 0, y: 0, width: Self.side, height: Self.side)
    let frame = image.extent.isInfinite ? input : image.extent.intersection(input).integral
    guard !frame.isEmpty, frame.width > 0, frame.height > 0, let expected = floats(image, frame, reference),
      let actual = floats(image, frame, context)
    else { return [] }
    var (worst, sum): (Float, Double) = (0, 0)
    for (a, b) in zip(expected, actual) where a != b {
      let difference = abs(a - b)
      worst = max(worst, difference)
      sum += Double(difference)
    }
    return [
      Agreement(
        device: context.deviceName, worst: Double(worst) * 255, mean: sum / Double(max(expected.count, 1)) * 255)
    ]
  }

  private func floats(_ image: CIImage, _ frame: CGRect, _ context: CIContext) -> [Float]? {
    let (width, height) = (Int(frame.width), Int(frame.height))
    var values = [Float](repeating: 0, count: width * height * 4)
    do {
      try context.render(
        checked: image, toBitmap: &values, rowBytes: width * 16, bounds: frame, format: .RGBAf,
        colorSpace: CGColorSpace(name: CGColorSpace.sRGB)!)
    } catch {
      return nil
    }
    return values
  }
}
