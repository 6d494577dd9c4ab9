/// The chroma siting: the position of chroma samples relative to luma samples, by the code points of ITU-T H.273, table
/// 5 (FFmpeg's `AVCHROMA_LOC_` is one more).
package enum ChromaSite: UInt8, Hashable, Sendable, CaseIterable {
  case left = 0
  case center
  case topLeft
  case top
  case bottomLeft
  case bottom

  /// The position of a chroma sample in its pair of luma samples, along one axis.
  package enum Position: Hashable, Sendable {
    /// On the first sample.
    case first
    /// Halfway between both.
    case between
    /// On the second sample.
    case second
  }

  package var column: Position {
    switch self {
    case .left, .topLeft, .bottomLeft: .first
    case .center, .top, .bottom: .between
    }
  }

  /// The siting of the same samples in an image with the rows in reverse order.
  package var upsideDown: ChromaSite {
    switch self {
    case .left, .center: self
    case .topLeft: .bottomLeft
    case .top: .bottom
    case .bottomLeft: .topLeft
    case .bottom: .top
    }
  }

  /// The vertical position, for chroma of every second row. Chroma of every row is sited on its row.
  package var row: Position {
    switch self {
    case .topLeft, .top: .first
    case .left, .center: .between
    case .bottomLeft, .bottom: .second
    }
  }
}
