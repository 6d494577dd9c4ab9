import CVulkan
import ImageColor
import ImageGraph
import Synchronization
import VulkanEngine

/// Where a destination's pixels are on the app's device.
struct VulkanTarget: Sendable {
  /// Unchecked: the handle never changes.
  struct Buffer: @unchecked Sendable {
    let handle: VkBuffer
    let offset: Int
    let bytesPerRow: Int
    let stage: VkPipelineStageFlags
    let access: VkAccessFlags
    let wait: CIVulkanSemaphore?
    let signal: CIVulkanSemaphore?
  }

  enum Place: Sendable {
    /// With what the destination holds of it.
    case image(CIVulkanImage, (any AnyObject & Sendable)?)
    case provided(VkFormat, @Sendable () throws -> CIVulkanImage)
    case buffer(Buffer)
  }

  let device: CIVulkanDevice
  let pixels: PixelFormat
  let place: Place

  /// The place of one task, whose image is known now.
  ///
  /// - Throws: what the provider of an image throws; `invalidArgument` for one that was announced otherwise.
  func found(width: Int, height: Int) throws(RenderError) -> Place {
    guard case .provided(let format, let provider) = place else { return place }
    let image: CIVulkanImage
    do { image = try provider() } catch let error as RenderError { throw error } catch {
      throw .invalidArgument("the provider of the destination's image failed: \(error)")
    }
    guard image.device === device, image.format == format, image.width == width, image.height == height else {
      throw .invalidArgument(
        "an image of \(width)x\(height), VkFormat \(format.rawValue), was announced, and one of "
          + "\(image.width)x\(image.height), VkFormat \(image.format.rawValue), came")
    }
    return .image(image, image.use)
  }

  /// Where a run's output goes that is some pixels of the destination, rows as they are stored.
  ///
  /// - Parameter background: what the run reads of the destination before; nil: nothing.
  func runTarget(
    _ region: UserRect, width: Int, height: Int, behind background: VulkanBackground?
  ) throws(RenderError) -> RunTarget {
    if let background { return .late { () throws(RenderError) in try background.destination(for: region) } }
    guard case .provided = place else {
      return .known(try place.destination(for: region, height: height, pixels, waits: true))
    }
    let target = self
    return .late { () throws(RenderError) in
      try target.found(width: width, height: height).destination(
        for: region, height: height, target.pixels, waits: true)
    }
  }
}

extension VulkanTarget.Place {
  /// - Parameter waits: false where commands in front have waited for the place.
  fileprivate func destination(
    for region: UserRect, height: Int, _ pixels: PixelFormat, waits: Bool
  ) throws(RenderError) -> DeviceDestination {
    var destination: DeviceDestination
    switch self {
    case .image(let image, let use): destination = try image.destination(for: region, use)
    case .buffer(let buffer):
      let (x, y) = (Int(region.min.x), height - Int(region.max.y))
      destination = DeviceDestination(
        buffer.place(firstByte: y * buffer.bytesPerRow + x * pixels.bytesPerPixel), wait: buffer.wait?.onQueue,
        signal: buffer.signal?.onQueue, owner: nil)
    case .provided: preconditionFailure("an image that is asked for late is found first")
    }
    if !waits { destination.wait = nil }
    return destination
  }
}

extension VulkanTarget.Buffer {
  fileprivate func place(firstByte: Int) -> DeviceMemoryLocation {
    .buffer(handle, offset: offset + firstByte, rowBytes: bytesPerRow, stages: stage, access: access)
  }
}

/// What a task finds at its destination on the app's device: read there by the task's own commands, before those that
/// write. Nothing is copied for it ahead of time, and nobody waits.
final class VulkanBackground: Sendable {
  private struct State {
    /// The place, once it was asked for.
    var found: VulkanTarget.Place?
    /// True once commands were recorded that read it: all behind them come when the place's semaphore was waited for.
    var isRead = false
  }
  private let state = Mutex(State())
  private let target: VulkanTarget
  private let width: Int
  private let height: Int

  init(_ target: VulkanTarget, width: Int, height: Int) {
    (self.target, self.width, self.height) = (target, width, height)
  }

  /// The image of a task that is there, as it is stored.
  ///
  /// - Throws: `unsupported` for formats that kernels do not read; `invalidArgument` where the image shows nothing.
  func source(_ colorSpace: ColorSpace?, _ alpha: AlphaState) throws(RenderError) -> Source {
    let format = target.pixels
    guard format.onlyNeedsCopying || format.isReadInPlace else {
      throw .unsupported(
        "a blendKernel for pixels of \(format.rawValue) on a Vulkan device; choose for example RGBA8 or RGBAh")
    }
    if case .image(let image, _) = target.place { _ = try image.readBefore() }
    let resident = ResidentImage(on: target.device.adopted) { [self] () throws(RenderError) in try read() }
    return Source(
      resident: resident, width: width, height: height, format: format, colorSpace: colorSpace,
      alpha: format.isOpaque ? .opaque : alpha, label: "destination")
  }

  /// Where commands find it that read it.
  private func read() throws(RenderError) -> DeviceSource {
    let place = try found()
    // A binary semaphore can be waited for once, and what comes behind need not wait again.
    let waits = state.withLock { state in
      defer { state.isRead = true }
      return !state.isRead
    }
    switch place {
    case .image(let image, let use):
      return DeviceSource(
        .image(try image.readBefore(), x: 0, y: 0), wait: waits ? image.wait?.onQueue : nil, owner: use)
    case .buffer(let buffer):
      return DeviceSource(buffer.place(firstByte: 0), wait: waits ? buffer.wait?.onQueue : nil, owner: nil)
    case .provided: preconditionFailure("an image that is asked for late is found first")
    }
  }

  /// Where some pixels of the result go.
  func destination(for region: UserRect) throws(RenderError) -> DeviceDestination {
    try found().destination(for: region, height: height, target.pixels, waits: !state.withLock { $0.isRead })
  }

  /// One thread records a task, so an app's code is called once, and outside of the lock.
  private func found() throws(RenderError) -> VulkanTarget.Place {
    if let known = state.withLock({ $0.found }) { return known }
    let place = try target.found(width: width, height: height)
    state.withLock { $0.found = place }
    return place
  }
}
