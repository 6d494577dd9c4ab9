/// Loads and stores.
extension StageEmitter {
  func load(_ pointer: Pointer) -> [StageValue] {
    let variable = pointer.variable
    return module.kinds(of: pointer.type).enumerated().map { position, kind in
      let index = pointer.offset + position
      if !variable.isArray, let stored = variable.storedValues[index], scopes.contains(stored.scope) {
        return stored.value
      }
      let component = variable.component(index)
      findings.noteRead(component)
      if let index = pointer.index, !index.isUniform {
        let isUniform = !findings.varying.contains(component)
        let array = "v\(variable.number)"
        let picked =
          "pick_\(isUniform ? "s" : "")\(kind.letter)(\(array), \(index.text) + \(pointer.offset + position))"
        return value(
          kind, isUniform: false, picked,
          origin: findings.origins[component, default: []].union(findings.control).union(pointer.origin))
      }
      return value(
        kind, isUniform: !findings.varying.contains(component), location(pointer, index),
        origin: findings.origins[component, default: []].union(findings.control))
    }
  }

  func store(_ values: [StageValue], _ pointer: Pointer) {
    let variable = pointer.variable
    for (position, value) in values.enumerated() {
      let index = pointer.offset + position
      let component = variable.component(index)
      // For inactive pixels the variable keeps its value.
      let isWhole = variable.mask == mask
      let isScattered = pointer.index.map { !$0.isUniform } ?? false
      if !value.isUniform || !isWhole || isScattered { findings.noteVarying(component) }
      findings.note(value.origin.union(pointer.origin), of: component)
      findings.noteStore(component)
      if !variable.isArray && (variable.isStoredOnce || findings.isStoredOnce(component)) {
        variable.storedValues[index] = (value, scopes.last!)
      }
      guard findings.read.contains(component) else { continue }
      if isScattered, let scattered = pointer.index {
        let element = "\(scattered.text) + \(index)"
        write("put_\(value.kind.letter)(v\(variable.number), \(element), \(value.vector), \(mask ?? "ALL"));")
        continue
      }
      let target = location(pointer, index)
      if !findings.varying.contains(component) {
        write("\(target) = \(value.text);")
      } else if isWhole {
        write("\(target) = \(value.vector);")
      } else {
        write("\(target) = SELECT_\(value.kind.letter)(\(mask ?? "ALL"), \(value.vector), \(target));")
      }
    }
  }

  private func location(_ pointer: Pointer, _ index: Int) -> String {
    guard pointer.variable.isArray else { return name(pointer.variable, index) }
    return "v\(pointer.variable.number)[\(pointer.index.map { "\($0.text) + " } ?? "")\(index)]"
  }

  /// Returns a pointer to a part.
  func part(_ indices: ArraySlice<ShaderID>, of pointer: Pointer, _ frame: EmitterFrame) throws(StageError) -> Pointer {
    var result = pointer
    for id in indices {
      if let index = module.integer(id) {
        let (type, offset) = module.part(index, of: result.type)
        result.type = type
        result.offset += offset
        continue
      }
      let whole = module.kinds(of: result.type).count
      result.type = module.part(0, of: result.type).type
      let count = whole / max(1, module.kinds(of: result.type).count)
      let index = try components(id, frame)[0]
      guard pointer.variable.isArray, Set(pointer.variable.kinds).count == 1 else {
        throw StageError("an index into components of several kinds")
      }
      if index.isUniform { findings.note(control: index.origin) }
      let size = module.kinds(of: result.type).count
      // Clamped to the array, for any values.
      let isUniform = index.isUniform && result.index?.isUniform ?? true
      let inside =
        isUniform
        ? "within((int)\(index.text), \(count)) * \(size)" : "w_within((I)(\(index.vector)), \(count)) * \(size)"
      let before = result.index.map { (isUniform ? $0.text : $0.vector) + " + " } ?? ""
      result.index = Pointer.Index(text: before + inside, isUniform: isUniform)
      result.origin.formUnion(index.origin)
    }
    return result
  }

  /// Returns the components of an identifier.
  func components(_ id: ShaderID, _ frame: EmitterFrame) throws(StageError) -> [StageValue] {
    switch frame.bindings[id] {
    case .components(let values)?: return values
    // A phi.
    case .pointer(let pointer)?: return load(pointer)
    case nil: break
    }
    guard module.constants[id] != nil else {
      throw StageError("\(signature.name): %\(id) is used before its definition")
    }
    return zip(module.bits(of: id), module.kinds(of: module.typeOf[id]!)).map { StageValue(bits: $0, $1) }
  }

  func pointer(_ id: ShaderID, _ frame: EmitterFrame) throws(StageError) -> Pointer {
    guard case .pointer(let pointer)? = frame.bindings[id] else {
      throw StageError("\(signature.name): %\(id) is not a variable")
    }
    return pointer
  }
}
