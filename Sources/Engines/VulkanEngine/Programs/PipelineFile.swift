import CVulkan
import Foundation

/// The format of a file with a driver's pipeline cache: "CIVKPC01", the length of the data, its checksum (both 8 bytes,
/// little endian), and the driver's data.
package enum PipelineFile {
  /// The driver that the header of the data identifies (VkPipelineCacheHeaderVersionOne).
  package struct Driver: Hashable, Sendable {
    package var vendorID: UInt32
    package var deviceID: UInt32
    /// 16 bytes.
    package var cacheUUID: [UInt8]

    package init(vendorID: UInt32, deviceID: UInt32, cacheUUID: [UInt8]) {
      (self.vendorID, self.deviceID, self.cacheUUID) = (vendorID, deviceID, cacheUUID)
    }

    init(_ facts: CVKDeviceFacts) {
      self.init(
        vendorID: facts.vendorID, deviceID: facts.deviceID,
        cacheUUID: withUnsafeBytes(of: facts.cacheUUID) { Array($0) })
    }
  }

  private static let magic = Data("CIVKPC01".utf8)
  private static let headerBytes = 24

  /// Returns the file's contents for the driver's data.
  package static func sealed(_ data: Data) -> Data {
    var file = magic
    for number in [UInt64(data.count), checksum(data)] {
      withUnsafeBytes(of: number.littleEndian) { file.append(contentsOf: $0) }
    }
    file.append(data)
    return file
  }

  /// Returns the driver's data of a file; nil if the file is damaged or from another driver.
  ///
  /// Damaged data is never passed to a driver: some drivers trust the lengths in it.
  package static func unsealed(_ file: Data, for driver: Driver) -> Data? {
    let file = Data(file)
    guard file.count >= headerBytes + 32, file.prefix(8) == magic else { return nil }
    let data = Data(file.dropFirst(headerBytes))
    guard number(file, 8) == UInt64(data.count), number(file, 16) == checksum(data) else { return nil }
    let header = (0..<4).map { UInt32(truncatingIfNeeded: number(data, $0 / 2 * 8) >> UInt64($0 % 2 * 32)) }
    guard header == [32, 1, driver.vendorID, driver.deviceID], Array(data[16..<32]) == driver.cacheUUID else {
      return nil
    }
    return data
  }

  private static func number(_ data: Data, _ offset: Int) -> UInt64 {
    data.withUnsafeBytes { UInt64(littleEndian: $0.loadUnaligned(fromByteOffset: offset, as: UInt64.self)) }
  }

  /// Returns an FNV-1a hash of 64 bits. It detects damage, but not manipulation, which `PrivateFile` prevents.
  private static func checksum(_ data: Data) -> UInt64 {
    data.withUnsafeBytes { bytes in
      var sum: UInt64 = 0xcbf2_9ce4_8422_2325
      for byte in bytes { sum = (sum ^ UInt64(byte)) &* 0x100_0000_01b3 }
      return sum
    }
  }
}
