import Foundation
import ImageColor
import ImageFilters
import ImageGraph
import ImagePasses
import ImagePlanning
import ImagePrograms
import TestSupport
import Testing

/// The results of the recipe cache, compared with those of planning without it.
@Suite struct RecipeCacheTests {
  private static let seeds = Array(UInt64(0)..<400)
  private static let options = PassOptions(outputSpace: .sRGB)

  /// The recipe with other values for every colour formula, and other images of the same shapes.
  private func changed(_ node: Node) throws -> Node {
    var sources: [Source.Identity: Source] = [:]
    return try node.rewritten { node throws(RenderError) -> Node in
      switch node.op {
      case .source(let source):
        if let known = sources[source.identity] { return .source(known) }
        let other = Source(
          width: source.width, height: source.height, format: source.format, colorSpace: source.colorSpace,
          alpha: source.alpha, label: "other"
        ) { () throws(RenderError) in try source.pixels() }
        sources[source.identity] = other
        return .source(other)
      case .formula(let formula, let arguments, let extent):
        return Node(.formula(formula, arguments.map(\.nudged), extent), node.inputs)
      default: return node
      }
    }
  }

  /// The recipe with other rectangles, maps and reaches.
  private func moved(_ node: Node) throws -> Node {
    try node.rewritten { node throws(RenderError) -> Node in
      switch node.op {
      case .crop(let rect): return Node(.crop(UserRect(rect.min + [1, 0], rect.max + [1.5, 2])), node.inputs)
      case .clamp(let rect): return Node(.clamp(UserRect(rect.min, rect.max + [1, 1])), node.inputs)
      case .affine(let map, let sampling):
        let step = AffineMap.translation(map.integerTranslation == nil ? 0.3 : 2, 1)
        return Node(.affine(map.followed(by: step), sampling), node.inputs)
      case .warp(let formula, let arguments, let sampling):
        return Node(.warp(formula, arguments.map(\.nudged), sampling), node.inputs)
      case .region(let formula, let arguments): return Node(.region(formula, arguments.map(\.nudged)), node.inputs)
      default: return node
      }
    }
  }

  private struct Planned: Equatable {
    var programs: [Program]
    var arguments: [[Argument]]
    var regions: [UserRect]
    var images: [String]
    var sources: [Source.Identity]

    init(_ schedule: Schedule) {
      programs = schedule.dispatches.map(\.program)
      arguments = schedule.dispatches.map(\.arguments)
      regions = schedule.dispatches.map(\.region)
      images = schedule.images.map(\.description)
      sources = schedule.images.compactMap { if case .source(let source) = $0.kind { source.identity } else { nil } }
    }
  }

