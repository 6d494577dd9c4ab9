import CVulkan
import Foundation

/// The form of a file that keeps a driver's pipeline cache: "CIVKPC01", the length of the rest, its checksum (both
/// 8 bytes, little endian), the driver's data.
package enum PipelineFile {
  /// Whose data it is, as the head of the data says (VkPipelineCacheHeaderVersionOne).
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

  private static let mark = Data("CIVKPC01".utf8)
  private static let headBytes = 24

  /// The file's contents for the driver's data.
  package static func sealed(_ data: Data) -> Data {
    var whole = mark
    for number in [UInt64(data.count), checksum(data)] {
      withUnsafeBytes(of: number.littleEndian) { whole.append(contentsOf: $0) }
    }
    whole.append(data)
    return whole
  }

  /// What `sealed` was given, when nothing is missing or changed and it was written by this very driver; else nil.
  ///
  /// Drivers are not asked to judge a torn file: some trust the lengths in it.
  package static func unsealed(_ whole: Data, for driver: Driver) -> Data? {
    let whole = Data(whole)
    guard whole.count >= headBytes + 32, whole.prefix(8) == mark else { return nil }
    let data = Data(whole.dropFirst(headBytes))
    guard number(whole, 8) == UInt64(data.count), number(whole, 16) == checksum(data) else { return nil }
    let head = (0..<4).map { UInt32(truncatingIfNeeded: number(data, $0 / 2 * 8) >> UInt64($0 % 2 * 32)) }
    guard head == [32, 1, driver.vendorID, driver.deviceID], Array(data[16..<32]) == driver.cacheUUID else {
      return nil
    }
    return data
  }

  private static func number(_ data: Data, _ offset: Int) -> UInt64 {
    data.withUnsafeBytes { UInt64(littleEndian: $0.loadUnaligned(fromByteOffset: offset, as: UInt64.self)) }
  }

  /// FNV-1a, 64 bits: finds damage, not malice, which `PrivateFile` keeps out.
  private static func checksum(_ data: Data) -> UInt64 {
    data.withUnsafeBytes { bytes in
      var sum: UInt64 = 0xcbf2_9ce4_8422_2325
      for byte in bytes { sum = (sum ^ UInt64(byte)) &* 0x100_0000_01b3 }
      return sum
    }
  }
}
