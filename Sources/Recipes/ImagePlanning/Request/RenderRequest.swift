import ImageColor
import ImageGraph
import ImagePasses
import ImagePrograms

/// A request to render a region of a recipe in a form. It is a value, from which the planner makes a plan.
package struct RenderRequest: Sendable {
  /// The recipe as it was built.
  package var root: Node
  /// The region in whole pixels of the user plane.
  package var region: UserRect
  /// The format of the result.
  package var format: PixelFormat
  /// The meaning of the values: the space and alpha of the result, and the working space.
  package var options: PassOptions
  /// The form of intermediates: `rgbaHalf`, `rgbaFloat` or `rgba8`.
  package var working: Program.StoreForm
  /// Whether the result is delivered in whole rows, top first. If false, it can be delivered in tiles.
  package var inRows: Bool
  /// Whether the result should be delivered in strips, so that files are read and written during the render.
  package var isStreamed = false
  /// The planes in which the result is stored, if a single run can store them. Nil for pixels.
  package var planes: PlaneRequest?

  /// Creates a request.
  ///
  /// - Parameter options: the options, whose output format is set to `format`.
  package init(
    _ root: Node, region: UserRect, format: PixelFormat, options: PassOptions,
    working: Program.StoreForm = .rgbaHalf, inRows: Bool = true
  ) {
    (self.root, self.region, self.format, self.options) = (root, region, format, options)
    (self.working, self.inRows) = (working, inRows)
    self.options.outputFormat = format
  }

  /// The request with the chroma quality of its sources and of its planes.
  package var resolved: RenderRequest {
    guard let planes else { return self }
    var request = self
    (request.root, request.planes) = planes.resolved(root)
    return request
  }

  /// The target of a single schedule for the whole region.
  var target: ScheduleTarget {
    ScheduleTarget(region, as: .pixels(format), working: working, encodesIntermediates: options.worksInLinearLight)
  }
}

/// The target of a schedule, in addition to its recipe.
package struct ScheduleTarget: Hashable, Sendable {
  /// The region in whole pixels of the user plane, finite. Pixels outside of the recipe's extent become clear.
  package var region: UserRect
  /// The form of the result.
  package var store: Program.StoreForm
  /// The form of intermediates: `rgbaHalf`, `rgbaFloat` or `rgba8`.
  package var working: Program.StoreForm
  /// Whether intermediates of 8 bits store values encoded by the sRGB transfer function, as linear light in 8 bits has
  /// visible steps in dark areas. False if the working space is encoded, and without colour management.
  package var encodesIntermediates: Bool

  package init(
    _ region: UserRect, as store: Program.StoreForm, working: Program.StoreForm = .rgbaHalf,
    encodesIntermediates: Bool = true
  ) {
    (self.region, self.store, self.working, self.encodesIntermediates) = (region, store, working, encodesIntermediates)
  }
}
