/// The weights of red, green and blue in what filters call the luminance of a colour: linear light, sum 1.
///
/// Source: measured on Core Image's CIColorControls.
package enum Luma {
  package static let weights: SIMD3<Float> = [0.2125, 0.7154, 0.0721]
}
