/// CISystemToneMap: tone-maps an image's highlights for a display of given headroom.
///
/// Formula: c′ = f(c), f : [0, H] → [0, min(D, R)], " as in CIToneMapHeadroom"
///
/// Source: our own: the roll-off of CIToneMapHeadroom, up to the display's headroom and the preferred range.
package enum SystemToneMap {
  static let displayHeadroom = Parameter<Float>("inputDisplayHeadroom", default: 1, min: 1, max: 32, slider: 1...8)
  static let preferredDynamicRange = Parameter<String>(
    "inputPreferredDynamicRange", typed: "CIDynamicRangeOption?", isOptional: true)

  static let filter = Filter(
    "CISystemToneMap", summary: "Tone-maps to the headroom of a display the way the system does.",
    categories: .extendedPointwise(.colorAdjustment), since: "macOS 26.0 / iOS 26.0 / tvOS 26.0",
    parameters: [.inputImage, displayHeadroom, preferredDynamicRange],
    example: ["inputImage": .image(.brighter(stops: 2))], headroomKey: "inputDisplayHeadroom"
  ) { (inputs) throws(RenderError) in
    let display = inputs[displayHeadroom]
    let range = inputs.optional(preferredDynamicRange) ?? high
    guard let most = limits[range] else {
      throw .invalidArgument(
        "CISystemToneMap: inputPreferredDynamicRange is \"\(quoted(range))\"; it must be one of "
          + limits.keys.filter { !$0.isEmpty }.sorted().joined(separator: ", "))
    }
    return ToneMapHeadroom.mapped(inputs.image, from: inputs.contentHeadroom, to: min(display, most))
  }

  private static let high = "high"

  /// The headroom limit of each preferred range. The meaning of "constrained" on a Mac is not public; our value is
  /// twice white, one stop.
  private static let limits: [String: Float] = ["standard": 1, "constrainedHigh": 2, high: .infinity, "": .infinity]
}
