/// The code of a formula that an app brought: what programs on a device are stitched of, and what interprets it on the
/// processor. The package's own formulas have none; their functions are found among its shaders by name.
package final class FormulaCode: Sendable {
  /// The function as programs call it, for example `kernel_zebra_0f…(vf4;f1;`. Part of it is a hash of the text.
  package let function: String
  /// The SPIR-V module that the function stands in.
  package let words: [UInt32]
  /// What messages call it.
  package let name: String
  /// 4 for a colour, 2 for a point.
  package let resultCount: Int
  /// The parameter, a colour, whose alpha is the result's, whatever the others are; nil where that is not known.
  package let alphaParameter: Int?
  /// False where the code is known to have no loop and no call that goes deep, so that it ends for every pixel.
  package let mayNotEnd: Bool
  /// What native code of the function is found by, where an app may have linked some.
  package let stage: String?
  /// The function calls `openLoopsFunction` behind loops that may not end, and tells whether it had to end them.
  package let tellsOpenLoops: Bool
  /// What such functions call, as compilers name it: with a truth, nothing in return.
  package static let openLoopsFunction = "ci_unfinished(b1;"
  private let makeMachine: @Sendable () throws(RenderError) -> any FormulaMachine

  package init(
    _ function: String, words: [UInt32], name: String, resultCount: Int, alphaParameter: Int? = nil,
    mayNotEnd: Bool = true, stage: String? = nil, tellsOpenLoops: Bool = false,
    machine: @escaping @Sendable () throws(RenderError) -> any FormulaMachine
  ) {
    (self.function, self.words, self.name, self.resultCount) = (function, words, name, resultCount)
    (self.alphaParameter, self.mayNotEnd) = (alphaParameter, mayNotEnd)
    (self.stage, self.tellsOpenLoops) = (stage, tellsOpenLoops)
    makeMachine = machine
  }

  /// What runs the function on the processor; each thread needs one of its own.
  ///
  /// - Throws: for words that nobody has looked at before and that are no such function.
  package func machine() throws(RenderError) -> any FormulaMachine { try makeMachine() }
}

extension FormulaCode: Hashable {
  package static func == (a: FormulaCode, b: FormulaCode) -> Bool {
    a === b || (a.function == b.function && a.words == b.words && a.stage == b.stage)
  }
  package func hash(into hasher: inout Hasher) { hasher.combine(function) }
}

/// Runs a function for a batch of pixels side by side, in float. One thread at a time.
package protocol FormulaMachine: AnyObject {
  /// Pixels of a batch.
  var capacity: Int { get }

  /// Carries out what it can of the code; nil, as at first: nothing.
  var native: NativeLanes? { get set }

  /// One number of a parameter for each pixel, to be written before a run.
  func argument(_ parameter: Int, component: Int) -> UnsafeMutableBufferPointer<Float>

  /// Gives one number of a parameter from a plane, read there or from a copy until it is given again.
  ///
  /// - Parameters:
  ///   - plane: has room for 15 pixels more, and must be there for all runs until then.
  ///   - pixels: at most `capacity`.
  func lend(_ plane: UnsafePointer<Float>, pixels: Int, to parameter: Int, component: Int)

  /// Lets the next run write one number of the result to a plane, and nowhere else; false where it cannot, and `result`
  /// has it.
  ///
  /// - Parameter plane: has room for 15 numbers more than the run has pixels, which mean nothing afterwards. May be one
  ///   that a parameter was lent before, but overlaps none otherwise.
  func lend(_ plane: UnsafeMutablePointer<Float>, toResult component: Int) -> Bool

  /// Sets a parameter to the same numbers for all pixels; integers by their bits.
  func setArgument(_ parameter: Int, _ words: [UInt32])

  /// The same of one of its numbers.
  func setArgument(_ parameter: Int, component: Int, _ word: UInt32)

  /// One number of the result for each pixel, until the next run.
  func result(component: Int) -> UnsafeBufferPointer<Float>

  /// Runs the function for the first `pixels` pixels.
  ///
  /// - Parameter read: gives the pixels that hold the points of a batch.
  /// - Throws: `limit` with the kernel's name where a loop does not end; what `read` throws.
  func compute(batch pixels: Int, read: (FormulaReads) throws(RenderError) -> Void) throws(RenderError)
}

