import CoreImage
import Foundation
import ImageFilters

/// The input photographs of the gallery, cropped to squares.
struct Photographs {
  struct Photograph {
    let name: String
    let image: CIImage
  }

  private let portrait: Photograph
  private let animal: Photograph
  private let still: Photograph
  private let isCustom: Bool

  /// Loads or generates the images.
  ///
  /// - Parameters:
  ///   - source: the image for all filters. Nil: the images of `Examples/Photographs`, if an ancestor of the tool's
  ///     folder or of the working directory has that folder; else generated images.
  ///   - second: the image for backgrounds and targets.
  init(source: CIImage?, second: CIImage?, side: Double, context: CIContext) throws {
    let folder = source == nil ? Self.folder : nil
    func photograph(_ custom: CIImage?, _ name: String, _ file: String, isSecond: Bool) throws -> Photograph {
      let example = try folder.map {
        try CIImage(reading: $0.appending(path: file), options: [.applyOrientationProperty: true])
      }
      let image = custom ?? example ?? Self.generated(isSecond: isSecond, side)
      return Photograph(name: name, image: try Self.square(image, side, context))
    }
    portrait = try photograph(source, "image", "astronaut.png", isSecond: false)
    animal = try folder == nil ? portrait : photograph(nil, "animal", "chelsea.png", isSecond: false)
    still = try photograph(second, "second", "coffee.png", isSecond: true)
    isCustom = source != nil
  }

  /// Returns the input image for filters of a category, and the second image for filters that take two.
  func pair(for category: Category) -> (Photograph, Photograph) {
    switch category {
    // Fur shows the effect on fine lines, a cup and its saucer the effect on shapes.
    case .blur, .sharpen, .stylize, .halftoneEffect: (animal, still)
    case .tileEffect where !isCustom: (still, portrait)
    default: (portrait, still)
    }
  }

  private static var folder: URL? {
    let starts = [Bundle.main.executableURL, URL(fileURLWithPath: FileManager.default.currentDirectoryPath)]
    for start in starts.compactMap({ $0?.standardizedFileURL }) {
      var ancestor = start
      for _ in 0..<12 {
        let folder = ancestor.appending(path: "Examples/Photographs")
        if FileManager.default.fileExists(atPath: folder.appending(path: "astronaut.png").path) { return folder }
        ancestor = ancestor.deletingLastPathComponent()
      }
    }
    return nil
  }

  /// Renders the centre of an image to a square bitmap.
  private static func square(_ source: CIImage, _ side: Double, _ context: CIContext) throws -> CIImage {
    var image = source
    if image.extent.size != CGSize(width: side, height: side) {
      let scale = side / min(image.extent.width, image.extent.height)
      let small = image.applyingFilter("CILanczosScaleTransform", parameters: [kCIInputScaleKey: scale])
      let excess = (small.extent.width - side, small.extent.height - side)
      image = small.transformed(
        by: CGAffineTransform(
          translationX: -small.extent.minX - (excess.0 / 2).rounded(.down),
          y: -small.extent.minY - (excess.1 / 2).rounded(.down)))
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

  /// Returns a generated image with colours, edges and fine lines.
  private static func generated(isSecond: Bool, _ side: Double) -> CIImage {
    func output(_ name: String, _ values: [String: Any]) -> CIImage {
      CIFilter(name: name, parameters: values)?.outputImage ?? .empty()
    }
    let (from, to) = isSecond ? (0.0, side) : (side, 0.0)
    let sky = output(
      "CILinearGradient",
      [
        "inputPoint0": CIVector(x: 0, y: from), "inputPoint1": CIVector(x: side, y: to),
        "inputColor0": CIColor(red: 0.1, green: 0.35, blue: 0.85),
        "inputColor1": CIColor(red: 1, green: 0.7, blue: 0.3),
      ])
    let sun = output(
      "CIRadialGradient",
      [
        "inputCenter": CIVector(x: isSecond ? 90 : 190, y: 190), "inputRadius0": 40, "inputRadius1": 44,
        "inputColor0": CIColor(red: 1, green: 0.95, blue: 0.6), "inputColor1": CIColor.clear,
      ])
    let ground = output(
      "CICheckerboardGenerator",
      [
        "inputWidth": 25, "inputColor0": CIColor(red: 0.1, green: 0.4, blue: 0.2),
        "inputColor1": CIColor(red: 0.8, green: 0.85, blue: 0.5), "inputCenter": CIVector(x: 0, y: 0),
      ]
    ).cropped(to: CGRect(x: 0, y: 0, width: side, height: 100))
    return ground.composited(over: sun.composited(over: sky))
      .cropped(to: CGRect(x: 0, y: 0, width: side, height: side))
  }
}
