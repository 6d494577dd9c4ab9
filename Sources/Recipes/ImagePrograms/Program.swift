import ImageGraph

/// What one dispatch computes for a pixel: a short list of calls, from which a kernel is stitched.
///
/// Structure only: argument values, regions and sizes are run-time data, so a slider changes no program.
package struct Program: Hashable, Sendable {
  /// An instruction of the same block, by its index.
  package typealias Value = Int

  package enum Instruction: Hashable, Sendable {
    /// The point that the block is evaluated at, user plane: `float2`. In block 0 the centre of the pixel being made.
    case at
    /// Slot `index` of the argument buffer, as a value of this kind.
    case live(Int, Argument.Kind)
    /// (1, 0) or (0, 1), `float2`.
    case axis(Axis)
    /// The pixel of input `input` that holds the point; clear outside of the image. `geometry` is a `float4`:
    /// the image's left, its top (user plane, y up), width and height. Texel column floor(x - left), row floor(top -
    /// y).
    case fetch(input: Int, at: Value, geometry: Value)
    /// `fetch` from a packed input, wherever the image lies. Fast in blocks that are evaluated at or straight above
    /// and below the four pixels that an invocation makes, most of all when `isAligned`: then the input's left edge is
    /// a multiple of four pixels away from the output's, and no column that is computed lies outside of it.
    case fetchRow(input: Int, at: Value, geometry: Value, isAligned: Bool)
    /// The colour where the point lies in the rectangle (`float4`: min x, min y, max x, max y; half-open), else clear.
    case mask(color: Value, at: Value, rect: Value)
    /// (row0.x·x + row0.y·y + row0.z, row1.x·x + row1.y·y + row1.z), rows as `float3`.
    case transform(at: Value, row0: Value, row1: Value)
    /// The point moved to the nearest pixel centre of the rectangle (`float4`: min x, min y, max x, max y).
    case nearestInside(at: Value, rect: Value)
    /// The mean of `reader` at the four pixel centres around the point, weighted bilinearly.
    case bilinear(reader: Int, at: Value)
    /// Block `reader` at the point.
    case read(reader: Int, at: Value)
    /// A colour or warp formula with its arguments in order.
    case call(Function, arguments: [Value])
    /// A region formula; its `readN` is block `readers[N]`.
    case gather(Function, arguments: [Value], readers: [Int])
  }

  /// A function of a point; the last instruction is its result, a colour (`float4`).
  package struct Block: Hashable, Sendable {
    package private(set) var instructions: [Instruction] = []
    /// The facts about the colour of each instruction, at all points that the block is evaluated at. Empty for values
    /// that are no colours.
    package private(set) var facts: [PixelFacts] = []

    package init() {}

    /// Appends an instruction, or finds an equal one, and returns its value.
    ///
    /// - Parameter known: facts about the colour of a `fetch`. The facts of other colours follow from their operands.
    package mutating func value(_ instruction: Instruction, known: PixelFacts = []) -> Value {
      // A slot is read by one instruction only.
      if case .live = instruction {
      } else if let index = instructions.firstIndex(of: instruction), facts[index].isSuperset(of: known) {
        return index
      }
      facts.append(known.union(derivedFacts(of: instruction)))
      instructions.append(instruction)
      return instructions.count - 1
    }

    /// Removes the instructions after `result`, which becomes the block's result.
    package mutating func end(with result: Value) {
      instructions.removeLast(instructions.count - 1 - result)
      facts.removeLast(facts.count - 1 - result)
    }

    /// Replaces instructions by others with results of the same facts.
    package func mapped(_ replacement: (Instruction) -> Instruction) -> Block {
      var block = self
      block.instructions = instructions.map(replacement)
      return block
    }

    private func derivedFacts(of instruction: Instruction) -> PixelFacts {
      switch instruction {
      // Clear pixels are grey and within 0...1.
      case .mask(let color, _, _): facts[color].intersection([.grey, .unit])
      case .call(let function, let arguments):
        function.facts(of: arguments.prefix(function.colorCount).map { facts[$0] })
      default: []
      }
    }
  }

  /// How the texels of an input arrive.
  package enum LoadForm: Hashable, Sendable, CustomStringConvertible {
    /// One texel at a time as floats; the buffer view's format converts.
    case texel
    /// 16 bytes at a time as a `uvec4`: four, two or one pixels of a format that `isPacked` (wide programs, main block,
    /// at the pixel itself). A `fetch` relies on the input's left edge being a multiple of four pixels away from the
    /// output's, and on the input covering every pixel that is computed; a `fetchRow` does not.
    case packed(PixelFormat)
    /// One texel at a time as floats, from an image of an app, whose format converts. Slot `place` (`float2`) has the
    /// image's column and row of the image's first pixel.
    case image(place: Int)

    package var description: String {
      switch self {
      case .texel: "texel"
      case .packed(let format): "packed \(format.rawValue)"
      case .image: "image"
      }
    }
  }

  /// What becomes of the result.
  package enum StoreForm: Hashable, Sendable {
    /// An image in this format. Integers are clamped to 0...1 and rounded to nearest, NaN as 0; grey takes red;
    /// components that the format has no place for are dropped. One pixel an invocation needs a format of at least 32
    /// bits.
    case pixels(PixelFormat)
    /// For each component c, adds 1 to counter `4 * bin + component`, bin = clamp(floor(c · bins), 0, bins - 1). `bins`
    /// is the argument slot that holds the number as `int`. An invocation counts a pixel in each of so many `rows`;
    /// where these are several, those of a group count together first.
    case histogram(bins: Int, rows: Int = 1)
    /// Pixels of an app's image, as `pixels` would have them, in a format that every device writes to images: see
    /// `PixelFormat.isStorageImage`. Slot `place` (`float2`) has the image's column and row of the output's first
    /// pixel.
    case image(PixelFormat, place: Int)
    /// Planes of Y', Cb and Cr, which are red, green and blue. Four pixels an invocation in each row of a block.
    case planes(PlaneStore)

    package static let rgba8 = StoreForm.pixels(.rgba8)
    package static let bgra8 = StoreForm.pixels(.bgra8)
    package static let rgba16 = StoreForm.pixels(.rgba16)
    package static let rgbaHalf = StoreForm.pixels(.rgbah)
    package static let rgbaFloat = StoreForm.pixels(.rgbaf)

    /// Of the first plane where there are several.
    package var bytesPerPixel: Int {
      switch self {
      case .pixels(let format), .image(let format, _): format.bytesPerPixel
      case .histogram: 0
      case .planes(let planes): planes.bytesPerNumber
      }
    }

    /// The format that an image has which was stored so, or its first plane; counters are handed on as floats.
    package var format: PixelFormat {
      switch self {
      case .pixels(let format), .image(let format, _): format
      case .histogram: .rgbaf
      case .planes(let planes): planes.format
      }
    }

    /// How the planes of a video are stored; nil for pixels.
    package var planes: PlaneStore? { if case .planes(let planes) = self { planes } else { nil } }

    /// What the pixels of a row are padded to a multiple of.
    package var rowMultiple: Int { if case .planes(let planes) = self { 4 * planes.quads } else { 4 } }
  }

  /// Argument slot 0 of every program: a `float4` with the output region's left, its top (user plane), width and
  /// height.
  package static let outputGeometrySlot = 0

  /// Blocks[0] makes the pixel; the others are readers, each calling only blocks of higher index.
  package var blocks: [Block]
  package var inputs: [LoadForm]
  package var store: StoreForm
  /// Pixels that one invocation makes, side by side in a row: 1 or 4. Rows are padded to a multiple of four pixels.
  package var pixelsPerInvocation: Int
  /// Pixels side by side that one invocation makes in all, and rows of them.
  package var block: (columns: Int, rows: Int) {
    switch store {
    case .planes(let planes): (4 * planes.quads, planes.rows)
    case .histogram(_, let rows): (pixelsPerInvocation, rows)
    case .pixels, .image: (pixelsPerInvocation, 1)
    }
  }
  /// Slots of the argument buffer, 16 bytes each, slot 0 included.
  package var slotCount: Int
  /// The functions among those that it calls which are no shaders of the package: kernels of an app.
  package var functions: [FormulaCode]

  /// Kernels on a device note loops that had to be ended: a word for each of `functions`, in their order, which becomes
  /// 1 where one of its loops did.
  package var tellsOpenLoops: Bool { functions.contains(where: \.tellsOpenLoops) }

  package init(
    blocks: [Block], inputs: [LoadForm], store: StoreForm, pixelsPerInvocation: Int, slotCount: Int,
    functions: [FormulaCode] = []
  ) {
    (self.blocks, self.inputs, self.store) = (blocks, inputs, store)
    (self.pixelsPerInvocation, self.slotCount, self.functions) = (pixelsPerInvocation, slotCount, functions)
  }
}