/// Code of an engine for instructions on numbers: the C target that declares it says what it takes, as `LaneRun`.
package struct NativeLanes: Sendable {
  package typealias Run =
    @convention(c) (
      UnsafeRawPointer?, Int32, UnsafePointer<UnsafeMutableRawPointer?>?, UnsafePointer<Int32>?, Int32
    ) -> Int32

  package let run: Run

  package init(_ run: @escaping Run) { self.run = run }
}

/// Points at which the pixels of a batch read an input, and where the colours go. Each run of numbers has a machine's
/// `capacity`.
package struct FormulaReads {
  package let input: Int
  package let x, y: UnsafePointer<Float>
  /// -1 for pixels that read, else 0: their points may be anything, and their colours are not looked at.
  package let mask: UnsafePointer<Int32>
  /// Red, green, blue and alpha.
  package let colors: UnsafeMutablePointer<Float>
  package let capacity: Int

  package init(
    input: Int, x: UnsafePointer<Float>, y: UnsafePointer<Float>, mask: UnsafePointer<Int32>,
    colors: UnsafeMutablePointer<Float>, capacity: Int
  ) {
    (self.input, self.x, self.y, self.mask) = (input, x, y, mask)
    (self.colors, self.capacity) = (colors, capacity)
  }
}

extension FormulaMachine {
  /// The same where `read` gives input n at one point.
  package func compute(
    pixels: Int,
    read: (_ input: Int, _ at: SIMD2<Float>) throws(RenderError) -> SIMD4<Float> = { _, _ throws(RenderError) in .zero }
  ) throws(RenderError) {
    try compute(batch: pixels) { (reads: FormulaReads) throws(RenderError) in
      for pixel in 0..<reads.capacity where reads.mask[pixel] != 0 {
        let color = try read(reads.input, [reads.x[pixel], reads.y[pixel]])
        for component in 0..<4 { reads.colors[component * reads.capacity + pixel] = color[component] }
      }
    }
  }

  /// Sets the parameters from a number on to these values.
  package func setArguments(_ arguments: [Argument], from first: Int) {
    for (index, argument) in arguments.enumerated() {
      let words = argument.words
      setArgument(first + index, (0..<argument.kind.componentCount).map { words[$0] })
    }
  }
}

extension FormulaCode {
  /// The function as a colour formula's body, eight pixels at a time, where a planner asks what it makes of a colour.
  /// Engines run the code themselves; here a kernel that does not end gives no numbers.
  func colorBody(_ arguments: [Argument], takesPosition: Bool) -> ColorFormula.Body {
    { colors, at in
      var result = Color(repeating: SIMD4(repeating: .nan))
      guard let machine = try? self.machine() else { return result }
      for (number, color) in colors.enumerated() {
        for index in 0..<8 {
          for component in 0..<4 {
            machine.argument(number, component: component)[index] = color[index][component]
          }
        }
      }
      if takesPosition {
        for index in 0..<8 {
          machine.argument(colors.count, component: 0)[index] = at.x[index]
          machine.argument(colors.count, component: 1)[index] = at.y[index]
        }
      }
      machine.setArguments(arguments, from: colors.count + (takesPosition ? 1 : 0))
      do throws(RenderError) {
        try machine.compute(pixels: 8) { _, _ throws(RenderError) in .zero }
      } catch { return result }
      for index in 0..<8 {
        result[index] = SIMD4((0..<4).map { machine.result(component: $0)[index] })
      }
      return result
    }
  }
}
