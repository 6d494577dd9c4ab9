/// The luma weights of red, green and blue that filters use: linear light, sum 1.
package enum Luma {
  /// Source: measured on Core Image's CIColorControls.
  package static let weights: SIMD3<Float> = [0.2125, 0.7154, 0.0721]

  /// Source: ITU-R BT.709-6, 3.2; the weights of the colour effects that were measured on Core Image.
  package static let bt709: SIMD3<Float> = [0.2126, 0.7152, 0.0722]
}
