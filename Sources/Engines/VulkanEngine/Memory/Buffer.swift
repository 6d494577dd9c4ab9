import CVulkan
import ImageGraph
import ImagePlanning

/// Where a buffer's memory is.
enum BufferMemoryKind: Hashable, Sendable {
  /// Fast for kernels. On a unified device the host reaches it too.
  case device
  /// Read and written by the host: argument buffers, staging, counters.
  case host
}

/// A device buffer with memory of its own; freed when the last reference goes.
///
/// Unchecked: handles never change; who may touch the contents is settled by who leased the buffer.
final class Buffer: MemoryBlock, @unchecked Sendable {
  let handle: VkBuffer
  let place: BufferMemoryKind
  /// Bytes that can be used.
  let byteCount: Int
  /// Its contents, where the host reaches them; else nil.
  let contents: UnsafeMutableRawPointer?
  private let memory: VkDeviceMemory
  private let device: Device
  /// Owns memory that was imported.
  private let pixels: PixelBuffer?

  private static let usage =
    VK_BUFFER_USAGE_STORAGE_BUFFER_BIT.rawValue | VK_BUFFER_USAGE_UNIFORM_BUFFER_BIT.rawValue
    | VK_BUFFER_USAGE_UNIFORM_TEXEL_BUFFER_BIT.rawValue | VK_BUFFER_USAGE_TRANSFER_SRC_BIT.rawValue
    | VK_BUFFER_USAGE_TRANSFER_DST_BIT.rawValue

  /// - Throws: `limit` above the device's largest allocation; `device` when the driver has no memory left.
  init(byteCount: Int, place: BufferMemoryKind, isMapped: Bool, on device: Device) throws(RenderError) {
    var whole = byteCount + BufferSize.slack
    if whole.nonzeroBitCount == 1 { whole += 16 }
    guard whole <= device.info.limits.allocation else {
      throw .limit(
        "bytes of one piece of memory on \(device.info.name)", requested: UInt64(whole),
        allowed: UInt64(device.info.limits.allocation))
    }
    let host = MemoryFlags.hostVisible | MemoryFlags.coherent
    var facts = device.physical.facts
    var buffer: VkBuffer?
    var memory: VkDeviceMemory?
    try check(
      cvk_create_buffer(
        device.functions.table, device.handle, &facts, UInt64(whole), Self.usage, isMapped ? host : 0,
        (isMapped ? MemoryFlags.cached : 0) | (place == .device ? MemoryFlags.deviceLocal : 0), nil,
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
    (self.byteCount, self.place, self.contents, pixels) = (byteCount, place, contents, nil)
  }

  /// An image's own memory as a buffer, from the page on in which its first pixel lies; nothing is copied.
  ///
  /// - Throws: `device` when the driver does not take the memory; a copy is then the way.
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
    (byteCount, place, contents, self.pixels) = (pages.count, .device, nil, pixels)
  }

  /// The whole pages in which an image lies. What is beside it in them is never used, but mapped.
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

/// Buffers that are used again.
typealias BufferPool = MemoryPool<Buffer>
typealias Lease = BufferPool.Lease
typealias Reservation = BufferPool.Reservation

extension BufferPool.Lease {
  var buffer: Buffer { piece }
}
