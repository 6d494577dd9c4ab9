import ImagePlanning

/// What a Vulkan device is and can do, for people and for the planner.
package struct DeviceInfo: Hashable, Sendable {
  package enum Kind: String, Hashable, Sendable {
    case discrete, integrated, virtual, cpu, other

    /// The lowest is taken where nobody names a device: the fastest one, or the one that needs least power.
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

  /// Its place in the driver's list, as `DeviceChoice.index` counts.
  package var index: Int
  package var name: String
  package var kind: Kind
  package var driver: String
  /// For example `1.3.230`.
  package var apiVersion: String
  package var limits: DeviceLimits
  package var heaps: [Heap]
  /// Why the device cannot be used; nil when it can.
  package var problem: String?

  /// Bytes of the largest heap that the device reads fastest.
  package var memoryByteCount: Int {
    (heaps.filter(\.isDeviceLocal).map(\.byteCount).max() ?? heaps.map(\.byteCount).max()) ?? 0
  }
}

/// Which device a context is to use.
package enum DeviceChoice: Hashable, Sendable {
  /// The fastest kind there is: discrete, integrated, virtual, then the CPU.
  case automatic
  /// A place in the list of devices.
  case index(Int)
  /// The first whose name contains the text, upper and lower case alike.
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
