/// The weights of red, green and blue in what filters call the luminance of a colour: linear light, sum 1.
package enum Luma {
  /// Source: measured on Core Image's CIColorControls.
  package static let weights: SIMD3<Float> = [0.2125, 0.7154, 0.0721]

  /// Source: ITU-R BT.709-6, 3.2; what the colour effects measured on Core Image use.
  package static let bt709: SIMD3<Float> = [0.2126, 0.7152, 0.0722]
}
