import SPIRVInstructions

/// Instructions other than jumps.
extension StageEmitter {
  func compute(_ instruction: ShaderInstruction, _ frame: EmitterFrame) throws(StageError) {
    let operands = instruction.operands
    switch instruction.opcode {
    case .variable:
      let type = module.pointee(of: instruction.type!)
      let variable = declare(
        module.kinds(of: type), isArray: frame.arrays.contains(instruction.result!), mask: frame.mask,
        isStoredOnce: frame.storeCounts[instruction.result!] == 1)
      let pointer = Pointer(variable: variable, type: type)
      frame.bindings[instruction.result!] = .pointer(pointer)
      if operands.count > 1 { store(try components(operands[1], frame), pointer) }
    case .accessChain, .inBoundsAccessChain:
      let pointer = try part(operands.dropFirst(), of: pointer(operands[0], frame), frame)
      frame.bindings[instruction.result!] = .pointer(pointer)
    case .store: store(try components(operands[1], frame), try pointer(operands[0], frame))
    default: frame.bindings[instruction.result!] = .components(try result(of: instruction, frame))
    }
  }

  private func result(of instruction: ShaderInstruction, _ frame: EmitterFrame) throws(StageError) -> [StageValue] {
    let operands = instruction.operands
    switch instruction.opcode {
    case .load: return load(try pointer(operands[0], frame))
    case .functionCall: return try call(operands, frame)
    case .extInst:
      let arguments = try values(operands.dropFirst(2), frame)
      if operands[1] == 33 || operands[1] == 34 { return matrix(operands[1], arguments[0]) }
      return try extended(operands[1], arguments)
    case .transpose, .matrixTimesScalar, .vectorTimesMatrix, .matrixTimesVector, .matrixTimesMatrix, .outerProduct:
      let rows = module.rowCount(of: module.typeOf[operands[0]]!)
      return try product(
        instruction.opcode, rows: rows ?? 0, columnSize: module.rowCount(of: module.typeOf[operands.last!]!) ?? 0,
        values(operands[...], frame))
    case .vectorExtractDynamic:
      return [element(of: try components(operands[0], frame), at: try components(operands[1], frame)[0])]
    case .vectorInsertDynamic:
      let index = inside(try components(operands[2], frame)[0], try components(operands[0], frame).count)
      let new = try components(operands[1], frame)[0]
      return try components(operands[0], frame).enumerated().map { position, old in
        selected(operation(.bool, [index]) { "\($0[0]) == \(position)" }, new, old)
      }
    case .compositeExtract:
      var (type, offset) = (module.typeOf[operands[0]]!, 0)
      for index in operands.dropFirst() {
        let (part, distance) = module.part(Int(index), of: type)
        (type, offset) = (part, offset + distance)
      }
      return Array(try components(operands[0], frame)[offset..<(offset + module.kinds(of: type).count)])
    case .compositeInsert:
      var all = try components(operands[1], frame)
      var (type, offset) = (instruction.type!, 0)
      for index in operands.dropFirst(2) {
        let (part, distance) = module.part(Int(index), of: type)
        (type, offset) = (part, offset + distance)
      }
      let new = try components(operands[0], frame)
      all.replaceSubrange(offset..<(offset + new.count), with: new)
      return all
    case .compositeConstruct: return try values(operands[...], frame).flatMap { $0 }
    case .copyObject: return try components(operands[0], frame)
    case .vectorShuffle:
      let all = try components(operands[0], frame) + components(operands[1], frame)
      return operands.dropFirst(2).map { all[$0 == .max ? 0 : Int($0)] }
    case .undef: return module.kinds(of: instruction.type!).map { StageValue(bits: 0, $0) }
    default:
      return try arithmetic(
        instruction.opcode, module.kinds(of: instruction.type!), try values(operands[...], frame))
    }
  }

  private func values(_ ids: ArraySlice<ShaderID>, _ frame: EmitterFrame) throws(StageError) -> [[StageValue]] {
    var all: [[StageValue]] = []
    for id in ids { all.append(try components(id, frame)) }
    return all
  }

  /// Emits a call of a reader, or of a function, which is inlined.
  private func call(_ operands: [ShaderID], _ frame: EmitterFrame) throws(StageError) -> [StageValue] {
    var arguments: [Binding] = []
    for id in operands.dropFirst() {
      // The results of phis are bound to variables too, but they are values.
      if case .pointer(let pointer)? = frame.bindings[id],
        case .pointer? = module.typeOf[id].flatMap({ module.types[$0] })
      {
        arguments.append(.pointer(pointer))
      } else {
        arguments.append(.components(try components(id, frame)))
      }
    }
    if let reader = module.reader(operands[0]) {
      guard case .components(let point)? = arguments.first else { throw StageError("a read without a point") }
      return try read(reader, point)
    }
    guard let function = module.functions[operands[0]] else {
      throw StageError("\(signature.name) calls a function that does not exist")
    }
    if let power = try power(function, arguments) { return power }
    if let exact = exact(function, arguments) { return exact }
    if let mean = opaqueMean(function, arguments) { return mean }
    return try call(function, arguments)
  }

  /// Returns the name of a function of the package; nil for functions of app kernels, whose names are arbitrary.
  func sharedName(_ function: ShaderFunction) -> String? { signature.isKernel ? nil : module.names[function.id] }

  /// Returns the mean of opaque colours, see Shared/Mean.glsl; nil for other functions and other forms.
  private func opaqueMean(_ function: ShaderFunction, _ arguments: [Binding]) -> [StageValue]? {
    guard form.readsOpaque, sharedName(function) == "mean(vf4;", case .components(let color)? = arguments.first else {
      return nil
    }
    return color.dropLast() + [.float(1)]
  }

  /// Emits a read of an input: from a row, or by a function with points as arguments.
  private func read(_ reader: Int, _ point: [StageValue]) throws(StageError) -> [StageValue] {
    readerCount = max(readerCount, reader + 1)
    let kind: Kind = form.isStored ? .pixel : .float
    let names = (0..<(form.isStored ? 1 : 4)).map { _ in newName("q") }
    let list = names.joined(separator: ", ")
    write("\(kind.vectorType) \(list);")
    if form.isRow {
      guard point[1].isUniform else { throw StageError("\(signature.name): scattered reads have no row form") }
      if !point[0].origin.isEmpty { looseReaders.insert(reader) }
      let ending = form.isStored ? "_STORED" : ""
      if let column = point[0].column {
        write("READ_MOVED\(ending)(\(reader), \(column.offset ?? "0.0f"), \(point[1].text), \(list));")
      } else {
        readsColumns = true
        write("READ_COLUMNS\(ending)(\(reader), \(point[0].vector), \(point[1].text), \(list));")
      }
    } else {
      write("READ_POINTS(\(reader), \(mask ?? "ALL"), \(point[0].vector), \(point[1].vector), \(list));")
    }
    let values = names.map { StageValue.varying($0, kind, origin: .samples) }
    // An unused alpha is not loaded either.
    return form.readsOpaque ? values.dropLast() + [.float(1)] : values
  }
}