extension Program.StoreForm: CustomStringConvertible {
  package var description: String {
    switch self {
    case .pixels(.rgbah): "rgbaHalf"
    case .pixels(.rgbaf): "rgbaFloat"
    case .pixels(let format): format.rawValue
    case .histogram(let bins, let rows): "histogram(bins: \(bins)\(rows > 1 ? ", rows: \(rows)" : ""))"
    case .image(let format, _): "image \(format.rawValue)"
    case .planes(let planes): planes.description
    }
  }
}

extension Program: CustomStringConvertible {
  /// A few lines for people and for text goldens.
  package var description: String {
    var lines = ["program  \(pixelsPerInvocation) pixel\(pixelsPerInvocation == 1 ? "" : "s") an invocation"]
    if !inputs.isEmpty {
      lines.append("  inputs " + inputs.enumerated().map { "\($0) \($1)" }.joined(separator: ", "))
    }
    for (index, block) in blocks.enumerated() {
      lines.append(index == 0 ? "main" : "reader \(index)")
      for (value, instruction) in block.instructions.enumerated() {
        if case .live = instruction { continue }
        if case .at = instruction { continue }
        let facts = block.facts[value].isEmpty ? "" : "  [\(block.facts[value])]"
        lines.append("  %\(value) = " + text(instruction, in: block) + facts)
      }
    }
    lines.append("store \(store)")
    return lines.joined(separator: "\n")
  }

