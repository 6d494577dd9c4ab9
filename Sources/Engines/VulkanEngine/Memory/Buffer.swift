import CVulkan
import ImageGraph
import ImagePlanning

/// The kinds of buffer memory.
enum BufferMemoryKind: Hashable, Sendable {
  /// Fast for kernels. On a unified device the host can map it too.
  case device
  /// Mapped by the host: argument buffers, staging, counters.
  case host
}

/// A device buffer with its own memory, which is freed with the last reference.
///
/// Unchecked: handles never change. Only the holder of the buffer's lease accesses the contents.
final class Buffer: MemoryBlock, @unchecked Sendable {
  let handle: VkBuffer
  let kind: BufferMemoryKind
  /// The usable size, in bytes.
  let byteCount: Int
  /// The mapped contents; nil if the memory is not mapped.
  let contents: UnsafeMutableRawPointer?
  private let memory: VkDeviceMemory
  private let device: Device
  /// The owner of imported memory.
  private let pixels: PixelBuffer?

  private static let usage =
    VK_BUFFER_USAGE_STORAGE_BUFFER_BIT.rawValue | VK_BUFFER_USAGE_UNIFORM_BUFFER_BIT.rawValue
    | VK_BUFFER_USAGE_UNIFORM_TEXEL_BUFFER_BIT.rawValue | VK_BUFFER_USAGE_TRANSFER_SRC_BIT.rawValue
    | VK_BUFFER_USAGE_TRANSFER_DST_BIT.rawValue

  /// - Throws: `limit` above the device's largest allocation; `device` if the driver has no memory left.
  init(byteCount: Int, kind: BufferMemoryKind, isMapped: Bool, on device: Device) throws(RenderError) {
    var whole = byteCount + BufferSize.slack
    if whole.nonzeroBitCount == 1 { whole += 16 }
    guard whole <= device.info.limits.allocation else {
      throw .limit(
        "bytes of one allocation on \(device.info.name)", requested: UInt64(whole),
        allowed: UInt64(device.info.limits.allocation))
    }
    let host = MemoryFlags.hostVisible | MemoryFlags.coherent
    var facts = device.physical.facts
    var buffer: VkBuffer?
    var memory: VkDeviceMemory?
    try check(
      cvk_create_buffer(
        device.functions.table, device.handle, &facts, UInt64(whole), Self.usage, isMapped ? host : 0,
        (isMapped ? MemoryFlags.cached : 0) | (kind == .device ? MemoryFlags.deviceLocal : 0), nil,
        &buffer, &memory))
    var contents: UnsafeMutableRawPointer?
    if isMapped {
      let result = device.functions.vkMapMemory(device.handle, memory, 0, VkDeviceSize.max, 0, &contents)
      if result != VK_SUCCESS {
        device.functions.vkDestroyBuffer(device.handle, buffer, nil)
        device.functions.vkFreeMemory(device.handle, memory, nil)
      }
      try check(result, "vkMapMemory")
    }
    (handle, self.memory, self.device) = (buffer!, memory!, device)
    (self.byteCount, self.kind, self.contents, pixels) = (byteCount, kind, contents, nil)
  }

  /// Imports an image's memory as a buffer without a copy, from the page of its first pixel on.
  ///
  /// - Throws: `device` if the driver rejects the memory; the caller then copies the pixels.
  init(importing pixels: PixelBuffer, on device: Device) throws(RenderError) {
    let pages = Self.pages(of: pixels, on: device)
    var facts = device.physical.facts
    var buffer: VkBuffer?
    var memory: VkDeviceMemory?
    try check(
      cvk_create_buffer(
        device.functions.table, device.handle, &facts, UInt64(pages.count),
        VK_BUFFER_USAGE_UNIFORM_TEXEL_BUFFER_BIT.rawValue | VK_BUFFER_USAGE_STORAGE_BUFFER_BIT.rawValue, 0, 0,
        UnsafeMutableRawPointer(mutating: pages.baseAddress), &buffer, &memory))
    (handle, self.memory, self.device) = (buffer!, memory!, device)
    (byteCount, kind, contents, self.pixels) = (pages.count, .device, nil, pixels)
  }

  /// Returns the pages that contain an image. The rest of these pages is mapped, but never accessed.
  static func pages(of pixels: PixelBuffer, on device: Device) -> UnsafeRawBufferPointer {
    let page = max(Int(device.physical.facts.importAlignment), 1)
    let start = UInt(bitPattern: pixels.bytes) / UInt(page) * UInt(page)
    let end = (UInt(bitPattern: pixels.bytes) + UInt(pixels.byteCount) + UInt(page) - 1) / UInt(page) * UInt(page)
    return UnsafeRawBufferPointer(start: UnsafeRawPointer(bitPattern: start), count: Int(end - start))
  }

  var isImported: Bool { pixels != nil }

  deinit {
    device.functions.vkDestroyBuffer(device.handle, handle, nil)
    device.functions.vkFreeMemory(device.handle, memory, nil)
  }
}

/// A pool of reusable buffers.
typealias BufferPool = MemoryPool<Buffer>
typealias Lease = BufferPool.Lease
typealias Reservation = BufferPool.Reservation

extension BufferPool.Lease {
  var buffer: Buffer { block }
}
