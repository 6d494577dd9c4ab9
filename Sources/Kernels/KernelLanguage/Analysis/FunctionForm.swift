/// A function for certain images: GLSL cannot hand samplers on, so a helper is printed once for each combination.
struct FunctionForm: Hashable {
  var function: Int
  /// For each parameter the number of the image or of the bytes that it is; nil for other parameters.
  var inputs: [Int?]

  /// The form that a call asks for.
  func callee(_ number: Int, _ arguments: [Value]) -> FunctionForm {
    FunctionForm(
      function: number,
      inputs: arguments.map { argument in
        guard argument.type.isOpaque, case .variable(let variable) = argument.kind else { return nil }
        return inputs[variable]
      })
  }
}

/// What a form of a function needs from who calls it.
struct FormNeeds {
  var position = false
  var extents: Set<Int> = []
  var transforms: Set<Int> = []
  /// Bytes whose count must be known.
  var data: Set<Int> = []
  /// The images that are read at points, and from which components four are gathered.
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

/// Works out what forms need, each once.
struct FormAnalysis {
  let unit: CheckedUnit
  /// Images whose sampler has a map of its own.
  let transformed: Set<Int>
  /// True where counted loops get a bound as well.
  let boundsAllLoops: Bool
  private(set) var needs: [FunctionForm: FormNeeds] = [:]

  init(_ unit: CheckedUnit, transformed: Set<Int>, boundsAllLoops: Bool) {
    (self.unit, self.transformed, self.boundsAllLoops) = (unit, transformed, boundsAllLoops)
  }

  /// True when a loop ends by itself, whatever the pixels are.
  func isCounted(_ loop: Loop) -> Bool { loop.counter != nil && !boundsAllLoops }

  /// Calls are at most `Limits.callDepth` deep, so this may call itself. Nil when there are too many forms.
  mutating func needs(of form: FunctionForm) -> FormNeeds? {
    if let known = needs[form] { return known }
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
      if isOwnPlace(point, of: variable, image, in: function) {
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

  /// True when a point is the place of the pixel that is made: `coord()` of the sampler, or `transform` of that place.
  func isOwnPlace(_ point: Value?, of variable: Int, _ image: Int, in function: Function) -> Bool {
    guard let point, !transformed.contains(image) else { return false }
    switch point.kind {
    case .position: return true
    case .image(.coord, let other, _): return other == variable || transformed.isEmpty
    case .image(.transform, let other, let points) where other == variable || transformed.isEmpty:
      return isOwnPlace(points.first, of: variable, image, in: function)
    case .variable(let number):
      // A variable that is set once, where it is declared.
      let local = function.variables[number]
      guard local.passing == .local, !local.isWritten, let value = initialValue(of: number, in: function.body) else {
        return false
      }
      if case .variable = value.kind { return false }
      return isOwnPlace(value, of: variable, image, in: function)
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
