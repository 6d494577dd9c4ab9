import CoreImage
import Foundation
import ImageFilters

/// The photographs that the gallery shows filters on, as squares of pixels.
struct Photographs {
  struct Photograph {
    let name: String
    let image: CIImage
  }

  private let portrait: Photograph
  private let animal: Photograph
  private let still: Photograph
  private let isGiven: Bool

  /// - Parameters:
  ///   - image: one for all filters; nil: those of `Examples/Photographs`, where that folder lies in one of those
  ///     that the tool, or whoever calls it, is in; else drawn ones.
  ///   - second: one for backgrounds and targets.
  init(source: CIImage?, second: CIImage?, side: Double, context: CIContext) throws {
    let folder = source == nil ? Self.folder : nil
    func photograph(_ given: CIImage?, _ name: String, _ file: String, turned: Bool) throws -> Photograph {
      let found = try folder.map {
        try CIImage(reading: $0.appending(path: file), options: [.applyOrientationProperty: true])
      }
      let image = given ?? found ?? Self.drawn(turned: turned, side)
      return Photograph(name: name, image: try Self.square(image, side, context))
    }
    portrait = try photograph(source, "image", "astronaut.png", turned: false)
    animal = try folder == nil ? portrait : photograph(nil, "animal", "chelsea.png", turned: false)
    still = try photograph(second, "second", "coffee.png", turned: true)
    isGiven = source != nil
  }

  /// The image that filters of a category work on, and the other one of those that take two.
  func pair(for category: Category) -> (Photograph, Photograph) {
    switch category {
    // Fur shows what becomes of fine lines, a cup and its saucer what becomes of shapes.
    case .blur, .sharpen, .stylize, .halftoneEffect: (animal, still)
    case .tileEffect where !isGiven: (still, portrait)
    default: (portrait, still)
    }
  }

  private static var folder: URL? {
    let starts = [Bundle.main.executableURL, URL(fileURLWithPath: FileManager.default.currentDirectoryPath)]
    for start in starts.compactMap({ $0?.standardizedFileURL }) {
      var place = start
      for _ in 0..<12 {
        let folder = place.appending(path: "Examples/Photographs")
        if FileManager.default.fileExists(atPath: folder.appending(path: "astronaut.png").path) { return folder }
        place = place.deletingLastPathComponent()
      }
    }
    return nil
  }

  /// The middle of an image as pixels, `side` in both directions.
  private static func square(_ source: CIImage, _ side: Double, _ context: CIContext) throws -> CIImage {
    var image = source
    if image.extent.size != CGSize(width: side, height: side) {
      let scale = side / min(image.extent.width, image.extent.height)
      let small = image.applyingFilter("CILanczosScaleTransform", parameters: [kCIInputScaleKey: scale])
      let rest = (small.extent.width - side, small.extent.height - side)
      image = small.transformed(
        by: CGAffineTransform(
          translationX: -small.extent.minX - (rest.0 / 2).rounded(.down),
          y: -small.extent.minY - (rest.1 / 2).rounded(.down)))
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

  /// Colours, edges and fine lines, for those who give no image.
  private static func drawn(turned: Bool, _ side: Double) -> CIImage {
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
}
