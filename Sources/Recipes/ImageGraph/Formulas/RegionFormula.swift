/// A formula that reads its inputs around the pixel it makes: a blur, a convolution, a block average.
///
/// The GLSL twin has the same name, takes the position of the pixel centre and the arguments, all `const`, reads input
/// n by `readN(point)` and returns `vec4`. A read gives the pixel that holds the point, clear outside of the input's
/// extent.
package final class RegionFormula: Sendable {
  /// Input index and point to colour.
  package typealias Read = (_ input: Int, _ at: SIMD2<Float>) -> SIMD4<Float>
  package typealias Body = @Sendable (_ read: Read, _ at: SIMD2<Float>) -> SIMD4<Float>

  package let name: String
  package let inputCount: Int
  package let kinds: [Argument.Kind]

  /// True when the result must keep more than half-float precision, for example sums.
  package let needsFloat: Bool

  /// How a result depends on the pixels that it is made of.
  package enum Weights: Hashable, Sendable {
    /// Each pixel of input 0 counts by its place alone, the same for all four components, and nothing else counts.
    case linear
    /// So, and the weights' sum is 1: where all pixels are alike they stay so.
    case mean
  }
  /// Nil for formulas that look at values, or at several inputs.
  package let weights: Weights?

  /// True when the result is input 0 read at some point, bilinear, and other inputs say where. Such a formula is given
  /// the values of a source as they are stored.
  package let movesPixels: Bool

  /// The formula's task, for engines with an implementation of their own. Nil for most formulas.
  package let role: FormulaRole?

  /// What an app brought; nil for the package's own formulas.
  package let code: FormulaCode?
  /// For a kernel of an app, which has a formula for each place that it is applied to: the one that stands for all.
  package let anywhere: RegionFormula?
  /// An image that code of an app makes as a whole; there is no formula then.
  package let processor: ImageProcessorStep.Output?

  private let makeBody: @Sendable ([Argument]) -> Body
  private let regionRule: @Sendable (_ input: Int, UserRect, [Argument]) -> UserRect
  private let extentRule: @Sendable ([Extent], [Argument]) -> Extent
  private let tapsRule: @Sendable ([Argument]) -> Double

  package func body(_ arguments: [Argument]) -> Body { makeBody(arguments) }

  /// The part of input `input` that is read to make `output`; never less, else tiles show seams.
  package func region(ofInput input: Int, for output: UserRect, _ arguments: [Argument]) -> UserRect {
    regionRule(input, output, arguments)
  }

  package func extent(of inputs: [Extent], _ arguments: [Argument]) -> Extent { extentRule(inputs, arguments) }

  /// How many reads of input 0 one output pixel makes; the cost rules use it.
  package func taps(_ arguments: [Argument]) -> Double { tapsRule(arguments) }

  package let mangledName: String

  /// One input; `extent` maps a finite extent, infinite and empty stay as they are.
  package convenience init<each A: FormulaArgument>(
    _ name: String, needsFloat: Bool = false, weights: Weights? = nil, movesPixels: Bool = false,
    role: FormulaRole? = nil,
    taps: @escaping @Sendable (repeat each A) -> Double,
    region: @escaping @Sendable (UserRect, repeat each A) -> UserRect,
    extent: @escaping @Sendable (UserRect, repeat each A) -> UserRect,
    reference: @escaping @Sendable (Read, SIMD2<Float>, repeat each A) -> SIMD4<Float>
  ) {
    self.init(
      name, inputs: 1, needsFloat: needsFloat, weights: weights,
      movesPixels: movesPixels, role: role, taps: taps,
      region: { (_: Int, output: UserRect, values: repeat each A) in region(output, repeat each values) },
      extent: { (inputs: [Extent], values: repeat each A) in inputs[0].map { extent($0, repeat each values) } },
      reference: reference)
  }

  /// Several inputs: `region` is told which one.
  package convenience init<each A: FormulaArgument>(
    _ name: String, inputs: Int, needsFloat: Bool = false, weights: Weights? = nil, movesPixels: Bool = false,
    role: FormulaRole? = nil,
    taps: @escaping @Sendable (repeat each A) -> Double,
    region: @escaping @Sendable (Int, UserRect, repeat each A) -> UserRect,
    extent: @escaping @Sendable ([Extent], repeat each A) -> Extent,
    reference: @escaping @Sendable (Read, SIMD2<Float>, repeat each A) -> SIMD4<Float>
  ) {
    self.init(
      name, inputs: inputs, kinds: kindList((repeat each A).self), needsFloat: needsFloat, weights: weights,
      movesPixels: movesPixels, role: role,
      taps: { arguments in
        var values = ArgumentReader(arguments)
        return taps(repeat values.next((each A).self))
      },
      region: { input, output, arguments in
        var values = ArgumentReader(arguments)
        return region(input, output, repeat values.next((each A).self))
      },
      extent: { inputs, arguments in
        var values = ArgumentReader(arguments)
        return extent(inputs, repeat values.next((each A).self))
      },
      makeBody: {
        let values = unpacked($0, as: repeat (each A).self)
        return { read, at in reference(read, at, repeat each values) }
      })
  }

  /// With the arguments as a list, for formulas that differ in their number.
  package init(
    _ name: String, inputs: Int = 1, kinds: [Argument.Kind], needsFloat: Bool = false, weights: Weights? = nil,
    movesPixels: Bool = false, role: FormulaRole? = nil,
    taps: @escaping @Sendable ([Argument]) -> Double,
    region: @escaping @Sendable (Int, UserRect, [Argument]) -> UserRect,
    extent: @escaping @Sendable ([Extent], [Argument]) -> Extent, makeBody: @escaping @Sendable ([Argument]) -> Body
  ) {
    (self.name, inputCount, self.kinds, self.needsFloat, self.weights) = (name, inputs, kinds, needsFloat, weights)
    (self.movesPixels, self.role) = (movesPixels, role)
    (tapsRule, regionRule, extentRule, self.makeBody) = (taps, region, extent, makeBody)
    (code, anywhere, processor) = (nil, nil, nil)
    mangledName = name + "(vf2;" + kinds.map(\.mangled).joined()
  }

  /// A kernel of an app, which programs and the interpreter run; `body` gives nothing.
  package init(
    kernel name: String, inputs: Int, kinds: [Argument.Kind], code: FormulaCode,
    like anywhere: RegionFormula? = nil, taps: @escaping @Sendable ([Argument]) -> Double,
    region: @escaping @Sendable (_ input: Int, UserRect) -> UserRect, extent: Extent
  ) {
    (self.name, inputCount, self.kinds, needsFloat, weights, role) = (name, inputs, kinds, false, nil, nil)
    (movesPixels, self.code, self.anywhere, processor, tapsRule) = (false, code, anywhere, nil, taps)
    regionRule = { input, output, _ in region(input, output) }
    extentRule = { _, _ in extent }
    makeBody = { _ in { _, _ in .zero } }
    mangledName = code.function
  }

  /// An image that code of an app makes of parts of its inputs.
  package init(_ processor: ImageProcessorStep, output index: Int, extent: Extent) {
    (name, inputCount, kinds, needsFloat) = (processor.name, processor.inputFormats.count, [], true)
    (weights, movesPixels, role, code, anywhere) = (nil, false, nil, nil, nil)
    self.processor = ImageProcessorStep.Output(processor: processor, index: index)
    tapsRule = { _ in 1 }
    regionRule = { input, output, _ in
      processor.pieces(input, output).reduce(.nothing) { $0.union($1) }
    }
    extentRule = { _, _ in extent }
    makeBody = { _ in { _, _ in .zero } }
    mangledName = processor.name
  }
}
