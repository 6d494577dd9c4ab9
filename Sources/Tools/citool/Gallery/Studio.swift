import CommandLineSupport
import CoreImage
import FilterExamples
import Foundation
import ImageCodecs
import ImageFilters

/// Makes the images of the gallery.
struct Studio {
  /// What a slider gives at equal steps from end to end, beside each other in one image.
  struct SliderStrip {
    let parameter: ParameterInfo
    let file: String
    let values: [Double]
    /// The one that is nearest to what the filter is shown with.
    let shown: Int
  }

  /// How far a device is from the reference, in steps of 8 bits.
  struct Agreement {
    let device: String
    let worst: Double
    let mean: Double
  }

  /// Files in the folder of images; nil: the filter gives nothing that could be shown.
  struct Images {
    var before: String?
    var second: String?
    var after: String?
    var values: [String: Double] = [:]
    /// True when nothing else than images was set.
    var keepsDefaults = true
    var strips: [SliderStrip] = []
    /// True where the result lies on the image that it is made of, pixel on pixel.
    var coversInput = false
    var extent = CGRect.null
    var agreement: [Agreement] = []
  }

  static let side = 300.0
  /// Of the images of a slider.
  static let smallSide = 180.0

  private let context: CIContext
  private let reference: CIContext
  private let photographs: Photographs

  init(_ arguments: Arguments) throws {
    context = try CIContext(checked: try arguments.contextOptions())
    reference = try CIContext(checked: [.backend: "reference"])
    let files = try ImageInput(arguments)
    func given(_ option: String) throws -> CIImage? {
      try arguments[option].map { try files.image($0, isUpright: true) }
    }
    photographs = try Photographs(
      source: try given("--image"), second: try given("--second"), side: Self.side, context: context)
  }

  var deviceNames: String { context.deviceName }

  // MARK: Filters

  /// Writes the images of a filter.
  func images(of filter: Filter, into folder: URL) throws -> Images {
    let (source, second) = photographs.pair(for: filter.category)
    let example = FilterExample(filter, image: source.image, second: second.image, side: Self.side)
    var images = Images()
    images.values = example.shown
    images.keepsDefaults = example.keepsDefaults
    guard let image = example.image(images.values) else { return images }
    images.extent = image.extent

    func write(_ image: CIImage?, _ name: String) throws -> String? {
      try image.flatMap { shown($0, cropping: filter) }.flatMap { try file($0, name, folder) }
    }
    /// Images that filters share are written under one name.
    func input(_ key: String, _ name: String) throws -> String? {
      guard let image = example.image(for: key) else { return nil }
      let shared = [source, second].first { $0.image === image }?.name
      return try write(image, shared ?? "\(filter.name)-\(name)")
    }
    images.before = try input(kCIInputImageKey, "before")
    let others = ["inputBackgroundImage", "inputTargetImage", "inputImage2", "inputMaskImage", "inputMask"]
    if let key = others.first(where: { filter.parameter($0) != nil }) { images.second = try input(key, "second") }
    // What reductions give are numbers: their alpha is one more, and hides no others.
    let isReduction = filter.category == .reduction
    let visible = isReduction ? image.composited(over: CIImage.black.cropped(to: image.extent)) : image
    images.after = try write(visible, filter.name)
    images.coversInput =
      image.extent == source.image.extent || image.extent.isInfinite && images.before != nil
      || crops(filter) && image.extent.contains(source.image.extent)
    images.strips = try strips(of: filter, example, images.values, into: folder)
    images.agreement = agreement(of: image)
    return images
  }

  func file(_ image: CIImage, _ name: String, _ folder: URL) throws -> String? {
    let data = context.jpegRepresentation(of: image, colorSpace: CGColorSpace(name: CGColorSpace.sRGB)!, options: [:])
    guard let data else { return nil }
    try writeFile(data, to: folder.appending(path: "\(name).jpg"))
    return "\(name).jpg"
  }

  /// False for what moves and resizes images, or makes something of no image.
  private func crops(_ filter: Filter) -> Bool {
    let shows = [Category.geometryAdjustment, .reduction, .generator].contains(filter.category)
    return !shows && filter.parameter(kCIInputImageKey) != nil
  }

  /// The part that is shown, on light squares where it is not opaque, small results with their pixels large.
  ///
  /// - Parameters:
  ///   - filter: whose result it is: most are cropped to the image that they were made of.
  ///   - small: for beside others.
  func shown(_ image: CIImage, cropping filter: Filter, small: Bool = false) -> CIImage? {
    let view = CGRect(x: -Self.side / 2, y: -Self.side / 2, width: 2 * Self.side, height: 2 * Self.side)
    let input = CGRect(x: 0, y: 0, width: Self.side, height: Self.side)
    let isOnInput = crops(filter) && image.extent.intersects(input)
    let frame = image.extent.isInfinite ? input : image.extent.intersection(isOnInput ? input : view).integral
    guard !frame.isEmpty, frame.width > 0, frame.height > 0 else { return nil }
    guard let (pixels, isLight) = stored(image, frame) else { return nil }
    var result = pixels
    let (longest, shortest) = (max(frame.width, frame.height), min(frame.width, frame.height))
    let wanted = small ? Self.smallSide : Self.side
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
    let source = CIImage(
      bitmapData: data, bytesPerRow: width * 4, size: CGSize(width: width, height: height), format: .RGBA8,
      colorSpace: space)
    return (source, light * 10 > alpha * 8)
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
