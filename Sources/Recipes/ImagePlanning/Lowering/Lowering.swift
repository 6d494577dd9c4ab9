import ImageGraph
import ImagePasses
import ImagePrograms

/// The lowering of one program: it walks from a step down to stored images. Steps are given by their index in the
/// recipe's order.
struct Lowering {
  private let builder: ScheduleBuilder
  private let order: Traversal
  private var analyzer: PlacementAnalyzer
  private(set) var placement: Placement
  /// Whether an invocation computes four pixels. A histogram counts single pixels.
  private let isWide: Bool
  private(set) var arguments: [Argument]
  private(set) var inputs: [Input] = []
  private var blocks: [Program.Block] = [Program.Block()]
  private var readers: [Reader: Int] = [:]
  private var functions: [FormulaCode] = []
  /// The blocks that are evaluated at the columns of the four pixels that an invocation computes.
  private var columnBlocks: Set<Int> = [0]

  /// An image and the form in which its texels are loaded. An image that is loaded in two forms is two inputs.
  struct Input: Hashable {
    var image: Schedule.ImageID
    var form: Program.LoadForm
  }

  /// The point at which a value is computed: a point of a block, which belongs to an area of the placement.
  private struct EvaluationPoint: Hashable {
    var block: Int
    var point: Program.Value
    var area: Int
  }

  /// A block that computes a step at a kind of points.
  private struct Reader: Hashable {
    enum Points: Hashable {
      case anyPoint, pixelCenters
      /// Pixel centres vertically above and below the pixels that are computed.
      case centersOfColumns
    }
    var step: Int
    var points: Points
  }

  /// The key of a value, so that a value that is read twice is computed once.
  private struct ValueKey: Hashable {
    let step: Int
    let point: EvaluationPoint
  }
  private var values: [ValueKey: Program.Value] = [:]

  /// Begins a program.
  ///
  /// - Parameter bins: the number of bins of a histogram, which counts single pixels. Nil for other results.
  init(_ analyzer: PlacementAnalyzer, _ region: Placement.Region, bins: Int?) {
    (builder, self.analyzer, isWide) = (analyzer.builder, analyzer, bins == nil)
    order = builder.needed.order
    placement = Placement(region)
    arguments = []
    addSlot(.target)
    if let bins { addSlot(.value(.int(Int32(bins)))) }
  }

  /// Appends an argument and returns its slot.
  @discardableResult private mutating func addSlot(_ slot: Placement.Slot) -> Int {
    placement.slots.append(slot)
    arguments.append(analyzer.argument(slot))
    return arguments.count - 1
  }

  private mutating func holds(_ condition: Placement.Condition) -> Bool {
    let value = analyzer.holds(condition)
    placement.conditions.append((condition, value))
    return value
  }

  private mutating func area(_ area: Placement.Area) -> Int {
    if let index = placement.areas.firstIndex(of: area) { return index }
    placement.areas.append(area)
    analyzer.add(area)
    return placement.areas.count - 1
  }

  /// Returns the image from which a step is read. Returns nil if the step is computed where it is read.
  private mutating func image(of step: Int) -> Schedule.ImageID? {
    if case .source = order.nodes[step].op, !builder.isPrecomputed(step), !holds(.isRead(step)) { return nil }
    return builder.image(of: step)
  }

  mutating func lower(_ step: Int, isEncoded: Bool) {
    let at = blocks[0].value(.at)
    let location = EvaluationPoint(block: 0, point: at, area: area(.target))
    var color = value(of: step, at: location, isRoot: true)
    if isEncoded {
      color = append(.call(Program.Function(ColorConversions.sRGBFromLinear), arguments: [color]), 0)
    }
    finish(block: 0, with: color)
    blocks = blocks.inCallOrder
  }

  func program(store: Program.StoreForm) -> Program {
    Program(
      blocks: blocks, inputs: inputs.map(\.form), store: store, pixelsPerInvocation: isWide ? 4 : 1,
      slotCount: arguments.count, functions: functions)
  }

