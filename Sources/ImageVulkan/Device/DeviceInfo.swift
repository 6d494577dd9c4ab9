/// What a Vulkan device is and can do, for people and for the planner.
package struct DeviceInfo: Hashable, Sendable {
  package enum Kind: String, Hashable, Sendable {
    case discrete, integrated, virtual, cpu, other
  }

  /// The limits that a schedule can meet.
  package struct Limits: Hashable, Sendable {
    /// Texels of one input.
    package var texelBufferElements: Int
    /// Bytes of an output that one dispatch can reach; larger pictures are computed in bands.
    package var storageBufferRange: Int
    /// Bytes of one program's argument buffer.
    package var uniformBufferRange: Int
    /// Inputs of one program.
    package var inputs: Int
    /// Work groups of one dispatch, in x and y.
    package var groupCountX: Int
    package var groupCountY: Int
    /// Bytes of one piece of memory.
    package var allocation: Int

    package init(
      texelBufferElements: Int, storageBufferRange: Int, uniformBufferRange: Int, inputs: Int, groupCountX: Int,
      groupCountY: Int, allocation: Int
    ) {
      (self.texelBufferElements, self.storageBufferRange) = (texelBufferElements, storageBufferRange)
      (self.uniformBufferRange, self.inputs, self.allocation) = (uniformBufferRange, inputs, allocation)
      (self.groupCountX, self.groupCountY) = (groupCountX, groupCountY)
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
  package var limits: Limits
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

extension DeviceInfo.Limits {
  /// The lower of both, limit by limit.
  func lowered(to other: Self) -> Self {
    Self(
      texelBufferElements: min(texelBufferElements, other.texelBufferElements),
      storageBufferRange: min(storageBufferRange, other.storageBufferRange),
      uniformBufferRange: min(uniformBufferRange, other.uniformBufferRange), inputs: min(inputs, other.inputs),
      groupCountX: min(groupCountX, other.groupCountX), groupCountY: min(groupCountY, other.groupCountY),
      allocation: min(allocation, other.allocation))
  }
}
