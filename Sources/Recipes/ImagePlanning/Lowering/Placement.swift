import ImageGraph
import ImagePrograms

/// The part of a dispatch that depends on geometry: the areas in which its program is evaluated, the conditions that
/// selected its instructions, and the sources of its arguments. For other geometry the conditions are evaluated again:
/// with the same values, the program is the same.
struct Placement: Sendable {
  /// The pixels at which a step is evaluated. Areas refer to others by their index, and to steps by their index in the
  /// recipe.
  enum Area: Hashable, Sendable {
    /// The pixels that the dispatch computes.
    case target
    /// The region that the readers of the step read.
    case read(Int)
    /// Another area, translated by a map of whole pixels.
    case moved(Int, by: Int)
    /// The nearest pixels of a clamp to another area.
    case nearest(Int, in: Int)
  }

  enum Condition: Sendable {
    case movesByPixels(Int)
    /// The step is not read.
    case isUnread(Int)
    /// A part of the source is read.
    case isRead(Int)
    case cutsNothing(Int, at: Int)
    /// The area exceeds the crop's rectangle, or the step's extent.
    case cropMasks(Int, at: Int)
    case extentMasks(Int, at: Int)
    case coversInputs(Int)
    case hasOffset(Int)
    /// The image covers the result's columns, and its groups of four pixels are aligned with those of the result.
    case isAligned(Schedule.ImageID, at: Int)
    case holdsTarget(Schedule.ImageID, at: Int)
    /// The step's extent contains the area.
    case isCovered(Int, at: Int)
  }

  enum Slot: Sendable {
    case value(Argument)
    case target
    case image(Schedule.ImageID, at: Int)
    case clamp(Int)
    /// A row of the inverse map.
    case row(Int, of: Int)
    case argument(Int, of: Int)
    case cropRect(Int, at: Int)
    case extent(Int, at: Int)
    case offsetRow(Int, at: Int)
  }

  enum Region: Sendable {
    case output
    case step(Int)
    /// The pixels that a histogram counts.
    case counted(Int)
  }

  let region: Region
  var areas: [Area] = []
  var conditions: [(condition: Condition, value: Bool)] = []
  var slots: [Slot] = []

  init(_ region: Region) { self.region = region }
}
