/// A specialisation of a stage. The order is that of `STAGE_FORM_…` in Stage.h.
package enum StageForm: Int, CaseIterable, Sendable {
  /// No specialisation.
  case general
  /// All input colours are opaque.
  case opaque
  /// The axis is (1, 0). The pixels are contiguous in a row, and so are those that are read.
  case horizontal
  /// The axis is (0, 1). The pixels are contiguous in a row.
  case vertical
  /// The pixels are contiguous in a row; there is no axis.
  case row
  /// The three row forms for stored pixels of any format: for formulas that select among the pixels that they read.
  case storedHorizontal, storedVertical, storedRow
  /// Horizontal and vertical, with opaque colours in all reads and in the result.
  case opaqueHorizontal, opaqueVertical

  /// The suffix of the C function's name.
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

  /// Whether the pixels are contiguous in a row, with one y coordinate, and reads load rows.
  package var isRow: Bool { self == .horizontal || self == .vertical || self == .row || isStored || readsOpaque }

  /// Whether a colour is a single integer: the bits of a stored pixel.
  package var isStored: Bool { self == .storedHorizontal || self == .storedVertical || self == .storedRow }

  /// Whether the colours that are read have an alpha of 1.
  package var readsOpaque: Bool { self == .opaqueHorizontal || self == .opaqueVertical }

  package var axis: [Float]? {
    switch self {
    case .horizontal, .storedHorizontal, .opaqueHorizontal: [1, 0]
    case .vertical, .storedVertical, .opaqueVertical: [0, 1]
    default: nil
    }
  }
}
