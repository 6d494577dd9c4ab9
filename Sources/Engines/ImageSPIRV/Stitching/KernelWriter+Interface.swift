import ImageGraph
import ImagePrograms

/// The bindings of a kernel, see `Stitcher`.
extension KernelWriter {
  enum Decoration {
    static let block: UInt32 = 2
    static let arrayStride: UInt32 = 6
    static let builtIn: UInt32 = 11
    static let nonWritable: UInt32 = 24
    static let nonReadable: UInt32 = 25
    static let binding: UInt32 = 33
    static let descriptorSet: UInt32 = 34
    static let offset: UInt32 = 35
  }

  mutating func declareInterface() {
    let (float4, int4) = (emitter.module.type(.float, 4), emitter.module.type(.int, 4))
    let length = emitter.module.constant(UInt32(program.slotCount))
    let array = emitter.module.newType(.typeArray, [float4, length])
    emitter.module.decorate(array, Decoration.arrayStride, 16)
    slots = block([array], in: .uniform)
    bind(slots, 0)

    output = outputVariable()
    bind(output, 1)

    inputs = program.inputs.enumerated().map { index, form in
      let variable = isStorage(form) ? groupBlock() : emitter.module.variable(imageType(form), in: .uniformConstant)
      bind(variable, UInt32(2 + index))
      return variable
    }
    if program.reportsOpenLoops { openLoops = openLoopBlock() }
    pushed = block([int4, int4], in: .pushConstant)
  }

  private mutating func outputVariable() -> ID {
    if case .image(let format, _) = program.store {
      let variable = emitter.module.variable(storedImageType(format), in: .uniformConstant)
      emitter.module.decorate(variable, Decoration.nonReadable)
      return variable
    }
    let (element, stride) = storedElement
    let pixels = emitter.module.newType(.typeRuntimeArray, [element])
    emitter.module.decorate(pixels, Decoration.arrayStride, stride)
    return block([pixels], in: .storageBuffer)
  }

  /// Returns whether an input is a storage buffer; otherwise it is a texel buffer or an image.
  func isStorage(_ form: Program.LoadForm) -> Bool { if case .packed = form { options.readsStorage } else { false } }

  /// Declares a read-only storage buffer of groups of pixels.
  private mutating func groupBlock() -> ID {
    let groups = emitter.module.newType(.typeRuntimeArray, [emitter.module.type(.uint, 4)])
    emitter.module.decorate(groups, Decoration.arrayStride, 16)
    let variable = block([groups], in: .storageBuffer)
    emitter.module.decorate(variable, Decoration.nonWritable)
    return variable
  }

  /// Declares a structure of these members, 16 bytes apart, as a variable.
  private mutating func block(_ members: [ID], in storage: ModuleBuilder.StorageClass) -> ID {
    let type = emitter.module.newType(.typeStruct, members)
    emitter.module.decorate(type, Decoration.block)
    for index in members.indices {
      emitter.module.decorateMember(type, UInt32(index), Decoration.offset, UInt32(index * 16))
    }
    return emitter.module.variable(type, in: storage)
  }

  /// Declares a storage buffer of words, with the binding after the inputs.
  private mutating func openLoopBlock() -> ID {
    let words = emitter.module.newType(.typeRuntimeArray, [emitter.module.type(.uint)])
    emitter.module.decorate(words, Decoration.arrayStride, 4)
    let variable = block([words], in: .storageBuffer)
    bind(variable, UInt32(2 + program.inputs.count))
    return variable
  }

  private mutating func bind(_ variable: ID, _ binding: UInt32) {
    emitter.module.decorate(variable, Decoration.descriptorSet, 0)
    emitter.module.decorate(variable, Decoration.binding, binding)
  }

  /// Returns the type of a texel's components.
  func texelScalar(_ form: Program.LoadForm) -> ScalarLane {
    switch form {
    case .packed, .planes: .uint
    case .texel, .image: .float
    }
  }

  /// Returns the type of a texel buffer, or of an image, that is read without a sampler.
  mutating func imageType(_ form: Program.LoadForm) -> ID {
    let dimension: UInt32 = if case .image = form { 1 } else { 5 }
    return emitter.module.global(.typeImage, [emitter.module.type(texelScalar(form)), dimension, 0, 0, 0, 1, 0])
  }
}
