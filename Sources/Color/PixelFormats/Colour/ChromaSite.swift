/// Where the numbers of chroma lie between those of luma, by the numbers of ITU-T H.273, table 5 (FFmpeg's
/// `AVCHROMA_LOC_` is one more).
package enum ChromaSite: UInt8, Hashable, Sendable, CaseIterable {
  case left = 0
  case center
  case topLeft
  case top
  case bottomLeft
  case bottom

  /// Along one axis, where a number of chroma lies in its pair of luma.
  package enum Place: Hashable, Sendable {
    /// On the first one.
    case first
    /// Halfway between both.
    case between
    /// On the second one.
    case second
  }

  package var column: Place {
    switch self {
    case .left, .topLeft, .bottomLeft: .first
    case .center, .top, .bottom: .between
    }
  }

  /// For chroma of every second row. Chroma of every row lies on its row.
  package var row: Place {
    switch self {
    case .topLeft, .top: .first
    case .left, .center: .between
    case .bottomLeft, .bottom: .second
    }
  }
}
