extension Inputs {
  /// What the public face knows of the input image's headroom: 1 for standard range, above 1 for highlights beyond
  /// white, 0 where nobody knows. No parameter of the filter: images carry it.
  package static let contentHeadroomKey = "contentHeadroom"

  var contentHeadroom: Float { optional(Parameter<Float>(Self.contentHeadroomKey, default: 0)) ?? 0 }
}
