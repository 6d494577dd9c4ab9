import CVulkan
import ImageColor
import ImageGraph
import Synchronization
import VulkanEngine

/// The memory of a destination on the app's device.
struct VulkanTarget: Sendable {
  /// A buffer of the app. Unchecked: the handle is a constant.
  struct Buffer: @unchecked Sendable {
    let handle: VkBuffer
    let offset: Int
    let bytesPerRow: Int
    let stage: VkPipelineStageFlags
    let access: VkAccessFlags
    let wait: CIVulkanSemaphore?
    let signal: CIVulkanSemaphore?
  }

  enum Storage: Sendable {
    /// The image, with the object that the destination retains for it.
    case image(CIVulkanImage, (any AnyObject & Sendable)?)
    case provided(VkFormat, @Sendable () throws -> CIVulkanImage)
    case buffer(Buffer)
  }

  let device: CIVulkanDevice
  let pixels: PixelFormat
  let storage: Storage

  /// Returns the storage for one task; requests the image of a provider.
  ///
  /// - Throws: errors of the provider; `invalidArgument` if its image does not match the destination.
  func resolved(width: Int, height: Int) throws(RenderError) -> Storage {
    guard case .provided(let format, let provider) = storage else { return storage }
    let image: CIVulkanImage
    do { image = try provider() } catch let error as RenderError { throw error } catch {
      throw .invalidArgument("the provider of the destination's image failed: \(error)")
    }
    guard image.device === device, image.format == format, image.width == width, image.height == height else {
      throw .invalidArgument(
        "the provider's image must have \(width)x\(height) pixels in VkFormat \(format.rawValue) (got "
          + "\(image.width)x\(image.height) in VkFormat \(image.format.rawValue))")
    }
    return .image(image, image.use)
  }

  /// Returns the target of a run that outputs pixels of the destination, with rows in the order of memory.
  ///
  /// - Parameter background: the content of the destination that the run reads. Nil: none.
  func runTarget(
    _ region: UserRect, width: Int, height: Int, behind background: VulkanBackground?
  ) throws(RenderError) -> RunTarget {
    if let background { return .deferred { () throws(RenderError) in try background.destination(for: region) } }
    guard case .provided = storage else {
      return .immediate(try storage.destination(for: region, height: height, pixels, waits: true))
    }
    let target = self
    return .deferred { () throws(RenderError) in
      try target.resolved(width: width, height: height).destination(
        for: region, height: height, target.pixels, waits: true)
    }
  }
}

extension VulkanTarget.Storage {
  /// - Parameter waits: false if earlier commands have waited for the storage.
  fileprivate func destination(
    for region: UserRect, height: Int, _ pixels: PixelFormat, waits: Bool
  ) throws(RenderError) -> DeviceDestination {
    var destination: DeviceDestination
    switch self {
    case .image(let image, let use): destination = try image.destination(for: region, use)
    case .buffer(let buffer):
      let (x, y) = (Int(region.min.x), height - Int(region.max.y))
      destination = DeviceDestination(
        buffer.location(firstByte: y * buffer.bytesPerRow + x * pixels.bytesPerPixel), wait: buffer.wait?.onQueue,
        signal: buffer.signal?.onQueue, owner: nil)
    case .provided: preconditionFailure("a provided image must be resolved first")
    }
    if !waits { destination.wait = nil }
    return destination
  }
}

extension VulkanTarget.Buffer {
  fileprivate func location(firstByte: Int) -> DeviceMemoryLocation {
    .buffer(handle, offset: offset + firstByte, rowBytes: bytesPerRow, stages: stage, access: access)
  }
}

/// The content of a task's destination on the app's device. The task's commands read it before those that write. It is
/// not copied in advance, and no thread waits for it.
final class VulkanBackground: Sendable {
  private struct State {
    /// The storage; nil before it is resolved.
    var storage: VulkanTarget.Storage?
    /// Whether commands that read it were recorded. All later commands follow their wait for its semaphore.
    var isRead = false
  }
  private let state = Mutex(State())
  private let target: VulkanTarget
  private let width: Int
  private let height: Int

  init(_ target: VulkanTarget, width: Int, height: Int) {
    (self.target, self.width, self.height) = (target, width, height)
  }

  /// Returns the source of the destination's content, as stored.
  ///
  /// - Throws: `unsupported` for formats that kernels cannot read; `invalidArgument` if the content is undefined.
  func source(_ colorSpace: ColorSpace?, _ alpha: AlphaState) throws(RenderError) -> Source {
    let format = target.pixels
    guard format.isPacked || format.isReadInPlace else {
      throw .unsupported(
        "a blendKernel cannot read pixels of \(format.rawValue) on a Vulkan device; choose for example RGBA8 or RGBAh")
    }
    if case .image(let image, _) = target.storage { _ = try image.readBefore() }
    let resident = ResidentImage(on: target.device.adopted) { [self] () throws(RenderError) in try read() }
    return Source(
      resident, width: width, height: height, format: format, colorSpace: colorSpace,
      alpha: format.isOpaque ? .opaque : alpha, label: "destination")
  }

  /// Returns the location for commands that read it.
  private func read() throws(RenderError) -> DeviceSource {
    let storage = try resolved()
    // A binary semaphore can be waited for once, and later commands need not wait again.
    let waits = state.withLock { state in
      defer { state.isRead = true }
      return !state.isRead
    }
    switch storage {
    case .image(let image, let use):
      return DeviceSource(
        .image(try image.readBefore(), x: 0, y: 0), wait: waits ? image.wait?.onQueue : nil, owner: use)
    case .buffer(let buffer):
      return DeviceSource(buffer.location(firstByte: 0), wait: waits ? buffer.wait?.onQueue : nil, owner: nil)
    case .provided: preconditionFailure("a provided image must be resolved first")
    }
  }

  /// Returns the destination of some pixels of the result.
  func destination(for region: UserRect) throws(RenderError) -> DeviceDestination {
    try resolved().destination(for: region, height: height, target.pixels, waits: !state.withLock { $0.isRead })
  }

  /// Resolves the storage. One thread records a task, so the app's code is called once, without the lock.
  private func resolved() throws(RenderError) -> VulkanTarget.Storage {
    if let storage = state.withLock({ $0.storage }) { return storage }
    let storage = try target.resolved(width: width, height: height)
    state.withLock { $0.storage = storage }
    return storage
  }
}
