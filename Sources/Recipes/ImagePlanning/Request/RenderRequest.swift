import ImageColor
import ImageGraph
import ImagePasses
import ImagePrograms

/// Everything that is asked of a render: which pixels of which recipe, in which form. A value; the planner makes a plan
/// of it.
package struct RenderRequest: Sendable {
  /// The recipe as it was built.
  package var root: Node
  /// Whole pixels, user plane.
  package var region: UserRect
  /// How the pixels are handed on.
  package var format: PixelFormat
  /// What they mean: the space and alpha of the result, and those that the context works in.
  package var options: PassOptions
  /// How images between dispatches are stored: `rgbaHalf`, `rgbaFloat` or `rgba8`.
  package var working: Program.StoreForm
  /// True when the parts have to be whole rows, top first; else they can be tiles.
  package var inRows: Bool
  /// True where whoever takes the rows is best served strip by strip: files are read and written meanwhile then.
  package var isStreamed = false
  /// Has the pixels, whose red, green and blue are Y', Cb and Cr, stored as planes where one run makes all of them.
  package var planes: PlaneStore?

  /// - Parameter options: the result's format is set to `format` in them.
  package init(
    _ root: Node, region: UserRect, format: PixelFormat, options: PassOptions,
    working: Program.StoreForm = .rgbaHalf, inRows: Bool = true
  ) {
    (self.root, self.region, self.format, self.options) = (root, region, format, options)
    (self.working, self.inRows) = (working, inRows)
    self.options.outputFormat = format
  }

  /// What one schedule for all of it makes.
  var target: ScheduleTarget {
    ScheduleTarget(region, as: .pixels(format), working: working, codesWorking: options.worksInLight)
  }
}

/// What a schedule makes, beside the recipe that it makes it of.
package struct ScheduleTarget: Hashable, Sendable {
  /// Whole numbers, user plane, finite. Pixels outside the recipe's extent come out clear.
  package var region: UserRect
  /// How the result's pixels are stored.
  package var store: Program.StoreForm
  /// How images between dispatches are stored, `rgbaHalf`, `rgbaFloat` or `rgba8`.
  package var working: Program.StoreForm
  /// Images between dispatches of 8 bits hold values coded by the curve of sRGB, as linear light in 8 bits shows
  /// steps in the dark. False where the working space is coded already, and without colour management, where nobody
  /// knows what values mean.
  package var codesWorking: Bool

  package init(
    _ region: UserRect, as store: Program.StoreForm, working: Program.StoreForm = .rgbaHalf, codesWorking: Bool = true
  ) {
    (self.region, self.store, self.working, self.codesWorking) = (region, store, working, codesWorking)
  }
}
