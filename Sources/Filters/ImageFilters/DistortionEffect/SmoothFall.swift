extension Lane {
  /// An inverted smoothstep: 1 up to 0, 0 from 1 on, with slope 0 at both: 1 - t² (3 - 2t). Shader:
  /// Shared/SmoothFall.glsl
  ///
  /// Source: measured on Core Image's CIBumpDistortion, CITwirlDistortion and CIGaussianGradient.
  var smoothFall: Lane {
    let t = limited(to: 0, 1)
    return 1 - t * t * (3 - 2 * t)
  }
}