  // MARK: - Values

  private mutating func value(of step: Int, at evaluationPoint: EvaluationPoint, isRoot: Bool = false) -> Program.Value
  {
    // A step with a single reader is read once at an evaluation point.
    if isRoot || !builder.isShared[step] { return compute(step, at: evaluationPoint, isRoot: isRoot) }
    let key = ValueKey(step: step, point: evaluationPoint)
    if let value = values[key] { return value }
    let result = compute(step, at: evaluationPoint, isRoot: false)
    values[key] = result
    return result
  }

  private mutating func compute(_ step: Int, at requested: EvaluationPoint, isRoot: Bool) -> Program.Value {
    if !isRoot, let image = image(of: step) { return fetch(image, of: step, at: requested) }
    if !isRoot, holds(.isUnread(step)) { return clear(in: requested.block) }

    let node = order.nodes[step]
    let location = node.op.code?.reportsOpenLoops == true ? insideExtent(requested, of: step) : requested
    func input(_ index: Int) -> Int { order.index(ofInput: index, of: step) }
    if let code = node.op.code, !functions.contains(code) { functions.append(code) }
    switch node.op {
    case .empty: return clear(in: location.block)
    case .source:
      return image(of: step).map { fetch($0, of: step, at: location) } ?? clear(in: location.block)
    case .sampled, .matched, .intermediate: return value(of: input(0), at: location)
    case .crop:
      let inner = value(of: input(0), at: location)
      if holds(.cutsNothing(step, at: location.area)) || !holds(.cropMasks(step, at: location.area)) { return inner }
      return masked(inner, .cropRect(step, at: location.area), at: location)
    case .clamp:
      let corners = slotValue(.clamp(step), .float4, location.block)
      let point = append(.nearestInside(at: truePoint(location), rect: corners), location.block)
      let inside = area(.nearest(location.area, in: step))
      return value(of: input(0), at: EvaluationPoint(block: location.block, point: point, area: inside))
    case .affine(_, let sampling):
      if holds(.movesByPixels(step)) {
        var moved = location
        moved.area = area(.moved(location.area, by: step))
        return value(of: input(0), at: moved)
      }
      let row0 = slotValue(.row(0, of: step), .float3, location.block)
      let row1 = slotValue(.row(1, of: step), .float3, location.block)
      let point = append(.transform(at: truePoint(location), row0: row0, row1: row1), location.block)
      let result = sampled(input(0), at: point, sampling, location)
      return masked(result, to: step, at: location)
    case .formula(let formula, _, _) where formula.isSame:
      let result = value(of: input(0), at: location)
      return holds(.coversInputs(step)) ? result : masked(result, to: step, at: location)
    case .formula(let formula, let arguments, _):
      var operands = node.inputs.indices.map { value(of: input($0), at: location) }
      if formula.takesPosition { operands.append(truePoint(location)) }
      operands += operandsOf(arguments, step, location.block)
      let result = append(.call(Program.Function(formula), arguments: operands), location.block)
      return formula.keepsClear && holds(.coversInputs(step)) ? result : masked(result, to: step, at: requested)
    case .warp(let formula, _, _) where formula === WarpFormula.betweenPixels:
      return masked(sampled(input(0), at: truePoint(location), .linear, location), to: step, at: location)
    case .warp(let formula, let arguments, let sampling):
      let operands = [truePoint(location)] + operandsOf(arguments, step, location.block)
      let point = append(.call(Program.Function(formula), arguments: operands), location.block)
      let result = sampled(input(0), at: point, sampling, location)
      return masked(result, to: step, at: requested)
    case .region(let formula, let arguments):
      precondition(formula.processor == nil, "an app's processor runs before its result is planned with")
      // A formula with an axis argument reads at pixel centres along it.
      let isColumn = isAtPixels(location) && arguments.contains(.axis(.vertical)) && !holds(.hasOffset(location.area))
      let blocksOfInputs = node.inputs.indices.map {
        reader(for: input($0), at: isColumn ? .centersOfColumns : .anyPoint)
      }
      let operands = [truePoint(location)] + operandsOf(arguments, step, location.block)
      let result = append(
        .gather(Program.Function(formula), arguments: operands, readers: blocksOfInputs), location.block)
      return masked(result, to: step, at: requested)
    case .histogram: preconditionFailure("a histogram is always stored")
    case .symbol: preconditionFailure("a recipe to lower has no step symbols")
    }
  }

