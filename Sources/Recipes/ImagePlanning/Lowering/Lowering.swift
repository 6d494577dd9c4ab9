import ImageGraph
import ImagePasses
import ImagePrograms

/// Writes one program: walks a step's inputs down to stored images. Steps go by their place in the recipe's order.
struct Lowering {
  private let builder: ScheduleBuilder
  private let order: Traversal
  private var surveyor: PlacementAnalyzer
  private(set) var placement: Placement
  /// Four pixels an invocation; a histogram counts them one by one.
  private let isWide: Bool
  private(set) var arguments: [Argument]
  private(set) var inputs: [Input] = []
  private var blocks: [Program.Block] = [Program.Block()]
  private var readers: [Reader: Int] = [:]
  private var functions: [FormulaCode] = []
  /// Blocks that are evaluated at the columns of the four pixels being made.
  private var columnBlocks: Set<Int> = [0]

  /// An image in the form in which its texels arrive; one that is read in two forms is two inputs.
  struct Input: Hashable {
    var image: Schedule.ImageID
    var form: Program.LoadForm
  }

  /// Where a value is wanted: a point of a block, moved by whole pixels to one of the pixels of a spot.
  private struct Place: Hashable {
    var block: Int
    var point: Program.Value
    var spot: Int
  }

  /// A block that computes a node at points of some kind.
  private struct Reader: Hashable {
    enum Points: Hashable {
      case anyPoint, pixelCenters
      /// Pixel centres straight above and below the pixels being made.
      case centersOfColumns
    }
    var step: Int
    var points: Points
  }

  /// Values known at a place, so that what is read twice is computed once.
  private struct Known: Hashable {
    let step: Int
    let place: Place
  }
  private var values: [Known: Program.Value] = [:]

  /// - Parameter bins: of a histogram, which counts pixels one by one; nil for other results.
  init(_ surveyor: PlacementAnalyzer, _ region: Placement.Region, bins: Int?) {
    (builder, self.surveyor, isWide) = (surveyor.builder, surveyor, bins == nil)
    order = builder.needed.order
    placement = Placement(region)
    arguments = []
    addSlot(.target)
    if let bins { addSlot(.value(.int(Int32(bins)))) }
  }

  /// Appends an argument and returns its slot.
  @discardableResult private mutating func addSlot(_ slot: Placement.Slot) -> Int {
    placement.slots.append(slot)
    arguments.append(surveyor.argument(slot))
    return arguments.count - 1
  }

  private mutating func holds(_ question: Placement.Question) -> Bool {
    let answer = surveyor.answer(question)
    placement.questions.append((question, answer))
    return answer
  }

  private mutating func spot(_ spot: Placement.Spot) -> Int {
    if let known = placement.spots.firstIndex(of: spot) { return known }
    placement.spots.append(spot)
    surveyor.add(spot)
    return placement.spots.count - 1
  }

  /// The image to read a step from, if it is not to be computed in place.
  private mutating func image(of step: Int) -> Schedule.ImageID? {
    if case .source = order.nodes[step].op, !builder.isGiven(step), !holds(.isRead(step)) { return nil }
    return builder.image(of: step)
  }

