/// The weights of red and blue in luma; green has the remaining weight.
///
/// Y' = Kr R' + (1 − Kr − Kb) G' + Kb B'. Source: ITU-T H.273, table 4.
package struct LumaWeights: Hashable, Sendable {
  package let red: Double
  package let blue: Double

  package init(red: Double, blue: Double) { (self.red, self.blue) = (red, blue) }

  package var green: Double { 1 - red - blue }

  /// ITU-R BT.601-7, 2.5.1.
  package static let bt601 = LumaWeights(red: 0.299, blue: 0.114)
  /// ITU-R BT.709-6, 3.2.
  package static let bt709 = LumaWeights(red: 0.2126, blue: 0.0722)
  /// ITU-R BT.2020-2, table 4, non-constant luminance.
  package static let bt2020 = LumaWeights(red: 0.2627, blue: 0.0593)
  /// SMPTE ST 240.
  package static let smpte240 = LumaWeights(red: 0.212, blue: 0.087)

  /// Creates the weights of a matrix by its code point in H.273. Nil for matrices of another form: R'G'B' itself (0),
  /// unspecified (2), YCgCo (8), constant luminance (10), ICtCp (14).
  package init?(matrixCode: UInt8) {
    switch matrixCode {
    case 1: self = .bt709
    case 5, 6: self = .bt601
    case 7: self = .smpte240
    case 9: self = .bt2020
    default: return nil
    }
  }
}
