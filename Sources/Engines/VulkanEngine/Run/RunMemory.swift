import CVulkan
import ImageGraph
import ImagePlanning
import ImagePrograms

/// The finished output of a run: rows top first, `rowBytes` apart.
struct RunOutput {
  let lease: Lease
  let rowBytes: Int
  let byteCount: Int
}

/// The device memory of one run, leased until the run is done, and how its kernels see it.
final class RunMemory {
  let run: PreparedRun
  let sources: [ScheduleMemory.Upload: UploadedSource]
  private var blocks: [Lease] = []
  /// Memory of images that share none.
  private var own: [Schedule.ImageID: Lease] = [:]
  /// Where kernels count, on devices with memory of their own: the host reaches only a copy of it.
  private var counting: [Schedule.ImageID: Lease] = [:]
  let uniforms: Lease
  /// Where dispatches note loops that did not end; nil where none of them may.
  let openLoopWords: Lease?
  private let held: BufferPool.HeldMemory
  private var inputs: [InputKey: KernelInput] = [:]
  /// The app's image that the output is written to, when that was asked for.
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
      case .output: own[id] = try pool.take(image.byteCount, .device)
      case .intermediate where image.isToBeCached: own[id] = try pool.take(image.byteCount, .device)
      case .counters:
        let lease = try pool.take(image.byteCount, .host)
        lease.buffer.contents!.initializeMemory(as: UInt8.self, repeating: 0, count: image.byteCount)
        own[id] = lease
        if !run.context.profile.isUnified { counting[id] = try pool.take(image.byteCount, .device) }
      default: break
      }
    }
  }

  /// The memory of an image that dispatches write, or that is kept from before.
  func lease(_ id: Schedule.ImageID) -> Lease {
    if case .cached(let kept as CachedIntermediate<Lease>) = run.schedule.images[id].kind { return kept.memory }
    if let block = run.memory.blocks.blockOf[id] { return blocks[block] }
    guard let lease = own[id] else { preconditionFailure("every image that is written has memory") }
    return lease
  }

  /// Where kernels count, if that is not where the host and later kernels read the numbers: each addition to memory of
  /// the host would cross the bus.
  func countingBuffer(of id: Schedule.ImageID) -> Buffer? { counting[id]?.buffer }

  /// Which memory that is, for finding hazards.
  func place(_ id: Schedule.ImageID) -> Hazards.Memory {
    run.memory.blocks.blockOf[id].map { .block($0) } ?? .image(id)
  }

  func input(_ id: Schedule.ImageID, _ texels: Texels) throws(RenderError) -> CVKBound {
    let key = InputKey(id: id, texels: texels)
    if let input = inputs[key] { return input.binding }
    if texels.isImage, let place = run.images.read[id] {
      let input = try KernelInput(place.image, for: .kernelsToRead, on: run.context.device)
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

  /// The app's image that kernels write the output to; nil: they write it to memory of the run.
  func writtenImage() throws(RenderError) -> CVKBound? {
    guard let place = run.images.written else { return nil }
    if let written { return written.binding }
    let made = try KernelInput(place.image, for: .kernelsToWrite, on: run.context.device)
    written = made
    return made.binding
  }

  /// Everything that commands use, for who keeps it longer than the run.
  var resources: [AnyObject] {
    var all: [AnyObject] = [uniforms, held]
    if let openLoopWords { all.append(openLoopWords) }
    if let written { all.append(written) }
    all += blocks as [AnyObject]
    all += Array(own.values) as [AnyObject]
    all += Array(counting.values) as [AnyObject]
    all += Array(inputs.values) as [AnyObject]
    all += Array(sources.values) as [AnyObject]
    return all
  }

  /// Counters become floats in place, so that kernels read them as they read any image.
  ///
  /// The host does it, between two submissions: a histogram is small, and a kernel of its own would be one more format.
  func countsToFloats(_ id: Schedule.ImageID) {
    guard let contents = lease(id).buffer.contents else { preconditionFailure("counters lie in host memory") }
    for offset in stride(from: 0, to: run.schedule.images[id].byteCount, by: 4) {
      let count = contents.load(fromByteOffset: offset, as: UInt32.self)
      contents.storeBytes(of: Float(count), toByteOffset: offset, as: Float.self)
    }
  }
}
