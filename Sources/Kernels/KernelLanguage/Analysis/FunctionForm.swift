/// A specialisation of a function for given images. GLSL cannot pass samplers to functions, so a helper is printed once
/// for each combination of images.
struct FunctionForm: Hashable {
  var function: Int
  /// For each parameter that is an image or data, the index of its input; nil for other parameters.
  var inputs: [Int?]

  /// Returns the specialisation that a call requires.
  func callee(_ number: Int, _ arguments: [Value]) -> FunctionForm {
    FunctionForm(
      function: number,
      inputs: arguments.map { argument in
        guard argument.type.isOpaque, case .variable(let variable) = argument.kind else { return nil }
        return inputs[variable]
      })
  }
}

/// The hidden inputs that a specialisation requires from its caller.
struct FormNeeds {
  var position = false
  var extents: Set<Int> = []
  var transforms: Set<Int> = []
  /// Data parameters whose element count is required.
  var data: Set<Int> = []
  /// The images that are sampled at arbitrary points, and those from which components are gathered.
  var points: Set<Int> = []
  var gathers: Set<Int> = []
  var openLoops = false

  mutating func add(_ other: FormNeeds) {
    position = position || other.position
    extents.formUnion(other.extents)
    transforms.formUnion(other.transforms)
    data.formUnion(other.data)
    points.formUnion(other.points)
    gathers.formUnion(other.gathers)
    openLoops = openLoops || other.openLoops
  }
}

/// An analysis of the hidden inputs of specialisations. The result of each is cached.
struct FormAnalysis {
  let unit: CheckedUnit
  /// Images whose sampler has its own affine transform.
  let transformed: Set<Int>
  /// Whether counted loops get an iteration limit too.
  let boundsAllLoops: Bool
  private(set) var needs: [FunctionForm: FormNeeds] = [:]

  init(_ unit: CheckedUnit, transformed: Set<Int>, boundsAllLoops: Bool) {
    (self.unit, self.transformed, self.boundsAllLoops) = (unit, transformed, boundsAllLoops)
  }

  /// Returns whether a loop is known to end, for any pixels.
  func isCounted(_ loop: Loop) -> Bool { loop.counter != nil && !boundsAllLoops }

  /// Returns the hidden inputs of a specialisation, or nil if there are too many specialisations. The recursion is at
  /// most `Limits.callDepth` deep.
  mutating func needs(of form: FunctionForm) -> FormNeeds? {
    if let cached = needs[form] { return cached }
    guard needs.count < Limits.functionForms else { return nil }
    let function = unit.functions[form.function]
    var found = FormNeeds()
    var callees: [FunctionForm] = []
    function.body.visitValues { value in
      value.visitAll { part in
        switch part.kind {
        case .position: found.position = true
        case .image(let operation, let variable, let points):
          guard let image = form.inputs[variable] else { return }
          add(operation, image, points.first, function, variable, to: &found)
        case .data(let variable, _):
          if let input = form.inputs[variable] { found.data.insert(input) }
        case .call(let number, let arguments): callees.append(form.callee(number, arguments))
        default: break
        }
      }
    }
    function.body.visitLoops { if !isCounted($0) { found.openLoops = true } }
    for callee in callees {
      guard let other = needs(of: callee) else { return nil }
      found.add(other)
    }
    needs[form] = found
    return found
  }

  private func add(
    _ operation: ImageOperation, _ image: Int, _ point: Value?, _ function: Function, _ variable: Int,
    to needs: inout FormNeeds
  ) {
    switch operation {
    case .sample:
      if isOwnPosition(point, of: variable, image, in: function) {
        needs.position = true
      } else {
        needs.points.insert(image)
      }
    case .gather:
      needs.points.insert(image)
      needs.gathers.insert(image)
    case .coord:
      needs.position = true
      if transformed.contains(image) { needs.transforms.insert(image) }
    case .transform: if transformed.contains(image) { needs.transforms.insert(image) }
    case .extent, .origin, .size: needs.extents.insert(image)
    }
  }

  /// Returns whether a point is the position of the output pixel: `coord()` of the sampler, or `transform` of that
  /// position.
  func isOwnPosition(_ point: Value?, of variable: Int, _ image: Int, in function: Function) -> Bool {
    guard let point, !transformed.contains(image) else { return false }
    switch point.kind {
    case .position: return true
    case .image(.coord, let other, _): return other == variable || transformed.isEmpty
    case .image(.transform, let other, let points) where other == variable || transformed.isEmpty:
      return isOwnPosition(points.first, of: variable, image, in: function)
    case .variable(let number):
      // A variable that is assigned only in its declaration.
      let local = function.variables[number]
      guard local.passing == .local, !local.isWritten, let value = initialValue(of: number, in: function.body) else {
        return false
      }
      if case .variable = value.kind { return false }
      return isOwnPosition(value, of: variable, image, in: function)
    default: return false
    }
  }

  private func initialValue(of variable: Int, in statements: [Statement]) -> Value? {
    for statement in statements {
      if case .declare(variable, let value) = statement.kind { return value }
    }
    return nil
  }
}
