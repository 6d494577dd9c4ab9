import ImagePlanning

/// The properties of a Vulkan device, for display and for the planner.
package struct DeviceInfo: Hashable, Sendable {
  package enum Kind: String, Hashable, Sendable {
    case discrete, integrated, virtual, cpu, other

    /// Returns the rank for automatic selection. The lowest rank is the fastest kind, or the one with the lowest power
    /// consumption.
    func rank(lowPower: Bool) -> Int {
      switch self {
      case .discrete: lowPower ? 1 : 0
      case .integrated: lowPower ? 0 : 1
      case .virtual: 2
      case .other: 3
      case .cpu: 4
      }
    }
  }

  package struct Heap: Hashable, Sendable {
    package var byteCount: Int
    package var isDeviceLocal: Bool
  }

  /// Its index in the driver's list, see `DeviceChoice.index`.
  package var index: Int
  package var name: String
  package var kind: Kind
  package var driver: String
  /// For example `1.3.230`.
  package var apiVersion: String
  package var limits: DeviceLimits
  package var heaps: [Heap]
  /// The reason for which the device cannot be used; nil if it can.
  package var problem: String?

  /// The bytes of the largest device-local heap, or of the largest heap if there is none.
  package var memoryByteCount: Int {
    (heaps.filter(\.isDeviceLocal).map(\.byteCount).max() ?? heaps.map(\.byteCount).max()) ?? 0
  }
}

/// The selection of a device for a context.
package enum DeviceChoice: Hashable, Sendable {
  /// The fastest available kind: discrete, integrated, virtual, then the CPU.
  case automatic
  /// An index in the list of devices.
  case index(Int)
  /// The first device whose name contains the text, case-insensitively.
  case name(String)
}

extension DeviceChoice: CustomStringConvertible {
  package var description: String {
    switch self {
    case .automatic: "that can be used"
    case .index(let index): "number \(index)"
    case .name(let name): "with \"\(name)\" in its name"
    }
  }
}
