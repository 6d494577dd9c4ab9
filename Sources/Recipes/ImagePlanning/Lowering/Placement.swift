import ImageGraph
import ImagePrograms

/// What of a dispatch follows from places: where its program is evaluated, the questions whose answers chose its
/// instructions, and what its arguments are. Where steps have moved they are asked again: with the same answers the
/// program is the same.
struct Placement: Sendable {
  /// Some pixels at which a step is evaluated, by the number of those that they follow from. Steps go by their place in
  /// the recipe.
  enum Spot: Hashable, Sendable {
    /// The pixels that the dispatch makes.
    case target
    /// All that the readers of a step look at.
    case asked(Int)
    /// Another spot, through a map by whole pixels.
    case moved(Int, by: Int)
    /// The nearest pixels of a clamp.
    case nearest(Int, in: Int)
  }

  enum Question: Sendable {
    case movesByPixels(Int)
    /// Nobody looks at the step.
    case isUnread(Int)
    /// Something of the source is read.
    case isRead(Int)
    case cutsNothing(Int, at: Int)
    /// The crop's rectangle, or the step's extent, leaves out some of the spot.
    case cropMasks(Int, at: Int)
    case extentMasks(Int, at: Int)
    case coversInputs(Int)
    case hasOffset(Int)
    /// Groups of four pixels begin in the image where they begin in the result, and cover it.
    case isAligned(Schedule.ImageID, at: Int)
    case holdsTarget(Schedule.ImageID, at: Int)
    /// The step's extent holds all of the spot.
    case isCovered(Int, at: Int)
  }

  enum Slot: Sendable {
    case value(Argument)
    case target
    case image(Schedule.ImageID, at: Int)
    case clamp(Int)
    /// Of the map back.
    case row(Int, of: Int)
    case argument(Int, of: Int)
    case cropRect(Int, at: Int)
    case extent(Int, at: Int)
    case offsetRow(Int, at: Int)
  }

  enum Region: Sendable {
    case output
    case step(Int)
    /// What a histogram counts.
    case counted(Int)
  }

  let region: Region
  var spots: [Spot] = []
  var questions: [(question: Question, answer: Bool)] = []
  var slots: [Slot] = []

  init(_ region: Region) { self.region = region }
}