  /// Returns the value of a step at any point of a block: bilinear, or of the pixel that contains the point.
  private mutating func sampled(_ step: Int, at point: Program.Value, _ sampling: Sampling, _ location: EvaluationPoint)
    -> Program.Value
  {
    switch sampling {
    case .nearest:
      let center = pixelCenter(of: point, for: step, in: location.block)
      return value(of: step, at: EvaluationPoint(block: location.block, point: center, area: area(.read(step))))
    case .linear, .bilinear, .area, .crisp:
      return append(.bilinear(reader: reader(for: step, at: .pixelCenters), at: point), location.block)
    }
  }

  /// Returns the centre of the pixel that contains the point. A step without stored pixels is computed there.
  private mutating func pixelCenter(of point: Program.Value, for step: Int, in block: Int) -> Program.Value {
    if image(of: step) != nil { return point }
    let far = Float(1 << 30)
    let unbounded = slotValue(.value(.float4([-far, -far, far, far])), .float4, block)
    return append(.nearestInside(at: point, rect: unbounded), block)
  }

  /// Returns the block that computes a step at any point. It is created once for each step and kind of points.
  private mutating func reader(for step: Int, at points: Reader.Points) -> Int {
    let key = Reader(step: step, points: points)
    if let index = readers[key] { return index }
    let index = blocks.count
    blocks.append(Program.Block())
    readers[key] = index
    if points == .centersOfColumns { columnBlocks.insert(index) }
    var point = blocks[index].value(.at)
    if points == .anyPoint, !order.nodes[step].isReadBetweenPixels {
      point = pixelCenter(of: point, for: step, in: index)
    }
    let location = EvaluationPoint(block: index, point: point, area: area(.read(step)))
    finish(block: index, with: value(of: step, at: location))
    return index
  }

  private mutating func fetch(_ image: Schedule.ImageID, of step: Int, at location: EvaluationPoint) -> Program.Value {
    let isAtPixels = isAtPixels(location)
    let rules = builder.rules
    let planes = builder.images[image].planes.map(PlaneLoad.init)
    let grouped = rules.packsLoads && isAtPixels || rules.readsStorage ? builder.images[image].groupedForm(rules) : nil
    let input = Input(image: image, form: planes.map { .planes($0) } ?? grouped ?? .texel)
    let number = inputs.firstIndex(of: input) ?? inputs.count
    if number == inputs.count { inputs.append(input) }

    let geometry = slotValue(.image(image, at: location.area), .float4, location.block)
    let isAligned = isAtPixels && input.form != .texel && holds(.isAligned(image, at: location.area))
    let isPlain =
      switch input.form {
      case .planes: !isAligned
      case .packed: isAligned && location.block == 0 && holds(.holdsTarget(image, at: location.area))
      case .texel, .image: true
      }
    var known = order.nodes[step].facts.pixels.intersection([.opaque, .grey, .unit])
    // Intermediates store an alpha of 1, and a block that only fetches one stays a single step.
    if case .source = builder.images[image].kind {} else { known.remove(.opaque) }
    // Pixels outside of the extent are clear.
    if known.contains(.opaque), !holds(.isCovered(step, at: location.area)) { known.remove(.opaque) }
    let color = append(
      isPlain
        ? .fetch(input: number, at: location.point, geometry: geometry)
        : .fetchRow(input: number, at: location.point, geometry: geometry, isAligned: isAligned),
      location.block, known: known)
    guard builder.isEncoded(image) else { return color }
    return append(.call(Program.Function(ColorConversions.linearFromUnitSRGB), arguments: [color]), location.block)
  }

