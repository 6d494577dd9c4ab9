/// The documentation of a typed property, from the attributes in its filter's source.
extension ParsedParameter {
  /// The sentence, for example: `inputRadius`: a number of pixels, 0 or more, usually 0...100; default 10.
  ///
  /// Values that the source computes are omitted; `citool describe` prints them. The identity value that Core Image
  /// states is omitted too, because many inputs have one that changes the image.
  var sentence: String {
    var text = "`\(key)`: \(what)"
    if let range { text += ", \(range)" }
    if let value = value("default") {
      text += "; default \(value)"
    } else if isOptional {
      text += "; optional"
    } else if arguments["default"] == nil {
      text += "; required"
    }
    return text + "."
  }

  /// The sentence for filters that share the property with different values.
  var shortSentence: String { "`\(key)`: \(what); range and default are the filter's." }

  private var isOptional: Bool { arguments.source("isOptional") == "true" }

  private var what: String {
    let stated = arguments["unit"]?.last?.word
    let unit = stated == "none" ? nil : stated ?? usualUnit
    return switch (swiftType, kind) {
    case ("Node", "gradient"): "a gradient image: a row of colours"
    case ("Node", _): "an image"
    case ("Bool", _): "true or false"
    case ("Int", "boolean"), ("Float", "boolean"): "0 or 1"
    case ("Int", "count"), ("Int", nil): "an integer" + (unit.map { ", in \($0)" } ?? "")
    case ("Int", _), ("Float", _), ("Double", _):
      switch unit {
      case "radians": "an angle in radians"
      case let unit?: "a number of \(unit)"
      case nil: kind == "time" ? "a time" : "a number"
      }
    case ("SIMD2<Double>", "position"): "a point, in pixels"
    case ("SIMD2<Double>", "offset"): "an offset"
    case ("SIMD3<Double>", _): "three numbers"
    case ("SIMD4<Double>", _), ("[Double]", _): "a list of numbers"
    case ("SIMD2<Double>", _): "two numbers"
    case ("UserRect", _): "a rectangle, in pixels"
    case ("ColorValue", "opaqueColor"): "a colour (its alpha is ignored)"
    case ("ColorValue", _): "a colour"
    case ("AffineMap", _): "an affine transform"
    case ("VectorList", _): "an array of `CIVector`"
    case ("ColorSpace", _): "a colour space"
    case ("StyledText", _): "an attributed string"
    case ("BarcodeSymbol", _): "a barcode descriptor"
    case ("LensCalibration", _): "the calibration data of a camera's lens"
    case ("String", _): "a string"
    case ("Data", _): "data"
    default: "a \(swiftType)"
    }
  }

  /// The default unit of the type, as in ImageFilters' `Parameter`.
  private var usualUnit: String? {
    switch kind {
    case "angle": "radians"
    case "distance": "pixels"
    default: nil
    }
  }

  private var range: String? {
    if swiftType == "Bool" { return nil }
    let (least, most) = (value("min"), value("max"))
    var parts: [String] = []
    switch (least, most) {
    case (let least?, let most?): parts.append("\(least)...\(most)")
    case (let least?, nil): parts.append("\(least) or more")
    case (nil, let most?): parts.append("\(most) or less")
    case (nil, nil): break
    }
    if let slider = value("slider"), parts.first != slider { parts.append("usually \(slider)") }
    return parts.isEmpty ? nil : parts.joined(separator: ", ")
  }

  /// Returns the formatted value under a label; nil if there is none, or if it is computed.
  private func value(_ label: String) -> String? { arguments.source(label).flatMap(plainValue) }
}

/// Returns a formatted value: `(1, 0.5, 0)` for `ColorValue(1,0.5,0)`, `white` for `.white`, `-π...π` for
/// `-Double.pi...Double.pi`; nil for other expressions that are not literals.
func plainValue(_ source: String) -> String? {
  if source == "true" || source == "false" || source.hasPrefix("\"") { return source }
  if source == ".identity" { return "the identity" }
  if [".white", ".black", ".clear"].contains(source) { return String(source.dropFirst()) }
  if let open = source.firstIndex(where: { $0 == "(" || $0 == "[" }), source.hasSuffix(")") || source.hasSuffix("]") {
    let maker = source[..<open]
    guard ["", "ColorValue", "UserRect", ".scale"].contains(String(maker)) else { return nil }
    let numbers = source[source.index(after: open)...].dropLast().split(separator: ",").map { part in
      number(part.split(separator: ":").last.map(String.init) ?? "")
    }
    guard !numbers.isEmpty, numbers.allSatisfy({ $0 != nil }) else { return nil }
    let list = "(" + numbers.compactMap { $0 }.joined(separator: ", ") + ")"
    return maker == ".scale" ? "a scaling by \(list)" : list
  }
  let ends = source.split(separator: "...", omittingEmptySubsequences: false).map { number(String($0)) }
  guard (1...2).contains(ends.count), ends.allSatisfy({ $0 != nil }) else { return nil }
  return ends.compactMap { $0 }.joined(separator: "...")
}

/// Returns a formatted numeric literal or multiple of pi; nil for anything else.
private func number(_ source: String) -> String? {
  if let multiple = ["3.141592653589793": "π", "6.283185307179586": "2π"][source.drop { $0 == "-" }] {
    return source.hasPrefix("-") ? "-" + multiple : multiple
  }
  let text = source.split(separator: "Double.pi", omittingEmptySubsequences: false).joined(separator: "π")
    .filter { $0 != "_" && $0 != "*" }
  let digits = text.drop { $0 == "-" }
  guard let first = digits.first, first.isNumber || digits == "π" else { return nil }
  return digits.allSatisfy { $0.isNumber || ".eπ/-".contains($0) } ? text : nil
}
