/// A formula that says where each pixel comes from: position in the result to position in the input.
///
/// The GLSL twin has the same name, takes the position and the arguments, all `const`, and returns `vec2`. Both planes
/// are user planes. The input is sampled at the returned point, bilinear unless the recipe says nearest.
package final class WarpFormula: Sendable {
  package typealias Body = @Sendable (_ at: Point) -> Point
  package typealias RegionRule = @Sendable (UserRect, [Argument]) -> UserRect

  package let name: String
  package let kinds: [Argument.Kind]

  /// What an app brought; nil for the package's own formulas.
  package let code: FormulaCode?
  /// For a kernel of an app, which has a formula for each place that it is applied to: the one that stands for all.
  package let anywhere: WarpFormula?

  private let identityRule: (@Sendable ([Argument]) -> Bool)?
  private let makeBody: @Sendable ([Argument]) -> Body
  private let regionRule: RegionRule
  private let extentRule: @Sendable (Extent, [Argument]) -> Extent

  package func body(_ arguments: [Argument]) -> Body { makeBody(arguments) }

  /// The part of the input that the pixels of `output` come from, without the half pixel that sampling adds.
  package func region(for output: UserRect, _ arguments: [Argument]) -> UserRect { regionRule(output, arguments) }

  /// How far the result reaches when the input reaches so far.
  package func extent(of input: Extent, _ arguments: [Argument]) -> Extent { extentRule(input, arguments) }

  /// True when every pixel comes from where it is.
  package func isIdentity(_ arguments: [Argument]) -> Bool { identityRule?(arguments) ?? false }

  /// True when what lies between pixels is a mean of light, also where they are an image's.
  package let mixesLight: Bool

  package let mangledName: String

  package init<each A: FormulaArgument>(
    _ name: String, identity: (@Sendable (repeat each A) -> Bool)? = nil, mixesLight: Bool = false,
    region: @escaping @Sendable (UserRect, repeat each A) -> UserRect,
    extent: @escaping @Sendable (UserRect, repeat each A) -> UserRect,
    reference: @escaping @Sendable (Point, repeat each A) -> Point
  ) {
    (self.name, self.mixesLight, code, anywhere) = (name, mixesLight, nil, nil)
    identityRule = listed(identity)
    kinds = kindList((repeat each A).self)
    mangledName = name + "(vf2;" + kinds.map(\.mangled).joined()
    makeBody = {
      let values = unpacked($0, as: repeat (each A).self)
      return { reference($0, repeat each values) }
    }
    regionRule = { output, arguments in
      var values = ArgumentReader(arguments)
      return region(output, repeat values.next((each A).self))
    }
    extentRule = { input, arguments in
      input.map {
        var values = ArgumentReader(arguments)
        return extent($0, repeat values.next((each A).self))
      }
    }
  }

  /// A kernel of an app, which programs and the interpreter run; `body` moves nothing.
  package init(
    kernel name: String, kinds: [Argument.Kind], code: FormulaCode, like anywhere: WarpFormula? = nil,
    region: @escaping @Sendable (UserRect) -> UserRect, extent: Extent
  ) {
    (self.name, self.kinds, self.code, self.anywhere) = (name, kinds, code, anywhere)
    mangledName = code.function
    (identityRule, mixesLight) = (nil, false)
    makeBody = { _ in { $0 } }
    regionRule = { output, _ in region(output) }
    extentRule = { _, _ in extent }
  }
}
