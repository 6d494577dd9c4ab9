extension Lane {
  /// 1 at 0 and before, 0 at 1 and beyond, and level at both: 1 - t² (3 - 2t). Shader: Shared/SmoothFall.glsl
  ///
  /// Source: measured on Core Image's CIBumpDistortion, CITwirlDistortion and CIGaussianGradient.
  var smoothFall: Lane {
    let t = limited(to: 0, 1)
    return 1 - t * t * (3 - 2 * t)
  }
}