  /// Whether the point is at one of the four pixels of an invocation, or vertically above or below them.
  private func isAtPixels(_ location: EvaluationPoint) -> Bool {
    isWide && columnBlocks.contains(location.block) && blocks[location.block].instructions[location.point] == .at
  }

  /// Returns the location clamped to the extent, if that masks. Outside, where the result is not visible, loops may not
  /// terminate.
  private mutating func insideExtent(_ location: EvaluationPoint, of step: Int) -> EvaluationPoint {
    guard holds(.extentMasks(step, at: location.area)) else { return location }
    let corners = slotValue(.extent(step, at: location.area), .float4, location.block)
    var inside = location
    inside.point = append(.nearestInside(at: location.point, rect: corners), location.block)
    return inside
  }

  /// Returns the colour inside the extent, clear outside. Adds no mask if the location is always inside.
  private mutating func masked(_ color: Program.Value, to step: Int, at location: EvaluationPoint) -> Program.Value {
    holds(.extentMasks(step, at: location.area)) ? masked(color, .extent(step, at: location.area), at: location) : color
  }

  private mutating func masked(_ color: Program.Value, _ rect: Placement.Slot, at location: EvaluationPoint)
    -> Program.Value
  {
    append(.mask(color: color, at: location.point, rect: slotValue(rect, .float4, location.block)), location.block)
  }

  /// Returns the location's point with its offset added, for formulas that take a position.
  private mutating func truePoint(_ location: EvaluationPoint) -> Program.Value {
    if !holds(.hasOffset(location.area)) { return location.point }
    let row0 = slotValue(.offsetRow(0, at: location.area), .float3, location.block)
    let row1 = slotValue(.offsetRow(1, at: location.area), .float3, location.block)
    return append(.transform(at: location.point, row0: row0, row1: row1), location.block)
  }

  private mutating func clear(in block: Int) -> Program.Value { slotValue(.value(.float4(.zero)), .float4, block) }

  private mutating func slotValue(_ slot: Placement.Slot, _ kind: Argument.Kind, _ block: Int) -> Program.Value {
    append(.live(addSlot(slot), kind), block)
  }

  /// Returns the values of a formula's arguments. They follow its colours and its point.
  private mutating func operandsOf(_ arguments: [Argument], _ step: Int, _ block: Int) -> [Program.Value] {
    arguments.indices.map { index in
      if case .axis(let axis) = arguments[index] { return append(.axis(axis), block) }
      return slotValue(.argument(index, of: step), arguments[index].kind, block)
    }
  }

  private mutating func append(
    _ instruction: Program.Instruction, _ block: Int, known: PixelFacts = []
  ) -> Program.Value {
    blocks[block].value(instruction, known: known)
  }

  /// Ends a block with its result. Instructions after a shared result are removed.
  private mutating func finish(block: Int, with result: Program.Value) {
    blocks[block].end(with: result)
  }
}

extension Schedule.Image {
  /// Returns the form in which adjacent pixels are loaded at once. Returns nil if the image has none.
  fileprivate func groupedForm(_ rules: CostRules) -> Program.LoadForm? {
    let format: PixelFormat? =
      switch (kind, store) {
      case (.source, _) where rules.readsInPlace && !rules.readsStorage: nil
      case (.source(let source), _) where source.shape.isResident && source.format.isReadInPlace: nil
      case (.source(let source), _) where source.planes != nil: nil
      case (.source(let source), _): source.format == .bgra8 ? .bgra8 : source.format.expanded
      case (.intermediate, .pixels(let format)): format
      case (.counters, _): .rgbaf
      default: nil
      }
    return format.flatMap { $0.isPacked ? .packed($0) : nil }
  }
}