  mutating func lower(_ step: Int, coded: Bool) {
    let at = blocks[0].value(.at)
    let place = Place(block: 0, point: at, spot: spot(.target))
    var color = value(of: step, at: place, isRoot: true)
    if coded {
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

  private mutating func value(of step: Int, at place: Place, isRoot: Bool = false) -> Program.Value {
    // What one step reads is asked for once at a place.
    if isRoot || !builder.isShared[step] { return compute(step, at: place, isRoot: isRoot) }
    let known = Known(step: step, place: place)
    if let value = values[known] { return value }
    let result = compute(step, at: place, isRoot: false)
    values[known] = result
    return result
  }

  private mutating func compute(_ step: Int, at asked: Place, isRoot: Bool) -> Program.Value {
    if !isRoot, let image = image(of: step) { return fetch(image, of: step, at: asked) }
    if !isRoot, holds(.isUnread(step)) { return clear(in: asked.block) }

    let node = order.nodes[step]
    let place = node.op.code?.tellsOpenLoops == true ? seen(asked, of: step) : asked
    func input(_ index: Int) -> Int { order.place(ofInput: index, of: step) }
    if let code = node.op.code, !functions.contains(code) { functions.append(code) }
    switch node.op {
    case .empty: return clear(in: place.block)
    case .source:
      return image(of: step).map { fetch($0, of: step, at: place) } ?? clear(in: place.block)
    case .sampled, .matched, .intermediate: return value(of: input(0), at: place)
    case .crop:
      let inner = value(of: input(0), at: place)
      if holds(.cutsNothing(step, at: place.spot)) || !holds(.cropMasks(step, at: place.spot)) { return inner }
      return masked(inner, .cropRect(step, at: place.spot), at: place)
    case .clamp:
      let corners = slotValue(.clamp(step), .float4, place.block)
      let point = append(.nearestInside(at: truePoint(place), rect: corners), place.block)
      let inside = spot(.nearest(place.spot, in: step))
      return value(of: input(0), at: Place(block: place.block, point: point, spot: inside))
    case .affine(_, let sampling):
      if holds(.movesByPixels(step)) {
        var moved = place
        moved.spot = spot(.moved(place.spot, by: step))
        return value(of: input(0), at: moved)
      }
      let row0 = slotValue(.row(0, of: step), .float3, place.block)
      let row1 = slotValue(.row(1, of: step), .float3, place.block)
      let point = append(.transform(at: truePoint(place), row0: row0, row1: row1), place.block)
      let result = sampled(input(0), at: point, sampling, place)
      return masked(result, to: step, at: place)
    case .formula(let formula, _, _) where formula.isSame:
      let result = value(of: input(0), at: place)
      return holds(.coversInputs(step)) ? result : masked(result, to: step, at: place)
    case .formula(let formula, let arguments, _):
      var operands = node.inputs.indices.map { value(of: input($0), at: place) }
      if formula.takesPosition { operands.append(truePoint(place)) }
      operands += operandsOf(arguments, step, place.block)
      let result = append(.call(Program.Function(formula), arguments: operands), place.block)
      return formula.keepsClear && holds(.coversInputs(step)) ? result : masked(result, to: step, at: asked)
    case .warp(let formula, _, _) where formula === WarpFormula.betweenPixels:
      return masked(sampled(input(0), at: truePoint(place), .linear, place), to: step, at: place)
    case .warp(let formula, let arguments, let sampling):
      let operands = [truePoint(place)] + operandsOf(arguments, step, place.block)
      let point = append(.call(Program.Function(formula), arguments: operands), place.block)
      let result = sampled(input(0), at: point, sampling, place)
      return masked(result, to: step, at: asked)
    case .region(let formula, let arguments):
      precondition(formula.processor == nil, "an app's processor runs before its image is planned with")
      // A formula that takes an axis reads at pixel centres along it.
      let isColumn = isAtPixels(place) && arguments.contains(.axis(.vertical)) && !holds(.hasOffset(place.spot))
      let blocksOfInputs = node.inputs.indices.map {
        reader(for: input($0), at: isColumn ? .centersOfColumns : .anyPoint)
      }
      let operands = [truePoint(place)] + operandsOf(arguments, step, place.block)
      let result = append(
        .gather(Program.Function(formula), arguments: operands, readers: blocksOfInputs), place.block)
      return masked(result, to: step, at: asked)
    case .histogram: preconditionFailure("a histogram is always stored")
    case .symbol: preconditionFailure("a recipe is lowered when its steps have places")
    }
  }

  /// A node at any point of a block: bilinear between its pixels, or the pixel that holds the point.
  private mutating func sampled(_ step: Int, at point: Program.Value, _ sampling: Sampling, _ place: Place)
    -> Program.Value
  {
    switch sampling {
    case .nearest:
      let center = pixelCenter(of: point, for: step, in: place.block)
      return value(of: step, at: Place(block: place.block, point: center, spot: spot(.asked(step))))
    case .linear, .bilinear, .area, .crisp:
      return append(.bilinear(reader: reader(for: step, at: .pixelCenters), at: point), place.block)
    }
  }

  /// The centre of the pixel that holds the point: there a node is computed whose pixels are not stored.
  private mutating func pixelCenter(of point: Program.Value, for step: Int, in block: Int) -> Program.Value {
    if image(of: step) != nil { return point }
    let far = Float(1 << 30)
    let everywhere = slotValue(.value(.float4([-far, -far, far, far])), .float4, block)
    return append(.nearestInside(at: point, rect: everywhere), block)
  }

  /// The block that computes a node at any point; made once for each node, whoever reads it and from where.
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
    let place = Place(block: index, point: point, spot: spot(.asked(step)))
    finish(block: index, with: value(of: step, at: place))
    return index
  }

  private mutating func fetch(_ image: Schedule.ImageID, of step: Int, at place: Place) -> Program.Value {
    let isAtPixels = isAtPixels(place)
    let rules = builder.rules
    let form = rules.packsLoads && isAtPixels || rules.readsStorage ? builder.images[image].groupedForm(rules) : nil
    let input = Input(image: image, form: form ?? .texel)
    let number = inputs.firstIndex(of: input) ?? inputs.count
    if number == inputs.count { inputs.append(input) }

    let geometry = slotValue(.image(image, at: place.spot), .float4, place.block)
    let isAligned = isAtPixels && input.form != .texel && holds(.isAligned(image, at: place.spot))
    let isPlain =
      input.form == .texel || (isAligned && place.block == 0 && holds(.holdsTarget(image, at: place.spot)))
    var known = order.nodes[step].facts.pixels.intersection([.opaque, .grey, .unit])
    // Intermediates store an alpha of 1, and a block that only fetches one stays a single step.
    if case .source = builder.images[image].kind {} else { known.remove(.opaque) }
    // Pixels outside of the extent are clear.
    if known.contains(.opaque), !holds(.isCovered(step, at: place.spot)) { known.remove(.opaque) }
    let color = append(
      isPlain
        ? .fetch(input: number, at: place.point, geometry: geometry)
        : .fetchRow(input: number, at: place.point, geometry: geometry, isAligned: isAligned),
      place.block, known: known)
    guard builder.isCoded(image) else { return color }
    return append(.call(Program.Function(ColorConversions.linearFromUnitSRGB), arguments: [color]), place.block)
  }

  /// True at the four pixels being made and straight above and below them.
  private func isAtPixels(_ place: Place) -> Bool {
    isWide && columnBlocks.contains(place.block) && blocks[place.block].instructions[place.point] == .at
  }

  /// The place, but where the extent masks, the nearest inside: outside, where nobody sees them, loops may have no end.
  private mutating func seen(_ place: Place, of step: Int) -> Place {
    guard holds(.extentMasks(step, at: place.spot)) else { return place }
    let corners = slotValue(.extent(step, at: place.spot), .float4, place.block)
    var inside = place
    inside.point = append(.nearestInside(at: place.point, rect: corners), place.block)
    return inside
  }

  /// The colour inside the extent, clear outside; nothing to do where the place cannot leave it.
  private mutating func masked(_ color: Program.Value, to step: Int, at place: Place) -> Program.Value {
    holds(.extentMasks(step, at: place.spot)) ? masked(color, .extent(step, at: place.spot), at: place) : color
  }

  private mutating func masked(_ color: Program.Value, _ rect: Placement.Slot, at place: Place) -> Program.Value {
    append(.mask(color: color, at: place.point, rect: slotValue(rect, .float4, place.block)), place.block)
  }

  /// The place's point with its offset added, for formulas that take a position.
  private mutating func truePoint(_ place: Place) -> Program.Value {
    if !holds(.hasOffset(place.spot)) { return place.point }
    let row0 = slotValue(.offsetRow(0, at: place.spot), .float3, place.block)
    let row1 = slotValue(.offsetRow(1, at: place.spot), .float3, place.block)
    return append(.transform(at: place.point, row0: row0, row1: row1), place.block)
  }

  private mutating func clear(in block: Int) -> Program.Value { slotValue(.value(.float4(.zero)), .float4, block) }

  private mutating func slotValue(_ slot: Placement.Slot, _ kind: Argument.Kind, _ block: Int) -> Program.Value {
    append(.live(addSlot(slot), kind), block)
  }

  /// A formula's arguments, which stand behind its colours and its point.
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

  /// The last instruction is a block's result; nothing after a shared one is needed.
  private mutating func finish(block: Int, with result: Program.Value) {
    blocks[block].end(with: result)
  }
}

extension Schedule.Image {
  /// The form in which pixels side by side arrive at once, for images that have one.
  fileprivate func groupedForm(_ rules: CostRules) -> Program.LoadForm? {
    let format: PixelFormat? =
      switch (kind, store) {
      case (.source, _) where rules.readsInPlace && !rules.readsStorage: nil
      case (.source(let source), _) where source.shape.isResident && source.format.isReadInPlace: nil
      case (.source(let source), _): source.format == .bgra8 ? .bgra8 : source.format.expanded
      case (.intermediate, .pixels(let format)): format
      case (.counters, _): .rgbaf
      default: nil
      }
    return format.flatMap { $0.isPacked ? .packed($0) : nil }
  }
}
