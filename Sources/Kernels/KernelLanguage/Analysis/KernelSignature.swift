/// The signature of a kernel: its function, class and parameters. Reports functions that are marked as kernels but
/// cannot be kernels.
struct KernelSignature {
  var function: Int
  var name: String
  var kernelClass: Kernel.Class
  var parameters: [Kernel.Parameter]
  /// The index of each argument's variable in the function.
  var variables: [Int]
  /// The variable of the destination parameter; nil if there is none.
  var destination: Int?
  var isGroup: Bool

  /// Returns the signatures of all kernels of a source, in source order.
  static func all(in unit: CheckedUnit, _ language: Language, _ graph: CallGraph, reporter: Reporter) -> [Self] {
    let called = Set(graph.callees.joined())
    var signatures: [Self] = []
    for (number, function) in unit.functions.enumerated() where function.isDefined {
      guard let mark = function.mark else { continue }
      if mark == .external, called.contains(number) || !couldBeKernel(function) { continue }
      if let signature = Self(number, function, unit, language, reporter) { signatures.append(signature) }
    }
    return signatures
  }

  /// Returns whether the result type is that of a kernel. Other `extern "C"` functions are helpers.
  private static func couldBeKernel(_ function: Function) -> Bool {
    let isGroup = function.parameters.contains { $0.type == .groupDestination }
    return function.result == .floats(4) || function.result == .floats(2) || function.result == .void && isGroup
  }

  private init?(_ number: Int, _ function: Function, _ unit: CheckedUnit, _ language: Language, _ reporter: Reporter) {
    (self.function, name) = (number, function.name)
    (parameters, variables, isGroup) = ([], [], false)
    for (index, variable) in function.parameters.enumerated() {
      if variable.type == .destination || variable.type == .groupDestination {
        guard index == function.parameterCount - 1 else {
          reporter.error("destination must be the last parameter", at: variable.location, allowed: "as the last")
          return nil
        }
        (destination, isGroup) = (index, variable.type == .groupDestination)
        continue
      }
      guard let type = Self.parameterType(of: variable, unit), variable.passing == .input || variable.type.isOpaque
      else {
        reporter.error(
          "'\(variable.name)' cannot be an argument of a kernel", at: variable.location,
          allowed: language == .metal
            ? "sampler, sample_t, float to float4, int, uint, bool, constant T *"
            : "sampler, __sample, __color, float, vec2 to vec4, int, bool")
        return nil
      }
      parameters.append(
        Kernel.Parameter(name: variable.name, type: type, spelling: Self.spelling(of: variable, type, language)))
      variables.append(index)
    }
    let images = parameters.filter(\.type.isImage)
    guard images.count <= Limits.images else {
      reporter.limit("images of a kernel", requested: images.count, allowed: Limits.images, at: function.location)
      return nil
    }
    guard let found = Self.kernelClass(of: function, parameters, destination != nil, isGroup, language, reporter) else {
      return nil
    }
    kernelClass = found
    if isGroup, !Self.writesOnce(function, reporter) { return nil }
  }

  private static func kernelClass(
    of function: Function, _ parameters: [Kernel.Parameter], _ hasDestination: Bool, _ isGroup: Bool,
    _ language: Language, _ reporter: Reporter
  ) -> Kernel.Class? {
    let images = parameters.filter(\.type.isImage)
    let hasSamplers = images.contains { $0.type != .sample }
    switch function.result {
    case .floats(2) where !isGroup:
      guard images.isEmpty else {
        reporter.error("a warp kernel takes no image", at: function.location, allowed: "scalars and vectors")
        return nil
      }
      let hasData = parameters.contains { if case .data = $0.type { true } else { false } }
      guard !hasData else {
        reporter.error(
          "a warp kernel takes no data", at: function.location,
          allowed: "scalars and vectors; or a kernel that returns float4 and samples its image at the position")
        return nil
      }
      guard hasDestination || language != .metal else {
        reporter.error(
          "a warp kernel requires the position of its pixel", at: function.location,
          allowed: "coreimage::destination as the last parameter")
        return nil
      }
      return .warp
    case .floats(4) where !isGroup:
      if hasSamplers { return .general }
      return parameters.count == 2 && images.count == 2 && !hasDestination ? .blend : .color
    case .void where isGroup:
      guard !images.contains(where: { $0.type == .sample }) else {
        reporter.error(
          "a kernel with group::destination takes samplers only", at: function.location, allowed: "coreimage::sampler")
        return nil
      }
      return .general
    default:
      reporter.error(
        "kernel '\(function.name)' returns no pixel", at: function.location,
        allowed: language == .metal
          ? "float4 or half4, float2 for a warp, void with group::destination" : "vec4, or vec2 for a warp")
      return nil
    }
  }

  private static func parameterType(
    of variable: Variable, _ unit: CheckedUnit
  ) -> Kernel.Parameter.ParameterType? {
    switch variable.type {
    case .sampler: variable.role == .table ? .table : .sampler
    case .vector(.float, 4) where variable.role == .sample: .sample
    case .vector(.float, 4) where variable.role == .color: .color
    case .scalar(.float): .floats(1)
    case .vector(.float, let count): .floats(count)
    case .scalar(.int): .ints(1)
    case .vector(.int, let count): .ints(count)
    case .scalar(.uint): .uints(1)
    case .vector(.uint, let count): .uints(count)
    case .scalar(.bool): .bool
    case .data(let type):
      .data(
        DataLayout(
          type, variable.storage?.storage ?? .float, isPacked: variable.storage?.isPacked ?? false, unit.structures))
    default: nil
    }
  }

  private static func spelling(
    of variable: Variable, _ type: Kernel.Parameter.ParameterType, _ language: Language
  ) -> String {
    let isMetal = language == .metal
    switch type {
    case .sampler: return isMetal ? "coreimage::sampler" : "sampler"
    case .table: return "__table sampler"
    case .sample: return isMetal ? "coreimage::sample_t" : "__sample"
    case .color: return "__color"
    case .floats(let count): return count == 1 ? "float" : isMetal ? "float\(count)" : "vec\(count)"
    case .ints(let count): return count == 1 ? "int" : isMetal ? "int\(count)" : "ivec\(count)"
    case .uints(let count): return count == 1 ? "uint" : "uint\(count)"
    case .bool: return "bool"
    case .data: return "constant T *"
    }
  }

  /// Returns whether a group kernel calls `write` exactly once; reports an error otherwise.
  private static func writesOnce(_ function: Function, _ reporter: Reporter) -> Bool {
    var count = 0
    function.body.visitValues { value in value.visitAll { if case .groupWrite = $0.kind { count += 1 } } }
    guard count == 1 else {
      reporter.error(
        "'\(function.name)' writes its block \(count) times", at: function.location,
        allowed: "one write(v0, v1, v2, v3)")
      return false
    }
    return true
  }
}
