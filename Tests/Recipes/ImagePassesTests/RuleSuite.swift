import ImageFilters
import ImageGraph
import ImagePasses
import ImagePlanning
import TestSupport
import Testing

/// Shared helpers of tests of rules: optimization, comparison of pixels, and the number of calls.
protocol RuleSuite {
  /// The same node for all recipes, so that recipes made of it compare equal.
  var image: Node { get }
}

extension RuleSuite {
  var frame: UserRect { UserRect(x: -4, y: -4, width: 52, height: 40) }
  var part: UserRect { UserRect(x: 6, y: 5, width: 12, height: 9) }

  func optimized(_ node: Node) throws -> Node { try ImagePasses.optimized(node, options: PassOptions()) }

  func expectSamePixels(_ node: Node, sourceLocation: SourceLocation = #_sourceLocation) throws {
    expect(
      try Backend.optimizedReference.render(node, frame), equals: try renderReference(node, frame), within: .float,
      "\(node)", sourceLocation: sourceLocation)
  }

  /// Returns the number of calls in the recipe's programs.
  func calls(_ node: Node) throws -> Int {
    try makeSchedule(node, ScheduleTarget(frame, as: .rgbaHalf)).dispatches.flatMap { $0.program.blocks }
      .flatMap(\.instructions).reduce(0) { if case .call = $1 { $0 + 1 } else { $0 } }
  }

  func exposed(_ image: Node, _ gain: Float) -> Node { image.mapped(by: ExposureAdjust.formula, gain) }
  func curved(_ image: Node) -> Node { image.mapped(by: GammaAdjust.formula, Float(0.8)) }
}
