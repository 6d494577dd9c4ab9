import CVulkan
import Foundation
import ImageGraph
import Synchronization

/// The driver's own pipeline cache, kept in a file between processes. Trouble with the file is never an error.
final class DriverCache: @unchecked Sendable {
  let handle: VkPipelineCache?
  private let device: Device
  let file: URL?
  /// When the file was last written; nil: not by this process.
  private let written = Mutex<ContinuousClock.Instant?>(nil)

  /// Larger contents are neither read nor written.
  static let largestFile = 64 << 20

  /// - Parameter directory: where the file lies; nil: nothing is kept.
  init(directory: URL?, device: Device) {
    self.device = device
    file = directory?.appendingPathComponent(Self.fileName(for: device.physical.facts))
    let kept = file.flatMap { Self.contents(of: $0, for: device.physical.facts) } ?? Data()
    handle = kept.withUnsafeBytes { bytes in
      var info = VkPipelineCacheCreateInfo()
      info.sType = VK_STRUCTURE_TYPE_PIPELINE_CACHE_CREATE_INFO
      info.initialDataSize = bytes.count
      info.pInitialData = bytes.baseAddress
      var handle: VkPipelineCache?
      return vkCreatePipelineCache(device.handle, &info, nil, &handle) == VK_SUCCESS ? handle : nil
    }
  }

  deinit {
    save()
    vkDestroyPipelineCache(device.handle, handle, nil)
  }

  /// Writes the file unless that happened within the last seconds.
  func saveSoon() {
    let now = ContinuousClock.now
    let isDue = written.withLock { last in
      if let last, now - last < .seconds(5) { return false }
      last = now
      return true
    }
    if isDue { save() }
  }

  /// Writes the file: to a neighbour first, then renamed, so that a reader never sees half of it.
  func save() {
    guard let file, let handle else { return }
    var size = 0
    // A header of 32 bytes alone holds no pipeline.
    guard vkGetPipelineCacheData(device.handle, handle, &size, nil) == VK_SUCCESS, size > 32, size <= Self.largestFile
    else { return }
    var data = Data(count: size)
    let result = data.withUnsafeMutableBytes { vkGetPipelineCacheData(device.handle, handle, &size, $0.baseAddress) }
    guard result == VK_SUCCESS else { return }
    let whole = Self.sealed(data.prefix(size))
    if let kept = try? Data(contentsOf: file), kept == whole { return }
    try? FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try? whole.write(to: file, options: .atomic)
  }

  // A file is: "CIVKPC01", the length of the rest, its checksum (both 8 bytes, little endian), the driver's data.

  static func sealed(_ data: Data) -> Data {
    var whole = Data("CIVKPC01".utf8)
    withUnsafeBytes(of: UInt64(data.count).littleEndian) { whole.append(contentsOf: $0) }
    withUnsafeBytes(of: checksum(data).littleEndian) { whole.append(contentsOf: $0) }
    whole.append(data)
    return whole
  }

  /// What `sealed` was given, when nothing is missing or changed and it was written by this very driver; else nil.
  static func unsealed(_ whole: Data, for facts: CVKDeviceFacts) -> Data? {
    guard whole.count >= 24 + 32, whole.prefix(8) == Data("CIVKPC01".utf8) else { return nil }
    func number(at offset: Int) -> UInt64 {
      whole.withUnsafeBytes { UInt64(littleEndian: $0.loadUnaligned(fromByteOffset: offset, as: UInt64.self)) }
    }
    let data = whole.dropFirst(24)
    guard number(at: 8) == UInt64(data.count), number(at: 16) == checksum(data) else { return nil }
    // VkPipelineCacheHeaderVersionOne: size, version, vendor, device, cache UUID.
    let header = data.withUnsafeBytes { bytes in
      (0..<4).map { UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: 4 * $0, as: UInt32.self)) }
    }
    let uuid = Data(data.dropFirst(16).prefix(16))
    guard header == [32, 1, facts.vendorID, facts.deviceID], uuid == withUnsafeBytes(of: facts.cacheUUID, { Data($0) })
    else { return nil }
    return Data(data)
  }

  private static func contents(of file: URL, for facts: CVKDeviceFacts) -> Data? {
    guard let size = try? FileManager.default.attributesOfItem(atPath: file.path)[.size] as? Int, size <= largestFile,
      let whole = try? Data(contentsOf: file)
    else { return nil }
    if let data = unsealed(whole, for: facts) { return data }
    try? FileManager.default.removeItem(at: file)
    return nil
  }

  private static func fileName(for facts: CVKDeviceFacts) -> String {
    let uuid = withUnsafeBytes(of: facts.cacheUUID) { $0.map { hex(UInt32($0), digits: 2) }.joined() }
    return "pipelines-\(hex(facts.vendorID))-\(hex(facts.deviceID))-\(hex(facts.driverVersion))-\(uuid).bin"
  }

  private static func hex(_ value: UInt32, digits: Int = 1) -> String {
    let text = String(value, radix: 16)
    return String(repeating: "0", count: max(0, digits - text.count)) + text
  }

  /// FNV-1a, 64 bits: finds damage, not malice; a hostile cache file is the user's own.
  private static func checksum(_ data: Data) -> UInt64 {
    data.withUnsafeBytes { bytes in
      var sum: UInt64 = 0xcbf2_9ce4_8422_2325
      for byte in bytes { sum = (sum ^ UInt64(byte)) &* 0x100_0000_01b3 }
      return sum
    }
  }
}
