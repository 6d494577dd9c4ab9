import ImageGraph
import ImagePasses
import ImagePrograms
import ReferenceEngine
import TestSupport
import Testing

/// Random recipes, rendered by all engines.
@Suite struct RandomRecipeTests {
  private static let seeds = Array(UInt64(0)..<500)

  @Test(arguments: seeds) func aPassKeepsEveryPixelAndATileEqualsTheWhole(_ seed: UInt64) throws {
    let recipe = try RandomRecipe(seed: seed)
    let expected = try renderReference(recipe.node, recipe.frame)
    // Rules may change the order of additions, and merge two roundings to one.
    let tolerance = recipe.tolerance(rounding: 0x1p-20)
    let whole = try Backend.optimizedReference.render(recipe.node, recipe.frame)
    expect(whole, equals: expected, within: tolerance, "optimised, \(recipe)")
    let part = try Backend.optimizedReference.render(recipe.node, recipe.tile)
    expect(part, equals: try expected.cropped(to: recipe.tile), within: tolerance, "tile, \(recipe)")
  }

  @Test(arguments: seeds) func passesRunTwiceChangeNothing(_ seed: UInt64) throws {
    let recipe = try RandomRecipe(seed: seed)
    let once = try optimized(recipe.node, options: PassOptions())
    let twice = try optimized(once, by: [resolveGeometry, simplify, shareEqual, moveColors], options: PassOptions())
    #expect(twice === once, "\(recipe)\noptimised once\n\(once)\nand twice\n\(twice)")
  }

  @Test(arguments: seeds, Backend.engines)
  func engineGivesTheMeaning(_ seed: UInt64, _ engine: Backend) throws {
    let recipe = try RandomRecipe(seed: seed)
    // Half of the recipes keep floats between their steps: there only the precision of sines, powers and positions is
    // lost, and a mistake of one step cannot hide behind the roundings of another. Of the processor that is 1e-5.
    let (working, rounding): (Program.StoreForm, Float) =
      seed % 2 == 0 ? (.rgbaHalf, 0x1p-11) : (.rgbaFloat, engine == .processor ? 1e-5 : 0x1p-15)
    let expected = try renderReference(recipe.node, recipe.frame)
    let tolerance = recipe.tolerance(rounding: rounding)
    let whole = try engine.render(recipe.node, recipe.frame, working: working)
    expect(whole, equals: expected, within: tolerance, "\(engine.rawValue), \(recipe)")
    guard seed % 5 == 0 else { return }
    let part = try engine.render(recipe.node, recipe.tile, working: working)
    expect(part, equals: try expected.cropped(to: recipe.tile), within: tolerance, "\(engine.rawValue) tile, \(recipe)")
  }
}
