/// The dependence of a schedule on its recipe's geometry, to create other schedules of the same structure.
package final class ScheduleTemplate: Sendable {
  /// The content of an image, with the index of its step.
  enum Origin: Sendable {
    case output
    case source(Int)
    case step(Int)
  }

  /// Whether each step has an image.
  let hasImage: [Bool]
  let origins: [Origin]
  let placements: [Placement]

  init(hasImage: [Bool], origins: [Origin], placements: [Placement]) {
    (self.hasImage, self.origins, self.placements) = (hasImage, origins, placements)
  }
}
