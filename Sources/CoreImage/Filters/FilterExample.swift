import Foundation
import ImageFilters
import ImageGraph

/// A filter at work on pictures of some size, for what shows or measures all of the catalogue.
package struct FilterExample: Sendable {
  package let definition: Filter
  /// The pictures' size in pixels.
  package let side: Double
  private let picture: CIImage
  private let second: CIImage

  /// - Parameters:
  ///   - picture: from the origin, `side` pixels in both directions.
  ///   - second: another one of that size, for filters that take two.
  package init(_ definition: Filter, picture: CIImage, second: CIImage, side: Double) {
    (self.definition, self.picture, self.second, self.side) = (definition, picture, second, side)
  }

  /// The values that show what the filter does: defaults, but where those are the identity halfway to the slider's end; only
  /// those that are not defaults.
  package var shown: [String: Double] {
    if let chosen = Self.numbers[definition.name] { return chosen }
    // What makes something of nothing, or of two pictures, is itself at its defaults.
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
      // A tenth where sliders go far: nobody sees anything at ten stops.
      values[parameter.key] = identity + (end - identity) * (abs(end - identity) > 4 ? 0.15 : 0.5)
    }
    return values
  }

  /// For filters that show nothing by themselves.
  private static func fixed(_ definition: Filter) -> [String: Double] {
    switch definition.category {
    case .transition: ["inputTime": 0.4].filter { definition.parameter($0.key) != nil }
    default: [:]
    }
  }

  /// The filter with these numbers and the other values that it needs; nil where nobody can guess those.
  package func image(_ numbers: [String: Double] = [:]) -> CIImage? {
    guard let filter = CIFilter(name: definition.name) else { return nil }
    for parameter in definition.parameters {
      if let value = value(of: parameter) { filter.setValue(value, forKey: parameter.key) }
    }
    for (key, number) in numbers { filter.setValue(number, forKey: key) }
    let result = filter.outputImage
    // How a picture is read shows only where it is made larger.
    return definition.name == "CISampleNearest" ? result?.transformed(by: CGAffineTransform(scaleX: 10, y: 10)) : result
  }

  /// One of the pictures that the filter works on.
  package func image(for key: String) -> CIImage? { definition.parameter(key).flatMap(input) }

  /// True when only pictures, and what has no default, are set.
  package var keepsDefaults: Bool {
    shown.isEmpty
      && !definition.parameters.contains { parameter in
        let isOwn = parameter.className != "CIImage" && parameter.type != .rectangle && parameter.type != .position
        let isPlaced = [Self.places, Self.vectors].contains { $0[definition.name]?[parameter.key] != nil }
        return isPlaced || isOwn && parameter.defaultValue != nil && value(of: parameter) != nil
      }
  }

  private func value(of parameter: ParameterInfo) -> Any? {
    switch parameter.className {
    case "CIImage": return input(parameter)
    case "CIVector":
      if let place = Self.places[definition.name]?[parameter.key] { return CIVector(place.map { $0 * side / 300 }) }
      if let vector = Self.vectors[definition.name]?[parameter.key] { return CIVector(vector) }
      if parameter.key == "inputWeights", case .vector(let weights)? = parameter.defaultValue {
        return CIVector(Self.weights(weights.count))
      }
      if let corner = Self.corners[parameter.key] { return CIVector(corner.map { $0 * side }) }
      if parameter.type == .rectangle, parameter.key == "inputExtent" || parameter.key == "inputRectangle" {
        return CIVector([0, 0, side, side])
      }
      if parameter.defaultValue == nil { return CIVector([side / 2, side / 2]) }
      // Core Image's positions are those of a picture of 300 pixels.
      guard parameter.type == .position, case .vector(let place)? = parameter.defaultValue else { return nil }
      return CIVector(place.map { $0 * side / 300 })
    case "NSArray":
      let lines = [[0.1, 0.1, 0.9, 0.2], [0.9, 0.2, 0.5, 0.9], [0.5, 0.9, 0.1, 0.1]]
      return lines.map { line in CIVector(line.map { $0 * side }) }
    case "CIColor" where definition.name == "CIWhitePointAdjust": return CIColor(red: 1, green: 0.85, blue: 0.6)
    case "NSAffineTransform" where definition.name == "CIAffineTransform":
      let map = CGAffineTransform(translationX: side / 4, y: 0)
      return map.rotated(by: 0.35).scaledBy(x: 0.8, y: 0.8)
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

  private func input(_ parameter: ParameterInfo) -> CIImage? {
    let frame = CGRect(x: 0, y: 0, width: side, height: side)
    func ramp(_ colors: (CIColor, CIColor), from inner: Double = 1 / 6) -> CIImage? {
      CIFilter(
        name: "CIRadialGradient",
        parameters: [
          "inputCenter": CIVector(x: side / 2, y: side / 2), "inputRadius0": side * inner, "inputRadius1": side / 2,
          "inputColor0": colors.0, "inputColor1": colors.1,
        ])?.outputImage?.cropped(to: frame)
    }
    func shape() -> CIImage? {
      let white = CIFilter(
        name: "CIRoundedRectangleGenerator",
        parameters: [
          "inputExtent": CIVector([0.2, 0.25, 0.6, 0.5].map { $0 * side }), "inputRadius": side / 6,
        ])?.outputImage
      return white?.composited(over: .black).cropped(to: frame)
    }
    func part(_ image: CIImage, _ x: Double, _ y: Double) -> CIImage {
      image.cropped(to: CGRect(x: x * side, y: y * side, width: side * 2 / 3, height: side * 2 / 3))
    }
    let key = parameter.key
    switch (definition.name, key) {
    // Pictures that are not opaque everywhere: else nothing is seen of what these do with alpha.
    case (let name, kCIInputImageKey) where name.hasPrefix("CISource"): return part(picture, 1 / 3, 0)
    case (let name, "inputBackgroundImage") where name.hasPrefix("CISource"): return part(second, 0, 1 / 3)
    case (_, "inputBackgroundImage"): return second
    case ("CIBlendWithAlphaMask", "inputMaskImage"): return ramp((.white, .clear))
    case ("CIHeightFieldFromMask", kCIInputImageKey), ("CIDistanceGradientFromRedMask", kCIInputImageKey),
      ("CISignedDistanceGradientFromRedMask", kCIInputImageKey):
      return shape()
    case ("CIShadedMaterial", kCIInputImageKey):
      return shape()?.applyingFilter("CIHeightFieldFromMask", parameters: ["inputRadius": side / 6])
    case ("CIShadedMaterial", _): return ramp((.white, .black), from: 0)
    case (_, "inputShadingImage"):
      return ramp(
        (CIColor(red: 1, green: 1, blue: 1, alpha: 0.3), CIColor(red: 0, green: 0, blue: 0, alpha: 0.5)), from: 0)
    case (_, "inputBacksideImage"):
      return CIImage(color: CIColor(red: 0.85, green: 0.83, blue: 0.78)).cropped(to: frame)
    case ("CIGlassDistortion", "inputTexture"):
      return second.clampedToExtent().applyingFilter("CIGaussianBlur", parameters: ["inputRadius": side / 75])
        .cropped(to: frame)
    case ("CIGuidedFilter", "inputGuideImage"): return picture
    case ("CIConvertLabToRGB", kCIInputImageKey):
      return picture.applyingFilter("CIConvertRGBtoLab", parameters: ["inputNormalize": true])
    case ("CILabDeltaE", "inputImage2"):
      return picture.clampedToExtent().applyingFilter("CIGaussianBlur", parameters: ["inputRadius": 0.6])
        .cropped(to: frame)
    case ("CISystemToneMap", kCIInputImageKey), ("CIToneMapHeadroom", kCIInputImageKey):
      return picture.applyingFilter("CIExposureAdjust", parameters: ["inputEV": 2])
    case ("CIDepthToDisparity", kCIInputImageKey), ("CIDisparityToDepth", kCIInputImageKey):
      return ramp((CIColor(red: 2, green: 2, blue: 2), CIColor(red: 0.5, green: 0.5, blue: 0.5)))
    case ("CIHistogramDisplayFilter", kCIInputImageKey):
      return picture.applyingFilter(
        "CIAreaHistogram",
        parameters: ["inputExtent": CIVector([0, 0, side, side]), "inputCount": 256, "inputScale": 40])
    case ("CIEdgePreserveUpsampleFilter", "inputSmallImage"):
      return picture.applyingFilter("CILanczosScaleTransform", parameters: [kCIInputScaleKey: 0.1])
    case ("CISampleNearest", kCIInputImageKey):
      return picture.applyingFilter("CILanczosScaleTransform", parameters: [kCIInputScaleKey: 0.1])
    default: break
    }
    if parameter.isOptional, key != "inputBacksideImage" { return nil }
    if key == "inputGradientImage" || key == "inputPaletteImage" {
      return CIFilter(
        name: "CILinearGradient",
        parameters: [
          "inputPoint0": CIVector(x: 0, y: 0), "inputPoint1": CIVector(x: 64, y: 0),
          "inputColor0": CIColor(red: 0.1, green: 0, blue: 0.4), "inputColor1": CIColor(red: 1, green: 0.9, blue: 0.3),
        ])?.outputImage?.cropped(to: CGRect(x: 0, y: 0, width: 64, height: 1))
    }
    if ["Mask", "Shading", "Displacement", "Depth", "Disparity", "Matte", "Texture"].contains(where: key.contains) {
      return ramp((.white, .black))
    }
    return key == kCIInputImageKey || key == "inputSourceImage" ? picture : second
  }
}

extension Filter {
  /// The group that people look for the filter in: the first of those that say what it does.
  package var category: Category {
    let groups: [Category] = [
      .compositeOperation, .colorAdjustment, .colorEffect, .blur, .sharpen, .stylize, .halftoneEffect,
      .geometryAdjustment,
      .distortionEffect, .tileEffect, .transition, .generator, .gradient, .reduction,
    ]
    return groups.first(where: categories.contains) ?? .builtIn
  }
}
