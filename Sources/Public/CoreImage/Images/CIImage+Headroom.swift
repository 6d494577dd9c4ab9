extension CIImage {
  /// Returns the image for a display of limited headroom. If the image declares a larger one, its highlights are rolled
  /// off by CIToneMapHeadroom.
  package func toneMapped(to headroom: Float) -> CIImage {
    guard contentHeadroom > headroom else { return self }
    return applyingFilter(
      "CIToneMapHeadroom",
      parameters: ["inputSourceHeadroom": contentHeadroom, "inputTargetHeadroom": headroom])
  }
}
