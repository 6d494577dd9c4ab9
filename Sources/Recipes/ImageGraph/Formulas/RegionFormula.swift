/// A formula that reads a neighbourhood of the pixel that it computes: a blur, a convolution, a block mean.
///
/// The GLSL twin has the same name. It takes the position of the pixel centre and the arguments, all `const`, reads
/// input n by `readN(point)` and returns `vec4`. A read returns the pixel that contains the point, clear outside of the
/// input's extent.
package final class RegionFormula: Sendable {
  /// A function from input index and point to a colour.
  package typealias Read = (_ input: Int, _ at: SIMD2<Float>) -> SIMD4<Float>
  package typealias Body = @Sendable (_ read: Read, _ at: SIMD2<Float>) -> SIMD4<Float>

  package let name: String
  package let inputCount: Int
  package let kinds: [Argument.Kind]

  /// Whether the result needs more than half-float precision, for example a sum.
  package let needsFloat: Bool

  /// The dependence of a result on the pixels that it reads.
  package enum Weights: Hashable, Sendable {
    /// A weighted sum of pixels of input 0. The weights depend on the positions only, and are equal for all four
    /// components.
    case linear
    /// `linear`, and the sum of the weights is 1, so that a constant image stays constant.
    case mean
  }
  /// Nil if the result depends on values, or on several inputs.
  package let weights: Weights?

  /// Whether the result is a bilinear sample of input 0 at some point that depends on other inputs. Such a formula
  /// reads a source's values as stored, before they are decoded.
  package let movesPixels: Bool

  /// The code of an app's kernel. Nil for the package's own formulas.
  package let code: FormulaCode?
  /// An app's kernel has a formula for each image that it is applied to. This one represents all of them in recipes
  /// that are planned for any geometry.
  package let representative: RegionFormula?
  /// The processor output that this image is. It has no formula.
  package let processor: ImageProcessorStep.Output?

  private let makeBody: @Sendable ([Argument]) -> Body
  private let regionRule: @Sendable (_ input: Int, UserRect, [Argument]) -> UserRect
  private let extentRule: @Sendable ([Extent], [Argument]) -> Extent
  private let tapsRule: @Sendable ([Argument]) -> Double

  package func body(_ arguments: [Argument]) -> Body { makeBody(arguments) }

  /// Returns the region of interest of an input for `output`. A region that is too small gives seams between tiles.
  package func region(ofInput input: Int, for output: UserRect, _ arguments: [Argument]) -> UserRect {
    regionRule(input, output, arguments)
  }

  package func extent(of inputs: [Extent], _ arguments: [Argument]) -> Extent { extentRule(inputs, arguments) }

  /// Returns the number of reads of input 0 for one pixel of the result. The cost rules use it.
  package func taps(_ arguments: [Argument]) -> Double { tapsRule(arguments) }

  package let mangledName: String

  /// Creates a formula of one input. `extent` maps a finite extent; infinite and empty extents stay unchanged.
  package convenience init<each A: FormulaArgument>(
    _ name: String, needsFloat: Bool = false, weights: Weights? = nil, movesPixels: Bool = false,
    taps: @escaping @Sendable (repeat each A) -> Double,
    region: @escaping @Sendable (UserRect, repeat each A) -> UserRect,
    extent: @escaping @Sendable (UserRect, repeat each A) -> UserRect,
    reference: @escaping @Sendable (Read, SIMD2<Float>, repeat each A) -> SIMD4<Float>
  ) {
    self.init(
      name, inputs: 1, needsFloat: needsFloat, weights: weights,
      movesPixels: movesPixels, taps: taps,
      region: { (_: Int, output: UserRect, values: repeat each A) in region(output, repeat each values) },
      extent: { (inputs: [Extent], values: repeat each A) in inputs[0].map { extent($0, repeat each values) } },
      reference: reference)
  }

  /// Creates a formula of several inputs. `region` receives the index of the input.
  package convenience init<each A: FormulaArgument>(
    _ name: String, inputs: Int, needsFloat: Bool = false, weights: Weights? = nil, movesPixels: Bool = false,
    taps: @escaping @Sendable (repeat each A) -> Double,
    region: @escaping @Sendable (Int, UserRect, repeat each A) -> UserRect,
    extent: @escaping @Sendable ([Extent], repeat each A) -> Extent,
    reference: @escaping @Sendable (Read, SIMD2<Float>, repeat each A) -> SIMD4<Float>
  ) {
    self.init(
      name, inputs: inputs, kinds: kindList((repeat each A).self), needsFloat: needsFloat, weights: weights,
      movesPixels: movesPixels,
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

  /// Creates a formula that takes its arguments as a list, for formulas with a variable number of them.
  package init(
    _ name: String, inputs: Int = 1, kinds: [Argument.Kind], needsFloat: Bool = false, weights: Weights? = nil,
    movesPixels: Bool = false,
    taps: @escaping @Sendable ([Argument]) -> Double,
    region: @escaping @Sendable (Int, UserRect, [Argument]) -> UserRect,
    extent: @escaping @Sendable ([Extent], [Argument]) -> Extent, makeBody: @escaping @Sendable ([Argument]) -> Body
  ) {
    (self.name, inputCount, self.kinds, self.needsFloat, self.weights) = (name, inputs, kinds, needsFloat, weights)
    self.movesPixels = movesPixels
    (tapsRule, regionRule, extentRule, self.makeBody) = (taps, region, extent, makeBody)
    (code, representative, processor) = (nil, nil, nil)
    mangledName = name + "(vf2;" + kinds.map(\.mangled).joined()
  }

  /// Creates the formula of an app's kernel, which programs and the interpreter run. Its `body` returns clear pixels.
  package init(
    kernel name: String, inputs: Int, kinds: [Argument.Kind], code: FormulaCode,
    representative: RegionFormula? = nil, taps: @escaping @Sendable ([Argument]) -> Double,
    region: @escaping @Sendable (_ input: Int, UserRect) -> UserRect, extent: Extent
  ) {
    (self.name, inputCount, self.kinds, needsFloat, weights) = (name, inputs, kinds, false, nil)
    (movesPixels, self.code, self.representative, processor, tapsRule) = (false, code, representative, nil, taps)
    regionRule = { input, output, _ in region(input, output) }
    extentRule = { _, _ in extent }
    makeBody = { _ in { _, _ in .zero } }
    mangledName = code.function
  }

  /// Creates an image that an app's code computes from regions of its inputs.
  package init(_ processor: ImageProcessorStep, output index: Int, extent: Extent) {
    (name, inputCount, kinds, needsFloat) = (processor.name, processor.inputFormats.count, [], true)
    (weights, movesPixels, code, representative) = (nil, false, nil, nil)
    self.processor = ImageProcessorStep.Output(processor: processor, index: index)
    tapsRule = { _ in 1 }
    regionRule = { input, output, _ in
      processor.roiTiles(input, output).reduce(.nothing) { $0.union($1) }
    }
    extentRule = { _, _ in extent }
    makeBody = { _ in { _, _ in .zero } }
    mangledName = processor.name
  }
}