  private func lowered(
    _ node: Node, _ region: UserRect, by cache: RecipeCache
  ) throws -> (Schedule, template: ScheduleTemplate?, isCached: Bool) {
    let recipe = try cache.recipe(node, options: Self.options)
    let target = ScheduleTarget(region, as: .rgba8)
    let model = try #require(
      try recipe.model(target) { (recipe, model) throws(RenderError) in
        try ScheduleModel(recipe, target, like: model)
      })
    return (recipe.bound(model), model.template, recipe.isCached)
  }

  private func plan(_ node: Node, _ region: UserRect, by cache: RecipeCache) throws -> (Schedule, isCached: Bool) {
    let (schedule, _, isCached) = try lowered(node, region, by: cache)
    return (schedule, isCached)
  }

  /// Planning as it is without a cache: on the values themselves.
  private func plannedAnew(_ node: Node, _ region: UserRect) throws -> Schedule {
    try makeSchedule(try optimized(node, options: Self.options), ScheduleTarget(region, as: .rgba8))
  }

  @Test(arguments: seeds) func aKnownPlanWithOtherValuesIsThePlanOfTheOtherValues(_ seed: UInt64) throws {
    let recipe = try RandomRecipe(seed: seed)
    let cache = RecipeCache()
    let (first, wasKnown) = try plan(recipe.node, recipe.frame, by: cache)
    #expect(!wasKnown)
    #expect(Planned(first) == Planned(try plannedAnew(recipe.node, recipe.frame)), "\(recipe)")
    // Where values decide which steps there are, other values are another structure.
    let resolved = try optimized(recipe.node, by: [resolveSampling, resolveValues], options: Self.options)
    _ = try plan(resolved, recipe.frame, by: cache)
    let other = try changed(resolved)
    let (second, isCached) = try plan(other, recipe.frame, by: cache)
    #expect(isCached, "\(recipe)")
    #expect(Planned(second) == Planned(try plannedAnew(other, recipe.frame)), "\(recipe)")
    // And what came second has changed nothing for the first.
    let (again, _) = try plan(recipe.node, recipe.frame, by: cache)
    #expect(Planned(again) == Planned(first))
  }

  @Test(arguments: seeds) func aKnownPlanWithOtherPlacesIsThePlanOfTheOtherPlaces(_ seed: UInt64) throws {
    let recipe = try RandomRecipe(seed: seed)
    let cache = RecipeCache()
    let (first, _) = try plan(recipe.node, recipe.frame, by: cache)
    let other = try changed(moved(recipe.node))
    let (second, _) = try plan(other, recipe.frame, by: cache)
    #expect(Planned(second) == Planned(try plannedAnew(other, recipe.frame)), "\(recipe)")
    let (again, isCached) = try plan(recipe.node, recipe.frame, by: cache)
    #expect(isCached && Planned(again) == Planned(first))
  }

  /// Half of them at least: what moves can leave the frame, or lie all inside of a crop, and then is another structure.
  @Test func mostRecipesWithOtherPlacesAreKnown() throws {
    let known = try Self.seeds.count { seed in
      let recipe = try RandomRecipe(seed: seed)
      let cache = RecipeCache()
      _ = try plan(recipe.node, recipe.frame, by: cache)
      return try plan(moved(recipe.node), recipe.frame, by: cache).isCached
    }
    #expect(known > Self.seeds.count / 2, "\(known) of \(Self.seeds.count)")
  }

  private static let gain = ColorFormula("gain") { (color, factor: Float) in Color(color.rgb * factor, color.alpha) }
  private static let add = ColorFormula(blend: "add") { $0 + $1 }
  private let frame = UserRect(x: 0, y: 0, width: 64, height: 48)

  @Test func twoStepsThatAreEqualByChanceStayTwo() throws {
    let cache = RecipeCache()
    func sum(_ a: Float, _ b: Float) -> Node {
      let left = TestImage.chart.mapped(by: Self.gain, a)
      let right = TestImage.chart.mapped(by: ColorConversions.opaque).mapped(by: Self.gain, b)
      return .combined([left, right], by: Self.add, extent: .union)
    }
    _ = try plan(sum(2, 2), frame, by: cache)
    let (schedule, isCached) = try plan(sum(2, 3), frame, by: cache)
    #expect(isCached)
    #expect(Planned(schedule) == Planned(try plannedAnew(sum(2, 3), frame)))
  }

  @Test func sharingIsStructure() throws {
    let cache = RecipeCache()
    let image = TestImage.chart
    func twice(_ a: Float, _ b: Float) -> Node {
      .combined(
        [image.mapped(by: Self.gain, a), image.mapped(by: Self.gain, b)],
        by: Self.add, extent: .union)
    }
    #expect(try !plan(twice(2, 2), frame, by: cache).isCached)
    #expect(try plan(twice(3, 3), frame, by: cache).isCached)
    #expect(try !plan(twice(2, 3), frame, by: cache).isCached)
    #expect(try plan(twice(5, 4), frame, by: cache).isCached)
  }

  @Test func sliders() throws {
    let cache = RecipeCache()
    func turned(_ angle: Double, _ reach: Float) throws -> Node {
      let map = AffineMap(a: cos(angle), b: sin(angle), c: -sin(angle), d: cos(angle), tx: 0, ty: 0)
      let blurred = TestImage.chart.clampedToExtent.gathered(by: .blockMean, Axis.horizontal, Int32(reach))
      return try #require(blurred.mapped(by: Self.gain, reach).cropped(to: frame).transformed(by: map))
    }
    let (_, first, wasKnown) = try lowered(turned(0.5, 2), frame, by: cache)
    #expect(!wasKnown)
    let shape = try #require(first)
    for step in 1...20 {
      let recipe = try turned(0.5 + Double(step) * 0.05, 2 + Float(step))
      let (schedule, own, isCached) = try lowered(recipe, frame, by: cache)
      #expect(isCached, "\(step)")
      #expect(own === shape, "lowered again: \(step)")
      #expect(Planned(schedule) == Planned(try plannedAnew(recipe, frame)), "\(step)")
    }
    #expect(cache.count == 1)
  }

  /// A colour that no longer fills what is rendered needs a mask, which is another program.
  @Test func aShapeIsTakenOnlyWhereItsProgramsAreRight() throws {
    let cache = RecipeCache()
    let small = UserRect(x: 4, y: 4, width: 8, height: 8)
    func moved(_ x: Double) throws -> Node {
      .generated(
        by: .constant, SIMD4<Float>(1, 0.5, 0, 1), extent: .finite(UserRect(x: x, y: 0, width: 20, height: 20)))
    }
    let (_, inside, _) = try lowered(moved(1), small, by: cache)
    let (still, sameShape, isCached) = try lowered(moved(2), small, by: cache)
    #expect(isCached && inside != nil && sameShape === inside)
    #expect(Planned(still) == Planned(try plannedAnew(moved(2), small)))
    let (outside, otherShape, isKnownOutside) = try lowered(moved(9), small, by: cache)
    #expect(isKnownOutside && otherShape !== inside)
    #expect(Planned(outside) == Planned(try plannedAnew(moved(9), small)))
  }

  @Test func formatsAndOptionsArePartOfTheKey() throws {
    let cache = RecipeCache()
    let image = TestImage.noise(20, 10, seed: 1)
    #expect(try !plan(image, frame, by: cache).isCached)
    #expect(try plan(TestImage.noise(20, 10, seed: 9), frame, by: cache).isCached)
    #expect(try !plan(TestImage.noise(20, 11, seed: 1), frame, by: cache).isCached)
    #expect(try !plan(image.cropped(to: UserRect(x: 0, y: 0, width: 5, height: 5)), frame, by: cache).isCached)
    #expect(try plan(image.cropped(to: UserRect(x: 0, y: 0, width: 6, height: 5)), frame, by: cache).isCached)
    #expect(try plan(image, UserRect(x: 1, y: 0, width: 4, height: 4), by: cache).isCached)
    #expect(try !cache.recipe(image, options: PassOptions(outputSpace: .displayP3)).isCached)
  }

  @Test func aRuleThatLooksAtValuesMakesAPlanGoodForOneRenderOnly() throws {
    let table = SymbolTable()
    let symbol = table.symbol(.float)
    #expect(!table.isValueRead)
    #expect(Float(symbol) == 0)
    #expect(table.isValueRead)
  }

  /// The symbols of a table must not retain it: plans would never be released.
  @Test func symbolsAreGoneWithTheirRecipe() throws {
    let gain = ColorFormula(
      "gain", rows: { (gain: Float) in ColorRows(rgb: [gain, 0, 0], [0, gain, 0], [0, 0, gain]) },
      fold: { [.float(Float($0[0]) * Float($1[0]))] }
    ) { (color, gain: Float) in Color(color.rgb * gain, color.alpha) }
    /// The table of symbols that two steps were folded with, if it is still there.
    func table(of inner: ColorFormula, _ outer: ColorFormula) throws -> SymbolTable? {
      weak var table: SymbolTable?
      do {
        let symbols = SymbolTable()
        table = symbols
        let first = Node(.formula(inner, inner.kinds.map { symbols.symbol($0) }, .first), [TestImage.chart])
        let both = Node(.formula(outer, outer.kinds.map { symbols.symbol($0) }, .first), [first])
        let folded = try #require(foldedFormula.apply(both))
        #expect(folded.inputs[0] === first.inputs[0])
        // The same computation has the same symbols.
        #expect(try #require(foldedFormula.apply(both)).op == folded.op)
      }
      return table
    }
    for (inner, outer) in [(gain, gain), (gain, .linear), (.linear, gain)] {
      #expect(try table(of: inner, outer) == nil)
    }
  }

  @Test func valuesThatCannotBeFoldedArePlannedAsTheyAre() throws {
    let cache = RecipeCache()
    let formula = ColorFormula(
      "gain", fold: { [.float(Float($0[0]) * Float($1[0]))] }
    ) { (color, factor: Float) in Color(color.rgb * factor, color.alpha) }
    func chain(_ a: Float, _ b: Float) -> Node { TestImage.chart.mapped(by: formula, a).mapped(by: formula, b) }
    let (folded, _) = try plan(chain(2, 3), frame, by: cache)
    #expect(folded.dispatches[0].arguments.contains(.float(6)))
    let (apart, isCached) = try plan(chain(1e30, 1e30), frame, by: cache)
    #expect(!isCached)
    #expect(Planned(apart) == Planned(try plannedAnew(chain(1e30, 1e30), frame)))
    let (next, _) = try plan(chain(4, 5), frame, by: cache)
    #expect(next.dispatches[0].arguments.contains(.float(20)))
  }

  @Test func theCacheIsBounded() throws {
    let cache = RecipeCache(capacity: 5)
    for width in 1...20 { _ = try plan(TestImage.noise(width, 3, seed: 1), frame, by: cache) }
    #expect(cache.count == 5)
    #expect(try plan(TestImage.noise(20, 3, seed: 1), frame, by: cache).isCached)
    cache.clear()
    #expect(cache.count == 0)
  }

  @Test(arguments: [(3, 64), (40, 12), (200, 2), (1000, 1)])
  func schedulesAreBoundedByTheirLength(steps: Int, most: Int) throws {
    let cache = RecipeCache()
    let recipe = (1..<steps).reduce(TestImage.chart) { node, _ in node.mapped(by: Self.gain, Float(2)) }
    for x in 0..<100 { _ = try plan(recipe, UserRect(x: Double(x), y: 0, width: 4, height: 4), by: cache) }
    #expect(cache.count == 1 && (1...most).contains(cache.scheduleCount))
  }

  @Test func aPlanKeepsNoImageAlive() throws {
    let cache = RecipeCache()
    weak var kept: Source?
    do {
      let source = Source(try PixelBuffer(width: 8, height: 8, format: .rgba8), colorSpace: .sRGB, alpha: .opaque)
      kept = source
      _ = try plan(Node.source(source).mapped(by: Self.gain, Float(2)), frame, by: cache)
    }
    #expect(kept == nil && cache.count == 1)
  }
}

extension Argument {
  /// Another value of the same kind.
  fileprivate var nudged: Argument {
    switch self {
    case .float(let v): .float(v * 0.75 + 0.01)
    case .float2(let v): .float2(v * 0.75 + 0.01)
    case .float3(let v): .float3(v * 0.75 + 0.01)
    case .float4(let v): .float4(v * 0.75 + 0.01)
    default: self
    }
  }
}
