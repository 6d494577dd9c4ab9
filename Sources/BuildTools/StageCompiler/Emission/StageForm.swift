/// What of a call is fixed while its stage is written. The order is that of `STAGE_FORM_…` in Stage.h.
package enum StageForm: Int, CaseIterable, Sendable {
  /// Nothing.
  case general
  /// Every colour that comes in is opaque.
  case opaque
  /// The axis is (1, 0), the pixels are side by side in a row, and so are those that are read.
  case horizontal
  /// The axis is (0, 1), the pixels are side by side in a row.
  case vertical
  /// The pixels are side by side in a row; there is no axis.
  case row
  /// The same three for pixels as they are stored, whatever their bits mean: for formulas that choose among what they
  /// read.
  case storedHorizontal, storedVertical, storedRow
  /// Horizontal and vertical where every colour that is read is opaque, and so is what comes out.
  case opaqueHorizontal, opaqueVertical

  /// What the name of the C function ends in.
  var suffix: String {
    switch self {
    case .general: ""
    case .opaque: "_o"
    case .horizontal: "_h"
    case .vertical: "_v"
    case .row: "_r"
    case .storedHorizontal: "_sh"
    case .storedVertical: "_sv"
    case .storedRow: "_sr"
    case .opaqueHorizontal: "_oh"
    case .opaqueVertical: "_ov"
    }
  }

  /// The pixels lie side by side in a row, so that one number says all rows, and reads take rows.
  package var isRow: Bool { self == .horizontal || self == .vertical || self == .row || isStored || readsOpaque }

  /// A colour is one number: the bits of a stored pixel.
  package var isStored: Bool { self == .storedHorizontal || self == .storedVertical || self == .storedRow }

  /// The colours that are read have an alpha of 1.
  package var readsOpaque: Bool { self == .opaqueHorizontal || self == .opaqueVertical }

  package var axis: [Float]? {
    switch self {
    case .horizontal, .storedHorizontal, .opaqueHorizontal: [1, 0]
    case .vertical, .storedVertical, .opaqueVertical: [0, 1]
    default: nil
    }
  }
}
