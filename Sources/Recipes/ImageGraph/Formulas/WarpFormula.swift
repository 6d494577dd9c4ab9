/// A formula that maps a position of the result to a position of the input.
///
/// The GLSL twin has the same name, takes the position and the arguments, all `const`, and returns `vec2`. Both planes
/// are user planes. The input is sampled at the returned point, bilinear unless the recipe specifies nearest.
package final class WarpFormula: Sendable {
  package typealias Body = @Sendable (_ at: Point) -> Point
  package typealias RegionRule = @Sendable (UserRect, [Argument]) -> UserRect

  package let name: String
  package let kinds: [Argument.Kind]

  /// The code of an app's kernel. Nil for the package's own formulas.
  package let code: FormulaCode?
  /// An app's kernel has a formula for each image that it is applied to. This one represents all of them in recipes
  /// that are planned for any geometry.
  package let representative: WarpFormula?

  private let identityRule: (@Sendable ([Argument]) -> Bool)?
  private let makeBody: @Sendable ([Argument]) -> Body
  private let regionRule: RegionRule
  private let extentRule: @Sendable (Extent, [Argument]) -> Extent

  package func body(_ arguments: [Argument]) -> Body { makeBody(arguments) }

  /// Returns the region of interest for `output`, without the half pixel that bilinear sampling adds.
  package func region(for output: UserRect, _ arguments: [Argument]) -> UserRect { regionRule(output, arguments) }

  /// Returns the extent of the result for an extent of the input.
  package func extent(of input: Extent, _ arguments: [Argument]) -> Extent { extentRule(input, arguments) }

  /// Whether every position maps to itself.
  package func isIdentity(_ arguments: [Argument]) -> Bool { identityRule?(arguments) ?? false }

  /// Whether samples between pixels are means of linear light, even if the input is a source.
  package let mixesLinearLight: Bool

  package let mangledName: String

  package init<each A: FormulaArgument>(
    _ name: String, identity: (@Sendable (repeat each A) -> Bool)? = nil, mixesLinearLight: Bool = false,
    region: @escaping @Sendable (UserRect, repeat each A) -> UserRect,
    extent: @escaping @Sendable (UserRect, repeat each A) -> UserRect,
    reference: @escaping @Sendable (Point, repeat each A) -> Point
  ) {
    (self.name, self.mixesLinearLight, code, representative) = (name, mixesLinearLight, nil, nil)
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

  /// Creates the formula of an app's kernel, which programs and the interpreter run. Its `body` is the identity.
  package init(
    kernel name: String, kinds: [Argument.Kind], code: FormulaCode, representative: WarpFormula? = nil,
    region: @escaping @Sendable (UserRect) -> UserRect, extent: Extent
  ) {
    (self.name, self.kinds, self.code, self.representative) = (name, kinds, code, representative)
    mangledName = code.function
    (identityRule, mixesLinearLight) = (nil, false)
    makeBody = { _ in { $0 } }
    regionRule = { output, _ in region(output) }
    extentRule = { _, _ in extent }
  }
}
