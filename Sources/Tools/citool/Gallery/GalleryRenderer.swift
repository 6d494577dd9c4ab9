import CommandLineSupport
import CoreImage
import FilterExamples
import Foundation
import ImageCodecs
import ImageFilters

/// The renderer of the gallery's images.
struct GalleryRenderer {
  /// The results of a slider at equal steps, next to each other in one image.
  struct SliderStrip {
    let parameter: ParameterInfo
    let file: String
    let values: [Double]
    /// The index of the value that is nearest to the value of the filter's image.
    let shown: Int
  }

  /// The difference between a device and the reference, in 8-bit steps.
  struct Agreement {
    let device: String
    let worst: Double
    let mean: Double
  }

  /// The images of a filter: names of files in the folder of images, nil if there is none.
  struct Images {
    var before: String?
    var second: String?
    var after: String?
    var values: [String: Double] = [:]
    /// Whether only images were set.
    var keepsDefaults = true
    var strips: [SliderStrip] = []
    /// Whether the result covers the input image pixel by pixel.
    var coversInput = false
    var extent = CGRect.null
    var agreement: [Agreement] = []
  }

  /// The side of the images, in pixels.
  static let side = 300.0
  /// The side of the images of a slider, in pixels.
  static let smallSide = 180.0

  private let context: CIContext
  private let reference: CIContext
  private let photographs: Photographs

  init(_ arguments: Arguments) throws {
    context = try CIContext(checked: try arguments.contextOptions())
    reference = try CIContext(checked: [.backend: "reference"])
    let files = try ImageInput(arguments)
    func image(_ option: String) throws -> CIImage? {
      try arguments[option].map { try files.image($0, isUpright: true) }
    }
    photographs = try Photographs(
      source: try image("--image"), second: try image("--second"), side: Self.side, context: context)
  }

  var deviceNames: String { context.deviceName }

  // MARK: Filters

  /// Writes the images of a filter.
  func images(of filter: Filter, into folder: URL) throws -> Images {
    let (source, second) = photographs.pair(for: filter.category)
    let example = FilterExample(filter, image: source.image, second: second.image, side: Self.side)
    var images = Images()
    images.values = example.demonstrationValues
    images.keepsDefaults = example.keepsDefaults
    guard let image = example.image(images.values) else { return images }
    images.extent = image.extent

    func write(_ image: CIImage?, _ name: String) throws -> String? {
      try image.flatMap { shown($0, cropping: filter) }.flatMap { try file($0, name, folder) }
    }
    /// Writes the image of an input. Images that filters share have one file.
    func input(_ key: String, _ name: String) throws -> String? {
      guard let image = example.image(for: key) else { return nil }
      let shared = [source, second].first { $0.image === image }?.name
      return try write(image, shared ?? "\(filter.name)-\(name)")
    }
    images.before = try input(kCIInputImageKey, "before")
    let others = ["inputBackgroundImage", "inputTargetImage", "inputImage2", "inputMaskImage", "inputMask"]
    if let key = others.first(where: { filter.parameter($0) != nil }) { images.second = try input(key, "second") }
    // The components of a reduction are numbers, alpha too: on black it does not hide the others.
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

  /// Writes an image as JPEG. Returns the name of the file, nil if it cannot be rendered.
  func file(_ image: CIImage, _ name: String, _ folder: URL) throws -> String? {
    let data = context.jpegRepresentation(of: image, colorSpace: CGColorSpace(name: CGColorSpace.sRGB)!, options: [:])
    guard let data else { return nil }
    try writeFile(data, to: folder.appending(path: "\(name).jpg"))
    return "\(name).jpg"
  }

  /// Returns whether results are cropped to the input: not those of geometry filters, reductions and generators.
  private func crops(_ filter: Filter) -> Bool {
    let shows = [Category.geometryAdjustment, .reduction, .generator].contains(filter.category)
    return !shows && filter.parameter(kCIInputImageKey) != nil
  }

  /// Returns the visible part of a result, on a checkerboard where it is not opaque. Small results are magnified.
  ///
  /// - Parameters:
  ///   - filter: the filter of the result. For most filters, the result is cropped to the input.
  ///   - small: whether the result is scaled to `smallSide`, for a strip.
  func shown(_ image: CIImage, cropping filter: Filter, small: Bool = false) -> CIImage? {
    let view = CGRect(x: -Self.side / 2, y: -Self.side / 2, width: 2 * Self.side, height: 2 * Self.side)
    let input = CGRect(x: 0, y: 0, width: Self.side, height: Self.side)
    let isOnInput = crops(filter) && image.extent.intersects(input)
    let frame = image.extent.isInfinite ? input : image.extent.intersection(isOnInput ? input : view).integral
    guard !frame.isEmpty, frame.width > 0, frame.height > 0 else { return nil }
    guard let (pixels, isLight) = stored(image, frame) else { return nil }
    var result = pixels
    let (longest, shortest) = (max(frame.width, frame.height), min(frame.width, frame.height))
    let targetSide = small ? Self.smallSide : Self.side
    // Barcodes and reductions have few pixels: integer factors keep them sharp, and a single row becomes a band.
    if longest <= 150 || shortest < 20 {
      let factor = max((targetSide / longest).rounded(.down), 1)
      let shortFactor = shortest * factor < 20 ? 20 / shortest : factor
      let map = CGAffineTransform(
        scaleX: frame.width == longest ? factor : shortFactor, y: frame.height == longest ? factor : shortFactor)
      result = result.samplingNearest().transformed(by: map)
    } else if small {
      result = result.applyingFilter("CILanczosScaleTransform", parameters: [kCIInputScaleKey: targetSide / longest])
    }
    // A nearly white result would be invisible on white squares.
    let (dark, light) = isLight ? (0.18, 0.24) : (0.9, 1)
    let squares = CIFilter(
      name: "CICheckerboardGenerator",
      parameters: [
        "inputWidth": 8, "inputColor0": CIColor(red: light, green: light, blue: light),
        "inputColor1": CIColor(red: dark, green: dark, blue: dark),
      ])?.outputImage
    return squares.map { result.composited(over: $0).cropped(to: result.extent.integral) }
  }

  /// Renders to 8-bit pixels: clamped, and divided by alpha where alpha is above 1. Also returns whether the visible
  /// pixels are nearly white.
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
    var (brightness, alpha) = (0, 0)
    for pixel in stride(from: 0, to: data.count, by: 4) {
      brightness += max(Int(data[pixel]), Int(data[pixel + 1]), Int(data[pixel + 2]))
      alpha += Int(data[pixel + 3])
    }
    let source = CIImage(
      bitmapData: data, bytesPerRow: width * 4, size: CGSize(width: width, height: height), format: .RGBA8,
      colorSpace: space)
    return (source, brightness * 10 > alpha * 8)
  }

  /// Compares the device with the reference.
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
