import CoreImage
import Foundation
import ImageFilters
import ImageGraph

/// A filter applied to images of a given size, for tools that render or measure the whole catalogue.
package struct FilterExample: Sendable {
  package let definition: Filter
  /// The size of the images, in pixels.
  package let side: Double
  private let image: CIImage
  private let second: CIImage

  /// - Parameters:
  ///   - image: an image from the origin, `side` pixels in both directions.
  ///   - second: another image of that size, for filters with two inputs.
  package init(_ definition: Filter, image: CIImage, second: CIImage, side: Double) {
    (self.definition, self.image, self.second, self.side) = (definition, image, second, side)
  }

  /// The numeric values, by key, with which the filter has a visible effect, except defaults. If all defaults are
  /// identities, the values are halfway to the slider's end.
  package var demonstrationValues: [String: Double] {
    if !definition.example.numbers.isEmpty { return definition.example.numbers }
    // Generators, and filters of two images, have a visible effect at their defaults.
    let isIdle = ![Category.generator, .gradient, .halftoneEffect, .tileEffect, .transition].contains(
      definition.category)
    guard isIdle else { return Self.fixed(definition) }
    let numbers = definition.parameters.filter { $0.className == "NSNumber" && $0.slider != nil }
    let idle = numbers.filter { $0.identity != nil }
    guard !idle.isEmpty, idle.allSatisfy({ $0.identity == $0.defaultValue }) else { return Self.fixed(definition) }
    var values: [String: Double] = [:]
    for parameter in idle {
      guard case .number(let identity)? = parameter.identity, let slider = parameter.slider else { continue }
      let end = slider.upperBound > identity ? slider.upperBound : slider.lowerBound
      // A smaller fraction for sliders with a large range: ten stops would leave no visible image.
      values[parameter.key] = identity + (end - identity) * (abs(end - identity) > 4 ? 0.15 : 0.5)
    }
    return values
  }

  /// Returns the values for filters whose defaults have no visible effect.
  private static func fixed(_ definition: Filter) -> [String: Double] {
    switch definition.category {
    case .transition: ["inputTime": 0.4].filter { definition.parameter($0.key) != nil }
    default: [:]
    }
  }

  /// Returns the filter's image with these numbers and the other required values; nil if these have no example.
  package func image(_ numbers: [String: Double] = [:]) -> CIImage? {
    guard let filter = CIFilter(name: definition.name) else { return nil }
    for parameter in definition.parameters {
      if let value = value(of: parameter) { filter.setValue(value, forKey: parameter.key) }
    }
    for (key, number) in numbers { filter.setValue(number, forKey: key) }
    let result = filter.outputImage
    let factor = definition.example.enlarged
    return factor == 1 ? result : result?.transformed(by: CGAffineTransform(scaleX: factor, y: factor))
  }

  /// Returns an input image of the filter.
  package func image(for key: String) -> CIImage? { definition.parameter(key).flatMap { value(of: $0) as? CIImage } }

  /// Whether only images, and values without a default, are set.
  package var keepsDefaults: Bool {
    demonstrationValues.isEmpty
      && !definition.parameters.contains { parameter in
        let isOwn = parameter.className != "CIImage" && parameter.type != .rectangle && parameter.type != .position
        let isPlaced =
          switch definition.example.values[parameter.key] {
          case .coordinates, .vector: true
          default: false
          }
        return isPlaced || isOwn && parameter.defaultValue != nil && value(of: parameter) != nil
      }
  }

  /// Returns the value for an input that is not in `demonstrationValues`; nil for its default.
  package func value(of parameter: ParameterInfo) -> Any? {
    switch definition.example.values[parameter.key] {
    case .coordinates(let coordinates): return CIVector(coordinates.map { $0 * side / 300 })
    case .vector(let vector): return CIVector(vector)
    case .color(let color): return CIColor(color)
    case .transform(let scale, let angle, let move):
      return CGAffineTransform(translationX: side * move, y: 0).rotated(by: angle).scaledBy(x: scale, y: scale)
    case .image(let kind): return exampleImage(kind)
    case .number, nil: break
    }
    switch parameter.className {
    case "CIImage": return input(parameter)
    case "CIVector":
      if parameter.key == "inputWeights", case .vector(let weights)? = parameter.defaultValue {
        return CIVector(Self.weights(weights.count))
      }
      if let corner = Self.corners[parameter.key] { return CIVector(corner.map { $0 * side }) }
      if parameter.type == .rectangle, parameter.key == "inputExtent" || parameter.key == "inputRectangle" {
        return CIVector([0, 0, side, side])
      }
      if parameter.defaultValue == nil { return CIVector([side / 2, side / 2]) }
      // Core Image's positions are those of an image of 300 pixels.
      guard parameter.type == .position, case .vector(let position)? = parameter.defaultValue else { return nil }
      return CIVector(position.map { $0 * side / 300 })
    case "NSArray":
      let lines = [[0.1, 0.1, 0.9, 0.2], [0.9, 0.2, 0.5, 0.9], [0.5, 0.9, 0.1, 0.1]]
      return lines.map { line in CIVector(line.map { $0 * side }) }
    case "NSData" where parameter.key == "inputCurvesData": return Self.curves
    case "NSData" where parameter.key == "inputCube1Data": return Self.opposites
    case "NSData" where parameter.key.hasPrefix("inputCube"): return Self.cube
    case "NSData" where parameter.defaultValue == nil && !parameter.isOptional:
      return Data("https://www.swift.org".utf8)
    case "NSString" where parameter.defaultValue == nil && !parameter.isOptional: return "Hello"
    case "NSAttributedString":
      let text = NSMutableAttributedString(string: "Hello ", attributes: [.font: CIFont(name: "Helvetica", size: 24)])
      let style: [NSAttributedString.Key: Any] = [
        .font: CIFont(name: "Helvetica-Bold", size: 36), .foregroundColor: CIColor.red, .underlineStyle: 1,
      ]
      text.append(NSAttributedString(string: "world", attributes: style))
      return text
    case "AVCameraCalibrationData":
      return AVCameraCalibrationData(
        intrinsicMatrixReferenceDimensions: CGSize(width: side, height: side),
        lensDistortionCenter: CGPoint(x: side / 2, y: side / 2),
        lensDistortionLookupTable: ([0, -0.05, -0.2] as [Float]).withUnsafeBytes { Data($0) })
    case "CIBarcodeDescriptor":
      return CIQRCodeDescriptor(
        payload: Data((0..<16).map { UInt8($0 * 37 & 0xFF) }), symbolVersion: 1, maskPattern: 2,
        errorCorrectionLevel: .levelM)
    default: return nil
    }
  }

  private static let corners: [String: [Double]] = [
    "inputTopLeft": [0.1, 0.9], "inputTopRight": [0.95, 0.8], "inputBottomRight": [0.85, 0.1],
    "inputBottomLeft": [0.05, 0.2],
  ]

  private var frame: CGRect { CGRect(x: 0, y: 0, width: side, height: side) }

  private func exampleImage(_ kind: Example.Image) -> CIImage? {
    func part(_ image: CIImage, _ x: Double, _ y: Double) -> CIImage {
      image.cropped(to: CGRect(x: x * side, y: y * side, width: side * 2 / 3, height: side * 2 / 3))
    }
    func blurred(_ image: CIImage, _ radius: Double) -> CIImage {
      image.clampedToExtent().applyingFilter("CIGaussianBlur", parameters: ["inputRadius": radius]).cropped(to: frame)
    }
    switch kind {
    case .image: return image
    case .ramp(let inner, let outer, let start): return ramp((CIColor(inner), CIColor(outer)), from: start)
    case .shape: return shape
    case .heights: return shape?.applyingFilter("CIHeightFieldFromMask", parameters: ["inputRadius": side / 6])
    case .part(let x, let y): return part(image, x, y)
    case .partOfSecond(let x, let y): return part(second, x, y)
    case .blurred(let pixels): return blurred(image, pixels)
    case .blurredSecond(let share): return blurred(second, share * side)
    case .small: return image.applyingFilter("CILanczosScaleTransform", parameters: [kCIInputScaleKey: 0.1])
    case .brighter(let stops): return image.applyingFilter("CIExposureAdjust", parameters: ["inputEV": stops])
    case .lab: return image.applyingFilter("CIConvertRGBtoLab", parameters: ["inputNormalize": true])
    case .histogram:
      return image.applyingFilter(
        "CIAreaHistogram",
        parameters: ["inputExtent": CIVector([0, 0, side, side]), "inputCount": 256, "inputScale": 40])
    }
  }

  private func ramp(_ colors: (CIColor, CIColor), from inner: Double = 1 / 6) -> CIImage? {
    CIFilter(
      name: "CIRadialGradient",
      parameters: [
        "inputCenter": CIVector(x: side / 2, y: side / 2), "inputRadius0": side * inner, "inputRadius1": side / 2,
        "inputColor0": colors.0, "inputColor1": colors.1,
      ])?.outputImage?.cropped(to: frame)
  }

  private var shape: CIImage? {
    let white = CIFilter(
      name: "CIRoundedRectangleGenerator",
      parameters: [
        "inputExtent": CIVector([0.2, 0.25, 0.6, 0.5].map { $0 * side }), "inputRadius": side / 6,
      ])?.outputImage
    return white?.composited(over: .black).cropped(to: frame)
  }

  /// Returns the image for an input whose example does not specify one.
  private func input(_ parameter: ParameterInfo) -> CIImage? {
    switch parameter.key {
    case "inputBackgroundImage": return second
    case "inputShadingImage":
      return ramp(
        (CIColor(red: 1, green: 1, blue: 1, alpha: 0.3), CIColor(red: 0, green: 0, blue: 0, alpha: 0.5)), from: 0)
    case "inputBacksideImage":
      return CIImage(color: CIColor(red: 0.85, green: 0.83, blue: 0.78)).cropped(to: frame)
    case _ where parameter.isOptional: return nil
    case "inputGradientImage", "inputPaletteImage":
      return CIFilter(
        name: "CILinearGradient",
        parameters: [
          "inputPoint0": CIVector(x: 0, y: 0), "inputPoint1": CIVector(x: 64, y: 0),
          "inputColor0": CIColor(red: 0.1, green: 0, blue: 0.4), "inputColor1": CIColor(red: 1, green: 0.9, blue: 0.3),
        ])?.outputImage?.cropped(to: CGRect(x: 0, y: 0, width: 64, height: 1))
    case kCIInputImageKey, "inputSourceImage": return image
    case let key:
      let grey = ["Mask", "Shading", "Displacement", "Depth", "Disparity", "Matte", "Texture"]
      return grey.contains(where: key.contains) ? ramp((.white, .black)) : second
    }
  }
}
