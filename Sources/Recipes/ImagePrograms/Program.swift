import ImageGraph

/// The computation of a dispatch for one pixel: a short list of calls, from which a kernel is stitched.
///
/// It has structure only. Argument values, regions and sizes are run-time data, so a slider changes no program.
package struct Program: Hashable, Sendable {
  /// The index of an instruction of the same block, whose result is the value.
  package typealias Value = Int

  package enum Instruction: Hashable, Sendable {
    /// The point at which the block is evaluated, in the user plane: `float2`. In block 0 the centre of the pixel that
    /// is computed.
    case at
    /// The slot of the argument buffer with this index, as a value of this kind.
    case live(Int, Argument.Kind)
    /// (1, 0) or (0, 1), `float2`.
    case axis(Axis)
    /// The pixel of input `input` that contains the point; clear outside of the image. `geometry` is a `float4`: the
    /// image's left, top (user plane, y up), width and height. The texel's column is floor(x - left), its row floor(top
    /// - y).
    case fetch(input: Int, at: Value, geometry: Value)
    /// `fetch` from a packed input or from planes, at any position of the image. It is fast in blocks that are
    /// evaluated at the four pixels of an invocation, or vertically above and below them. It is fastest if `isAligned`:
    /// then the input's left edge is a multiple of four pixels away from the output's, and the input covers all columns
    /// that are computed.
    case fetchRow(input: Int, at: Value, geometry: Value, isAligned: Bool)
    /// The colour if the point is in the rectangle (`float4`: min x, min y, max x, max y; half-open), else clear.
    case mask(color: Value, at: Value, rect: Value)
    /// (row0.x·x + row0.y·y + row0.z, row1.x·x + row1.y·y + row1.z), rows as `float3`.
    case transform(at: Value, row0: Value, row1: Value)
    /// The nearest pixel centre of the rectangle (`float4`: min x, min y, max x, max y) to the point.
    case nearestInside(at: Value, rect: Value)
    /// The bilinear sample of block `reader` at the point.
    case bilinear(reader: Int, at: Value)
    /// The value of block `reader` at the point.
    case read(reader: Int, at: Value)
    /// A call of a colour or warp formula with its arguments in order.
    case call(Function, arguments: [Value])
    /// A call of a region formula, whose `readN` is block `readers[N]`.
    case gather(Function, arguments: [Value], readers: [Int])
  }

  /// A function of a point. The last instruction is its result, a colour (`float4`).
  package struct Block: Hashable, Sendable {
    package private(set) var instructions: [Instruction] = []
    /// The facts about the colour of each instruction, at all points at which the block is evaluated. Empty for values
    /// that are not colours.
    package private(set) var facts: [PixelFacts] = []

    package init() {}

    /// Appends an instruction, or finds an equal one, and returns its value.
    ///
    /// - Parameter known: the facts about the colour of a `fetch`. The facts of other colours follow from their
    ///   operands.
    package mutating func value(_ instruction: Instruction, known: PixelFacts = []) -> Value {
      // Only one instruction reads a slot.
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

    /// Returns the block with each instruction replaced. The replacements must have results with the same facts.
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

  /// The form in which a kernel loads the texels of an input.
  package enum LoadForm: Hashable, Sendable, CustomStringConvertible {
    /// Single texels as floats, converted by the format of the buffer view.
    case texel
    /// 16 bytes at a time as a `uvec4`: four, two or one pixels of a format that `isPacked` (wide programs, main block,
    /// at the pixel itself). `fetch` requires that the input's left edge is a multiple of four pixels away from the
    /// output's, and that the input covers every pixel that is computed. `fetchRow` does not.
    case packed(PixelFormat)
    /// Single texels as floats from an app's image, converted by its format. Slot `originSlot` (`float2`) has the
    /// image's column and row of the first pixel.
    case image(originSlot: Int)
    /// Y', Cb and Cr of single pixels as red, green and blue, from the planes of one image. `fetchRow` requires that it
    /// is aligned.
    case planes(PlaneLoad)

    package var isPlanes: Bool { if case .planes = self { true } else { false } }

    package var description: String {
      switch self {
      case .texel: "texel"
      case .packed(let format): "packed \(format.rawValue)"
      case .image: "image"
      case .planes(let planes): planes.description
      }
    }
  }

  /// The form in which a kernel stores the result.
  package enum StoreForm: Hashable, Sendable {
    /// An image in this format. Integers are clamped to 0...1 and rounded to nearest, NaN becomes 0. Grey formats store
    /// red. Components that the format lacks are dropped. Programs with one pixel an invocation need a format of at
    /// least 32 bits.
    case pixels(PixelFormat)
    /// A histogram: for each component c, adds 1 to counter `4 * bin + component`, bin = clamp(floor(c · bins), 0, bins
    /// - 1). `bins` is the argument slot with the number of bins as `int`. An invocation counts a pixel in each of
    /// `rows` rows. If there are several, a work group counts in shared memory first.
    case histogram(bins: Int, rows: Int = 1)
    /// Pixels of an app's image, as for `pixels`, in a format that every device supports for storage images: see
    /// `PixelFormat.isStorageImage`. Slot `originSlot` (`float2`) has the image's column and row of the output's first
    /// pixel.
    case image(PixelFormat, originSlot: Int)
    /// Planes of Y', Cb and Cr, which are red, green and blue. An invocation computes four pixels in each row of a
    /// block.
    case planes(PlaneStore)

    package static let rgba8 = StoreForm.pixels(.rgba8)
    package static let bgra8 = StoreForm.pixels(.bgra8)
    package static let rgba16 = StoreForm.pixels(.rgba16)
    package static let rgbaHalf = StoreForm.pixels(.rgbah)
    package static let rgbaFloat = StoreForm.pixels(.rgbaf)

    /// The bytes of a pixel, or of a sample of the first plane.
    package var bytesPerPixel: Int {
      switch self {
      case .pixels(let format), .image(let format, _): format.bytesPerPixel
      case .histogram: 0
      case .planes(let planes): planes.bytesPerSample
      }
    }

    /// The format of the stored image or of its first plane. Counters are passed on as floats.
    package var format: PixelFormat {
      switch self {
      case .pixels(let format), .image(let format, _): format
      case .histogram: .rgbaf
      case .planes(let planes): planes.format
      }
    }

    /// The layout of the planes of a video frame. Nil for pixels.
    package var planes: PlaneStore? { if case .planes(let planes) = self { planes } else { nil } }

    /// The number of pixels to a multiple of which rows are padded.
    package var rowMultiple: Int { if case .planes(let planes) = self { 4 * planes.quads } else { 4 } }
  }

  /// Argument slot 0 of every program: a `float4` with the output region's left, top (user plane), width and height.
  package static let outputGeometrySlot = 0

  /// The blocks. Block 0 computes the pixel. The others are readers; each calls only blocks of higher index.
  package var blocks: [Block]
  package var inputs: [LoadForm]
  package var store: StoreForm
  /// The adjacent pixels of a row that an invocation computes: 1 or 4. Rows are padded to a multiple of four pixels.
  package var pixelsPerInvocation: Int
  /// The columns and rows of pixels that an invocation computes.
  package var block: (columns: Int, rows: Int) {
    switch store {
    case .planes(let planes): (4 * planes.quads, planes.rows)
    case .histogram(_, let rows): (pixelsPerInvocation, rows)
    case .pixels, .image: (pixelsPerInvocation, 1)
    }
  }
  /// The slots of the argument buffer, 16 bytes each, including slot 0.
  package var slotCount: Int
  /// The called functions that are app's kernels, not shaders of the package.
  package var functions: [FormulaCode]

  /// Whether kernels on a device report loops that were ended early: a word for each of `functions`, in order, which is
  /// set to 1.
  package var reportsOpenLoops: Bool { functions.contains(where: \.reportsOpenLoops) }

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
  /// The program as text for messages and goldens.
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
