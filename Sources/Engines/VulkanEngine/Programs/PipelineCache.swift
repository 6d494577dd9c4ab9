import CVulkan
import ImageGraph
import ImagePlanning
import ImagePrograms
import Synchronization

/// A function that returns the SPIR-V module of a program.
package typealias Stitch = @Sendable (Program) throws(RenderError) -> [UInt32]

/// A cache of pipelines, by program. Argument values and image sizes are not part of the key, so changing a parameter
/// compiles nothing.
final class PipelineCache: Sendable {
  /// A pipeline, or a pending compilation. Its lock makes concurrent requests wait for the first one.
  private final class Entry: Sendable {
    let pipeline = Mutex<Pipeline?>(nil)
  }

  private struct State {
    var entries: [Program: (entry: Entry, lastUse: Int)] = [:]
    var clock = 0
  }

  private let state = Mutex(State())
  private let device: Device
  private let stitch: Stitch
  private let driverCache: DriverCache
  private let capacity: Int
  private let readsStorage: Bool

  /// - Parameter readsStorage: see `CostRules.readsStorage`. Must match the kernels of `stitch`.
  init(
    device: Device, driverCache: DriverCache, readsStorage: Bool, capacity: Int = 1024, stitch: @escaping Stitch
  ) {
    (self.device, self.driverCache, self.capacity, self.stitch) = (device, driverCache, capacity, stitch)
    self.readsStorage = readsStorage
  }

  /// Returns the program's pipeline. If this call compiled it, also returns the milliseconds of stitching; the
  /// remaining time is the driver's.
  func pipeline(for program: Program) throws(RenderError) -> (pipeline: Pipeline, stitchMilliseconds: Double?) {
    let entry = entry(for: program)
    return try entry.pipeline.withLock { (compiled) throws(RenderError) -> (Pipeline, Double?) in
      if let compiled { return (compiled, nil) }
      var milliseconds = 0.0
      let words = try timed(&milliseconds) { () throws(RenderError) in try stitch(program) }
      let pipeline: Pipeline
      do throws(RenderError) {
        pipeline = try Pipeline(words, program, readsStorage: readsStorage, cache: driverCache.handle, on: device)
      } catch {
        throw error.naming(program)
      }
      compiled = pipeline
      return (pipeline, milliseconds)
    }
  }

  func clear() { state.withLock { $0.entries.removeAll() } }

  private func entry(for program: Program) -> Entry {
    state.withLock { state in
      state.clock += 1
      if let found = state.entries[program]?.entry {
        state.entries[program]?.lastUse = state.clock
        return found
      }
      // Runs that still use an evicted pipeline retain it.
      if state.entries.count >= capacity, let oldest = state.entries.min(by: { $0.value.lastUse < $1.value.lastUse }) {
        state.entries[oldest.key] = nil
      }
      let entry = Entry()
      state.entries[program] = (entry, state.clock)
      return entry
    }
  }
}

extension RenderError {
  /// Returns the error with the program's functions if the driver failed to compile it. They identify the filter.
  fileprivate func naming(_ program: Program) -> RenderError {
    guard case .device(let call, let result) = self, result != VK_ERROR_DEVICE_LOST.rawValue,
      ["vkCreateShaderModule", "vkCreateComputePipelines"].contains(call)
    else { return self }
    var names: [Substring] = []
    for instruction in program.blocks.flatMap(\.instructions) {
      switch instruction {
      case .call(let function, _), .gather(let function, _, _):
        let name = function.shortName
        if !names.contains(name) { names.append(name) }
      default: break
      }
    }
    let list = names.isEmpty ? "a program that copies" : "a program of \(names.joined(separator: ", "))"
    return .device(call: "\(call) for \(list)", result: result)
  }
}

/// A compiled kernel, which is destroyed with the last reference.
final class Pipeline: @unchecked Sendable {
  let handle: VkPipeline
  let layout: KernelLayout
  private let device: Device

  /// - Throws: `unsupported` if the module requires a capability that the device lacks.
  init(
    _ words: [UInt32], _ program: Program, readsStorage: Bool, cache: VkPipelineCache?, on device: Device
  ) throws(RenderError) {
    for capability in capabilities(of: words) {
      if let missing = missing(capability, on: device.physical.facts) {
        throw .unsupported("\(device.info.name) lacks \(missing) in kernels")
      }
    }
    layout = try device.layout(
      program.outputBinding, program.inputs.map { $0.binding(readsStorage: readsStorage) },
      reportsOpenLoops: program.reportsOpenLoops)
    var pipeline: VkPipeline?
    try check(
      cvk_create_pipeline(
        device.functions.table, device.handle, cache, words, words.count, layout.pipeline, &pipeline))
    (handle, self.device) = (pipeline!, device)
  }

  deinit { device.functions.vkDestroyPipeline(device.handle, handle, nil) }
}

extension Program {
  fileprivate var outputBinding: KernelBinding { if case .image = store { .storageImage } else { .storageBuffer } }
}

extension Program.LoadForm {
  fileprivate func binding(readsStorage: Bool) -> KernelBinding {
    switch self {
    case .texel, .planes: .texelBuffer
    case .packed: readsStorage ? .storageBuffer : .texelBuffer
    case .image: .sampledImage
    }
  }
}

/// Returns the capabilities that a module declares. They are its first instructions, after a header of five words.
private func capabilities(of words: [UInt32]) -> [UInt32] {
  var found: [UInt32] = []
  var index = 5
  while index + 1 < words.count, words[index] == 2 << 16 | 17 {
    found.append(words[index + 1])
    index += 2
  }
  return found
}

/// Returns the missing feature for a capability, by its number in the SPIR-V specification (3.31); nil if the device
/// supports it.
private func missing(_ capability: UInt32, on facts: CVKDeviceFacts) -> String? {
  switch capability {
  case 9: facts.shaderFloat16 ? nil : "16-bit floats"
  case 10: facts.shaderFloat64 ? nil : "64-bit floats"
  case 11: facts.shaderInt64 ? nil : "64-bit integers"
  case 22: facts.shaderInt16 ? nil : "16-bit integers"
  case 39: facts.shaderInt8 ? nil : "8-bit integers"
  default: nil
  }
}
