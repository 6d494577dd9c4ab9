extension Inputs {
  /// The key of the input image's headroom, which the public API sets: 1 for standard range, above 1 for highlights
  /// beyond white, 0 if unknown. It is not a parameter of the filter: images carry it.
  package static let contentHeadroomKey = "contentHeadroom"

  var contentHeadroom: Float { optional(Parameter<Float>(Self.contentHeadroomKey, default: 0)) ?? 0 }
}
