/// How a schedule follows from its recipe and the places of its steps, for making others of the same structure.
package final class ScheduleTemplate: Sendable {
  /// What an image holds, of a step by its place in the recipe.
  enum Origin: Sendable {
    case output
    case source(Int)
    case step(Int)
  }

  /// Which steps have images.
  let makes: [Bool]
  let origins: [Origin]
  let placements: [Placement]

  init(makes: [Bool], origins: [Origin], placements: [Placement]) {
    (self.makes, self.origins, self.placements) = (makes, origins, placements)
  }
}
