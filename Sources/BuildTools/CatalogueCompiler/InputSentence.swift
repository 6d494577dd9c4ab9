/// What a typed property says of itself, from the attributes that its filter's source states.
extension ParsedParameter {
  /// One sentence: `inputRadius`: a number of pixels, 0 or more, usually 0...100; 10 until set.
  ///
  /// Numbers that the source computes are left out; `citool describe` has them. So is the identity that Core Image
  /// states: many an input has one that changes the image.
  var sentence: String {
    var text = "`\(key)`: \(what)"
    if let range { text += ", \(range)" }
    if let value = value("default") {
      text += "; \(value) until set"
    } else if isOptional {
      text += "; may be left out"
    } else if arguments["default"] == nil {
      text += "; has to be set"
    }
    return text + "."
  }

  /// The sentence where filters that share the property do not agree on its numbers.
  var shortSentence: String { "`\(key)`: \(what); range and default are the filter's." }

  private var isOptional: Bool { arguments.source("isOptional") == "true" }

  private var what: String {
    let stated = arguments["unit"]?.last?.word
    let unit = stated == "none" ? nil : stated ?? usualUnit
    return switch (swiftType, kind) {
    case ("Node", "gradient"): "an image of a row of colours"
    case ("Node", _): "an image"
    case ("Bool", _): "true or false"
    case ("Int", "boolean"), ("Float", "boolean"): "0 or 1"
    case ("Int", "count"), ("Int", nil): "a whole number" + (unit.map { " of \($0)" } ?? "")
    case ("Int", _), ("Float", _), ("Double", _):
      switch unit {
      case "radians": "an angle in radians"
      case let unit?: "a number of \(unit)"
      case nil: kind == "time" ? "a time" : "a number"
      }
    case ("SIMD2<Double>", "position"): "a point, in pixels"
    case ("SIMD2<Double>", "offset"): "an offset"
    case ("SIMD3<Double>", _): "three numbers"
    case ("SIMD4<Double>", _), ("[Double]", _): "numbers"
    case ("SIMD2<Double>", _): "two numbers"
    case ("UserRect", _): "a rectangle, in pixels"
    case ("ColorValue", "opaqueColor"): "a colour, whose alpha does not count"
    case ("ColorValue", _): "a colour"
    case ("AffineMap", _): "a map of the plane"
    case ("VectorList", _): "an array of `CIVector`"
    case ("ColorSpace", _): "a colour space"
    case ("StyledText", _): "a text with attributes"
    case ("BarcodeSymbol", _): "a barcode's descriptor"
    case ("LensCalibration", _): "what is known of a camera's lens"
    case ("String", _): "a text"
    case ("Data", _): "bytes"
    default: "a \(swiftType)"
    }
  }

  /// What the unit of the type is when none is stated; as in ImageFilters' `Parameter`.
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

  /// The value under a label as people write it; nil where none stands there, or one that is computed.
  private func value(_ label: String) -> String? { arguments.source(label).flatMap(plainValue) }
}

/// `(1, 0.5, 0)` for `ColorValue(1,0.5,0)`, `white` for `.white`, `-π...π` for `-Double.pi...Double.pi`; nil for what
/// is neither a literal nor one of these.
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

/// A numeric literal, or a multiple of pi, as people write it; nil for anything else.
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
