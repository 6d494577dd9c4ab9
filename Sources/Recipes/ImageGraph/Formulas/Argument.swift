import ImageColor

/// An axis of the plane. A formula with an axis argument reads its inputs along that axis only, at pixel centres. The
/// axis is part of a program.
package enum Axis: Hashable, Sendable, CaseIterable {
  case horizontal, vertical

  /// (1, 0) or (0, 1)
  package var vector: SIMD2<Float> { self == .horizontal ? [1, 0] : [0, 1] }
}

/// A value that is passed to a formula. All kinds except axes are run-time data: a new value compiles nothing.
package enum Argument: Hashable, Sendable {
  case float(Float)
  case float2(SIMD2<Float>)
  case float3(SIMD3<Float>)
  case float4(SIMD4<Float>)
  case int(Int32)
  case axis(Axis)
  /// Float4 or float3, depending on its form. In the working space after `manageColor`, before it in linear sRGB.
  indirect case color(ColorArgument)
  /// A placeholder for any value, while a recipe is planned.
  case symbol(ArgumentSymbol)

  package enum Kind: Hashable, Sendable {
    case float, float2, float3, float4, int, axis

    /// The parameter's type in the mangled name of a compiled function, for example `f1;` in `exposureAdjust(vf4;f1;`.
    package var mangled: String {
      switch self {
      case .float: "f1;"
      case .float2, .axis: "vf2;"
      case .float3: "vf3;"
      case .float4: "vf4;"
      case .int: "i1;"
      }
    }

    /// The number of scalar components.
    package var componentCount: Int {
      switch self {
      case .float, .int: 1
      case .float2, .axis: 2
      case .float3: 3
      case .float4: 4
      }
    }
  }

  package var kind: Kind {
    switch self {
    case .float: .float
    case .float2: .float2
    case .float3: .float3
    case .float4: .float4
    case .int: .int
    case .axis: .axis
    case .color(let v): v.form == .rgb ? .float3 : .float4
    case .symbol(let v): v.kind
    }
  }

  /// The argument in the layout of the argument buffer: a slot of four 32-bit words. Unused words are 0.
  package var words: SIMD4<UInt32> {
    switch self {
    case .float(let v): [v.bitPattern, 0, 0, 0]
    case .float2(let v): [v.x.bitPattern, v.y.bitPattern, 0, 0]
    case .float3(let v): [v.x.bitPattern, v.y.bitPattern, v.z.bitPattern, 0]
    case .float4(let v): [v.x.bitPattern, v.y.bitPattern, v.z.bitPattern, v.w.bitPattern]
    case .int(let v): [UInt32(bitPattern: v), 0, 0, 0]
    case .axis(let v): Argument.float2(v.vector).words
    case .color(let v): v.value(in: .extendedLinearSRGB).words
    case .symbol: preconditionFailure("a schedule has symbols without values")
    }
  }
}

/// A Swift type that formulas accept as an argument.
package protocol FormulaArgument: Sendable {
  static var kind: Argument.Kind { get }
  var argument: Argument { get }

  /// Creates a value from an argument. An argument of another kind is a programming error and ends the process.
  init(_ argument: Argument)
}

extension Argument {
  /// Whether the argument is a symbol. Notes in the symbol's table that its value was read.
  fileprivate var isUnbound: Bool {
    guard case .symbol(let symbol) = self else { return false }
    symbol.noteRead()
    return true
  }
}

extension Float: FormulaArgument {
  package static var kind: Argument.Kind { .float }
  package var argument: Argument { .float(self) }
  package init(_ argument: Argument) {
    if argument.isUnbound {
      self = 0
      return
    }
    guard case .float(let value) = argument else { preconditionFailure("expected float, got \(argument)") }
    self = value
  }
}

extension SIMD2<Float>: FormulaArgument {
  package static var kind: Argument.Kind { .float2 }
  package var argument: Argument { .float2(self) }
  package init(_ argument: Argument) {
    if argument.isUnbound {
      self = .zero
      return
    }
    guard case .float2(let value) = argument else { preconditionFailure("expected float2, got \(argument)") }
    self = value
  }
}

extension SIMD3<Float>: FormulaArgument {
  package static var kind: Argument.Kind { .float3 }
  package var argument: Argument { .float3(self) }
  package init(_ argument: Argument) {
    if case .color(let color) = argument {
      self.init(color.value(in: .extendedLinearSRGB))
      return
    }
    if argument.isUnbound {
      self = .zero
      return
    }
    guard case .float3(let value) = argument else { preconditionFailure("expected float3, got \(argument)") }
    self = value
  }
}

extension SIMD4<Float>: FormulaArgument {
  package static var kind: Argument.Kind { .float4 }
  package var argument: Argument { .float4(self) }
  package init(_ argument: Argument) {
    if case .color(let color) = argument {
      self.init(color.value(in: .extendedLinearSRGB))
      return
    }
    if argument.isUnbound {
      self = .zero
      return
    }
    guard case .float4(let value) = argument else { preconditionFailure("expected float4, got \(argument)") }
    self = value
  }
}

extension Int32: FormulaArgument {
  package static var kind: Argument.Kind { .int }
  package var argument: Argument { .int(self) }
  package init(_ argument: Argument) {
    if argument.isUnbound {
      self = 0
      return
    }
    guard case .int(let value) = argument else { preconditionFailure("expected int, got \(argument)") }
    self = value
  }
}

extension Axis: FormulaArgument {
  package static var kind: Argument.Kind { .axis }
  package var argument: Argument { .axis(self) }
  package init(_ argument: Argument) {
    guard case .axis(let value) = argument else { preconditionFailure("expected an axis, got \(argument)") }
    self = value
  }
}

/// A reader that returns the arguments of a list as values, in order: `f(repeat values.next((each A).self))`.
struct ArgumentReader {
  private let arguments: [Argument]
  private var index = 0

  init(_ arguments: [Argument]) { self.arguments = arguments }

  mutating func next<T: FormulaArgument>(_ type: T.Type) -> T {
    defer { index += 1 }
    return T(arguments[index])
  }
}

/// Returns a list of arguments as a tuple, for functions that are called many times with the same arguments. For a
/// single call, `ArgumentReader` is cheaper, as it needs no run-time metadata of the tuple type.
func unpacked<each A: FormulaArgument>(_ arguments: [Argument], as types: repeat (each A).Type) -> (repeat each A) {
  var values = ArgumentReader(arguments)
  return (repeat values.next(each types))
}
