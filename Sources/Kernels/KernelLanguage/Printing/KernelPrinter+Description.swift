/// The parameters and requirements of a printed kernel.
extension KernelPrinter {
  /// The parameters of the GLSL function.
  var slots: [Kernel.Slot] {
    var slots: [Kernel.Slot] = []
    var takesPosition = true
    if case .color(let inputs) = formula {
      slots += (0..<inputs).map { .pixel(image: $0) }
      takesPosition = needs.position && needsPosition || inputs == 0
    }
    if takesPosition { slots.append(.position) }
    for (number, parameter) in signature.parameters.enumerated() {
      func slot(_ kind: Kernel.Slot.Kind, _ component: Int? = nil) -> Kernel.Slot {
        .argument(parameter: number, component: component, kind: kind)
      }
      switch parameter.type {
      case .floats(let count): slots.append(slot(.floats(count)))
      case .color: slots.append(slot(.vec4))
      case .ints(1), .uints(1), .bool: slots.append(slot(.int))
      case .ints(let count), .uints(let count): slots += (0..<count).map { slot(.int, $0) }
      case .sampler, .table, .sample, .data: break
      }
    }
    slots += needs.extents.sorted().map { .extent(image: $0) }
    slots += needs.transforms.sorted().flatMap { [.transformX(image: $0), .transformY(image: $0)] }
    slots += needs.data.sorted().map { .elementCount(parameter: parameterNumber(ofInput: $0)) }
    if signature.isGroup { slots.append(.blockOrigin) }
    return slots
  }

  /// Whether the kernel requires the position for anything except its own pixels. In a colour formula, only then is it
  /// a parameter.
  private var needsPosition: Bool {
    var isUsed = analysis.needs.contains { $0.key != root && $0.value.position }
    func look(_ value: Value) {
      if case .image(.sample, let variable, let points) = value.kind, let image = root.inputs[variable],
        analysis.isOwnPosition(points.first, of: variable, image, in: function)
      {
        return
      }
      if case .position = value.kind { isUsed = true }
      if case .image(.coord, _, _) = value.kind { isUsed = true }
      value.parts.forEach(look)
    }
    function.body.visitValues(look)
    return isUsed
  }

  private func parameterNumber(ofInput input: Int) -> Int {
    signature.variables.firstIndex { root.inputs[$0] == input } ?? 0
  }

  /// The requirements of the kernel in addition to its arguments.
  var described: Kernel.Needs {
    var result = Kernel.Needs()
    result.destination = needsPosition
    result.groupDestination = signature.isGroup
    result.openLoops = needs.openLoops
    result.images = (0..<imageCount).map { image in
      var kinds: Kernel.Needs.Image = []
      if needs.points.contains(image) { kinds.insert(.points) } else { kinds.insert(.ownPixel) }
      if needs.extents.contains(image) { kinds.insert(.extent) }
      if needs.gathers.contains(image) { kinds.insert(.gather) }
      if needs.transforms.contains(image) || usesSamplerSpace(of: image) { kinds.insert(.transform) }
      return kinds
    }
    return result
  }

  /// Returns whether a function uses the sampler's space.
  private func usesSamplerSpace(of image: Int) -> Bool {
    analysis.needs.keys.contains { form in
      var isUsed = false
      unit.functions[form.function].body.visitValues { value in
        value.visitAll { part in
          switch part.kind {
          case .image(.coord, let variable, _), .image(.transform, let variable, _):
            if form.inputs[variable] == image { isUsed = true }
          default: break
          }
        }
      }
      return isUsed
    }
  }
}
