import CVulkan
import ImageGraph
import ImagePlanning
import ImagePrograms

/// The output of a completed run: rows from the top down, with a stride of `rowBytes`.
struct RunOutput {
  let lease: Lease
  let rowBytes: Int
  let byteCount: Int
}

/// The device memory of a run, leased until its completion, with the bindings of its kernels.
final class RunMemory {
  let run: PreparedRun
  let sources: [ScheduleMemory.Upload: UploadedSource]
  private var blocks: [Lease] = []
  /// The memory of images that do not share a block.
  private var ownMemory: [Schedule.ImageID: Lease] = [:]
  /// The memory in which kernels count, on discrete devices. The host reads a copy.
  private var counterMemory: [Schedule.ImageID: Lease] = [:]
  let uniforms: Lease
  /// The flags that dispatches set for endless loops; nil if no dispatch has flags.
  let openLoopWords: Lease?
  private let held: BufferPool.HeldMemory
  private var inputs: [InputKey: KernelInput] = [:]
  /// The binding of the app's image to which the output is written, after its first use.
  private var written: KernelInput?

  private struct InputKey: Hashable {
    var id: Schedule.ImageID
    var texels: Texels
  }

  init(of run: PreparedRun, sources: [ScheduleMemory.Upload: UploadedSource]) throws(RenderError) {
    (self.run, self.sources) = (run, sources)
    let pool = run.context.pool
    held = pool.hold(run.run.heldBytes)
    uniforms = try pool.take(run.memory.argumentBytes, .host)
    let openLoopBytes = run.memory.openLoopBytes
    openLoopWords = openLoopBytes > 0 ? try pool.take(openLoopBytes, .host) : nil
    openLoopWords?.buffer.contents!.initializeMemory(as: UInt8.self, repeating: 0, count: openLoopBytes)
    for size in run.memory.blocks.blocks { blocks.append(try pool.take(size, .device)) }
    for (id, image) in run.schedule.images.enumerated() {
      switch image.kind {
      case .output where run.images.written != nil: break
      case .output: ownMemory[id] = try pool.take(image.byteCount, .device)
      case .intermediate where image.isToBeCached: ownMemory[id] = try pool.take(image.byteCount, .device)
      case .counters:
        let lease = try pool.take(image.byteCount, .host)
        lease.buffer.contents!.initializeMemory(as: UInt8.self, repeating: 0, count: image.byteCount)
        ownMemory[id] = lease
        if !run.context.profile.isUnified { counterMemory[id] = try pool.take(image.byteCount, .device) }
      default: break
      }
    }
  }

  /// Returns the memory of a written image or of a cached intermediate.
  func lease(_ id: Schedule.ImageID) -> Lease {
    if case .cached(let cached as CachedIntermediate<Lease>) = run.schedule.images[id].kind { return cached.memory }
    if let block = run.memory.blocks.blockOf[id] { return blocks[block] }
    guard let lease = ownMemory[id] else { preconditionFailure("every image that is written has memory") }
    return lease
  }

  /// Returns the memory in which kernels count, if it is not the memory that the host and later kernels read. Atomic
  /// additions to host memory would cross the bus.
  func countingBuffer(of id: Schedule.ImageID) -> Buffer? { counterMemory[id]?.buffer }

  /// Returns the identity of an image's memory, for the hazard tracker.
  func hazardMemory(_ id: Schedule.ImageID) -> Hazards.Memory {
    run.memory.blocks.blockOf[id].map { .block($0) } ?? .image(id)
  }

  func input(_ id: Schedule.ImageID, _ texels: Texels) throws(RenderError) -> CVKBound {
    let key = InputKey(id: id, texels: texels)
    if let input = inputs[key] { return input.binding }
    if texels.isImage, let position = run.images.read[id] {
      let input = try KernelInput(position.image, for: .kernelsToRead, on: run.context.device)
      inputs[key] = input
      return input.binding
    }
    let source = sources[ScheduleMemory.Upload(image: id, format: texels.format)]
    let input = try KernelInput(
      source?.buffer ?? lease(id).buffer, offset: source?.offset ?? 0, texels,
      byteCount: run.byteCount(of: id, texels.format), on: run.context.device)
    inputs[key] = input
    return input.binding
  }

  /// Returns the binding of the app's image to which kernels write the output; nil if they write to memory of the run.
  func writtenImage() throws(RenderError) -> CVKBound? {
    guard let position = run.images.written else { return nil }
    if let written { return written.binding }
    let input = try KernelInput(position.image, for: .kernelsToWrite, on: run.context.device)
    written = input
    return input.binding
  }

  /// All resources of the commands, for owners that outlive the run.
  var resources: [AnyObject] {
    var all: [AnyObject] = [uniforms, held]
    if let openLoopWords { all.append(openLoopWords) }
    if let written { all.append(written) }
    all += blocks as [AnyObject]
    all += Array(ownMemory.values) as [AnyObject]
    all += Array(counterMemory.values) as [AnyObject]
    all += Array(inputs.values) as [AnyObject]
    all += Array(sources.values) as [AnyObject]
    return all
  }

  /// Converts counters to floats in place, so that kernels can read them as an image.
  ///
  /// The host converts them between two submissions: a histogram is small, and a kernel would require one more format.
  func convertCountersToFloats(_ id: Schedule.ImageID) {
    guard let contents = lease(id).buffer.contents else { preconditionFailure("counters lie in host memory") }
    for offset in stride(from: 0, to: run.schedule.images[id].byteCount, by: 4) {
      let count = contents.load(fromByteOffset: offset, as: UInt32.self)
      contents.storeBytes(of: Float(count), toByteOffset: offset, as: Float.self)
    }
  }
}
