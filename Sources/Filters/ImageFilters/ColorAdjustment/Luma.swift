/// The luma weights of red, green and blue that filters use: linear light, sum 1.
package enum Luma {
  /// Source: measured on Core Image, on CIColorControls, CIFalseColor, CIColorMonochrome, CIColorMap and the screens.
  /// ITU-R BT.709-6, 3.2 has 0.2126, 0.7152 and 0.0722.
  package static let weights: SIMD3<Float> = [0.2125, 0.7154, 0.0721]
}
