/// The code of an app's kernel: a SPIR-V function that programs on a device are stitched from, and an interpreter for
/// the processor. The package's own formulas have no code; their shaders are found by name.
package final class FormulaCode: Sendable {
  /// The function's mangled name in programs, for example `kernel_zebra_0f…(vf4;f1;`. It contains a hash of the source.
  package let function: String
  /// The SPIR-V module that contains the function.
  package let words: [UInt32]
  /// The kernel's name in messages.
  package let name: String
  /// The number of components of the result: 4 for a colour, 2 for a point.
  package let resultCount: Int
  /// The index of the colour parameter whose alpha is always the result's alpha. Nil if unknown.
  package let alphaParameter: Int?
  /// False if the code has no loops and no deep calls, so that it terminates for every pixel.
  package let mayNotTerminate: Bool
  /// The identifier of the function's native code, which an app may have linked. Nil if there is none.
  package let stage: String?
  /// Whether the function calls `openLoopsFunction` after loops that may not terminate, to report whether a loop was
  /// ended early.
  package let reportsOpenLoops: Bool
  /// The mangled name of the function that such code calls. It takes a Boolean and returns nothing.
  package static let openLoopsFunction = "ci_unfinished(b1;"
  private let makeMachine: @Sendable () throws(RenderError) -> any FormulaMachine

  package init(
    _ function: String, words: [UInt32], name: String, resultCount: Int, alphaParameter: Int? = nil,
    mayNotTerminate: Bool = true, stage: String? = nil, reportsOpenLoops: Bool = false,
    machine: @escaping @Sendable () throws(RenderError) -> any FormulaMachine
  ) {
    (self.function, self.words, self.name, self.resultCount) = (function, words, name, resultCount)
    (self.alphaParameter, self.mayNotTerminate) = (alphaParameter, mayNotTerminate)
    (self.stage, self.reportsOpenLoops) = (stage, reportsOpenLoops)
    makeMachine = machine
  }

  /// Returns an interpreter of the function. Each thread needs its own.
  ///
  /// - Throws: if the words were not validated before and are no such function.
  package func machine() throws(RenderError) -> any FormulaMachine { try makeMachine() }
}

extension FormulaCode: Hashable {
  package static func == (a: FormulaCode, b: FormulaCode) -> Bool {
    a === b || (a.function == b.function && a.words == b.words && a.stage == b.stage)
  }
  package func hash(into hasher: inout Hasher) { hasher.combine(function) }
}

/// An interpreter that runs a function for a batch of pixels, in float. Used by one thread at a time.
package protocol FormulaMachine: AnyObject {
  /// The number of pixels of a batch.
  var capacity: Int { get }

  /// The native code for instructions that an engine supports. Initially nil.
  var native: NativeLanes? { get set }

  /// Returns the buffer for a component of a parameter, one value per pixel. The caller writes it before a run.
  func argument(_ parameter: Int, component: Int) -> UnsafeMutableBufferPointer<Float>

  /// Binds a component of a parameter to a plane. The values are read from the plane or from a copy, until the next
  /// call for this component.
  ///
  /// - Parameters:
  ///   - plane: must have space for 15 further pixels, and must be valid for all runs until then.
  ///   - pixels: at most `capacity`.
  func bind(_ plane: UnsafePointer<Float>, pixels: Int, to parameter: Int, component: Int)

  /// Binds a component of the result to a plane for the next run, which writes it there only. Returns false if that is
  /// not possible; `result` then has the component.
  ///
  /// - Parameter plane: must have space for 15 more values than the run has pixels. The values there are undefined
  ///   after the run. The plane may be bound to a parameter as well, but must not overlap other planes.
  func bind(_ plane: UnsafeMutablePointer<Float>, toResult component: Int) -> Bool

  /// Sets a parameter to the same components for all pixels. Integers are passed as their bits.
  func setArgument(_ parameter: Int, _ words: [UInt32])

  /// Sets a component of a parameter to the same value for all pixels.
  func setArgument(_ parameter: Int, component: Int, _ word: UInt32)

  /// Returns a component of the result, one value per pixel. The buffer is valid until the next run.
  func result(component: Int) -> UnsafeBufferPointer<Float>

  /// Runs the function for the first `pixels` pixels.
  ///
  /// - Parameter read: stores the pixels that contain the points of a batch.
  /// - Throws: `limit` with the kernel's name if a loop does not terminate; the errors of `read`.
  func compute(batch pixels: Int, read: (FormulaReads) throws(RenderError) -> Void) throws(RenderError)
}

/// Native code of an engine for arithmetic instructions. The C target declares the type of its parameter as `LaneRun`.
package struct NativeLanes: Sendable {
  package typealias Run =
    @convention(c) (
      UnsafeRawPointer?, Int32, UnsafePointer<UnsafeMutableRawPointer?>?, UnsafePointer<Int32>?, Int32
    ) -> Int32

  package let run: Run

  package init(_ run: @escaping Run) { self.run = run }
}

/// The points at which the pixels of a batch read an input, and the buffer for the colours. Each array of components
/// has the interpreter's `capacity`.
package struct FormulaReads {
  package let input: Int
  package let x, y: UnsafePointer<Float>
  /// -1 for pixels that read, else 0. The points of the others are undefined, and their colours are ignored.
  package let mask: UnsafePointer<Int32>
  /// Red, green, blue and alpha, one array after the other.
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
  /// Runs the function with a `read` that returns the colour of an input at a point.
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

  /// Sets the parameters from index `first` on to these values.
  package func setArguments(_ arguments: [Argument], from first: Int) {
    for (index, argument) in arguments.enumerated() {
      let words = argument.words
      setArgument(first + index, (0..<argument.kind.componentCount).map { words[$0] })
    }
  }
}

extension FormulaCode {
  /// Returns the function as the body of a colour formula, eight pixels at a time. Planning uses it to compute the
  /// result for a constant colour; engines run the code themselves. If the kernel does not terminate, the result is
  /// NaN.
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
