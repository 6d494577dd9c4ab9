import ImageGraph
import ImagePasses

/// Renders from large files into files: strips of some megabytes, so that the next rows are read and the last ones
/// written while one is computed, in little memory.
extension Planner {
  /// Of the pixels that one run would compute, those that strips may compute again: a quarter.
  private static let mostOverlap = 4

  /// The strips, where they read every row of a file once and compute little more than one run would; else nil.
  func streamedPlan(_ recipe: OptimizedRecipe, _ request: RenderRequest) throws(RenderError) -> RenderPlan? {
    var strips = device
    strips.budget = device.budget.ofStrips
    guard recipe.sources.contains(where: strips.streams) else { return nil }
    do throws(RenderError) {
      let cutter = try Cutter(recipe.node, request, for: strips, rows)
      guard let (work, overlap) = try cutter.strips(mostOverlap: Self.mostOverlap),
        case .tiles(var tiles) = work, Self.readsOnwards(work.runs)
      else { return nil }
      tiles.aheadBytes = device.budget.ahead
      return RenderPlan(work: .tiles(tiles), isKnown: recipe.isKnown, overlapPixelCount: overlap)
    } catch {
      // With more memory it may fit.
      if case .limit = error { return nil }
      throw error
    }
  }

  /// True when what each run needs of a source lies beside or below what the one before needed: files are read from the
  /// top, and columns of one by themselves not at all.
  private static func readsOnwards(_ runs: [Run]) -> Bool {
    var last: [Source.Identity: UserRect] = [:]
    for run in runs {
      for (source, part) in run.heldParts {
        if let above = last[source] {
          let sameColumns = part.min.x == above.min.x && part.max.x == above.max.x
          guard sameColumns, part.max.y <= above.max.y, part.min.y <= above.min.y else { return false }
        }
        last[source] = part
      }
    }
    return true
  }
}
