extension CIImage {
  /// For displays: highlights beyond a headroom rolled off by CIToneMapHeadroom, where the image says that it has such.
  package func toneMapped(to headroom: Float) -> CIImage {
    guard contentHeadroom > headroom else { return self }
    return applyingFilter(
      "CIToneMapHeadroom",
      parameters: ["inputSourceHeadroom": contentHeadroom, "inputTargetHeadroom": headroom])
  }
}
