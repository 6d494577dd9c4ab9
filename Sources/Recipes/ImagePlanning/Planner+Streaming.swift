import ImageGraph
import ImagePasses

/// Streaming from large files into files: strips of some megabytes, so that the next rows are read and the previous
/// ones written while a strip is computed, in little memory.
extension Planner {
  /// Strips may compute at most a quarter of the pixels of a single run again.
  private static let overlapDivisor = 4

  /// Returns a plan of strips if they read every row of a file once, and compute little more than a single run. Else
  /// returns nil.
  func streamedPlan(_ recipe: OptimizedRecipe, _ request: RenderRequest) throws(RenderError) -> RenderPlan? {
    var strips = device
    strips.budget = device.budget.forStrips
    guard recipe.sources.contains(where: strips.streams) else { return nil }
    do throws(RenderError) {
      let cutter = try Cutter(recipe.node, request, for: strips, rows)
      guard let (work, overlap) = try cutter.strips(overlapDivisor: Self.overlapDivisor),
        case .tiles(var tiles) = work, Self.readsDownwards(work.runs)
      else { return nil }
      tiles.prefetchBytes = device.budget.prefetch
      return RenderPlan(work: .tiles(tiles), isCached: recipe.isCached, overlapPixelCount: overlap)
    } catch {
      // It may fit with more memory.
      if case .limit = error { return nil }
      throw error
    }
  }

  /// Returns whether each run reads the same columns of a source as the run before it, at the same height or further
  /// down. Files are read from the top, and columns of a file cannot be read alone.
  private static func readsDownwards(_ runs: [Run]) -> Bool {
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
