import CVulkan
import Foundation
import ImageGraph
import Synchronization

/// The driver's pipeline cache, stored in a `PrivateFile` between processes. Failures of the file are ignored.
final class DriverCache: @unchecked Sendable {
  let handle: VkPipelineCache?
  private let device: Device
  let file: URL?
  /// The time at which this process last wrote the file; nil if it has not.
  private let written = Mutex<ContinuousClock.Instant?>(nil)

  /// The size limit of the file, in bytes. Larger contents are neither read nor written.
  static let largestFile = 64 << 20

  /// - Parameter directory: the folder of the file; nil: no file.
  init(directory: URL?, device: Device) {
    self.device = device
    file = directory?.appendingPathComponent(Self.fileName(for: device.physical.facts))
    let contents = file.flatMap { Self.contents(of: $0, for: device.physical.facts) } ?? Data()
    handle = contents.withUnsafeBytes { bytes in
      var info = VkPipelineCacheCreateInfo()
      info.sType = VK_STRUCTURE_TYPE_PIPELINE_CACHE_CREATE_INFO
      info.initialDataSize = bytes.count
      info.pInitialData = bytes.baseAddress
      var handle: VkPipelineCache?
      return device.functions.vkCreatePipelineCache(device.handle, &info, nil, &handle) == VK_SUCCESS ? handle : nil
    }
  }

  deinit {
    save()
    device.functions.vkDestroyPipelineCache(device.handle, handle, nil)
  }

  /// Writes the file, unless it was written within the last 5 seconds.
  func saveSoon() {
    let now = ContinuousClock.now
    let isDue = written.withLock { last in
      if let last, now - last < .seconds(5) { return false }
      last = now
      return true
    }
    if isDue { save() }
  }

  /// Writes the file atomically, by a temporary file and a rename, so that readers never see incomplete contents.
  func save() {
    guard let file, let handle else { return }
    var size = 0
    let functions = device.functions
    // A header of 32 bytes alone holds no pipeline.
    guard functions.vkGetPipelineCacheData(device.handle, handle, &size, nil) == VK_SUCCESS, size > 32,
      size <= Self.largestFile
    else { return }
    var data = Data(count: size)
    let result = data.withUnsafeMutableBytes {
      functions.vkGetPipelineCacheData(device.handle, handle, &size, $0.baseAddress)
    }
    guard result == VK_SUCCESS else { return }
    let sealed = PipelineFile.sealed(data.prefix(size))
    if PrivateFile.contents(of: file, byteLimit: sealed.count) == sealed { return }
    PrivateFile.write(sealed, to: file)
  }

  private static func contents(of file: URL, for facts: CVKDeviceFacts) -> Data? {
    guard let sealed = PrivateFile.contents(of: file, byteLimit: largestFile) else { return nil }
    if let data = PipelineFile.unsealed(sealed, for: PipelineFile.Driver(facts)) { return data }
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
}