  private func text(_ instruction: Instruction, in block: Block) -> String {
    func operand(_ value: Value) -> String {
      switch block.instructions[value] {
      case .live(let slot, _): "live[\(slot)]"
      case .at: "at"
      default: "%\(value)"
      }
    }
    func list(_ values: [Value]) -> String { values.map(operand).joined(separator: " ") }
    return switch instruction {
    case .at: "at"
    case .live(let slot, _): "live[\(slot)]"
    case .fetch(let input, let at, _): "fetch input\(input) \(operand(at))"
    case .axis(let axis): "\(axis)"
    case .fetchRow(let input, let at, _, let isAligned):
      "fetchRow input\(input) \(operand(at))" + (isAligned ? " aligned" : "")
    case .mask(let color, let at, let rect): "mask " + list([color, at, rect])
    case .transform(let at, let row0, let row1): "transform " + list([at, row0, row1])
    case .nearestInside(let at, let rect): "nearestInside " + list([at, rect])
    case .bilinear(let reader, let at): "bilinear reader\(reader) \(operand(at))"
    case .read(let reader, let at): "read reader\(reader) \(operand(at))"
    case .call(let function, let arguments): "call \(function.name) \(list(arguments))"
    case .gather(let function, let arguments, let readers):
      "gather \(function.name) \(list(arguments)) reading " + readers.map { "reader\($0)" }.joined(separator: " ")
    }
  }
}
