/// The limits of a device that a schedule can exceed.
package struct DeviceLimits: Hashable, Sendable {
  /// The texels of an input.
  package var texelBufferElements: Int
  /// The bytes of an output that one dispatch can address. Larger images are computed in bands.
  package var storageBufferRange: Int
  /// The bytes of a program's argument buffer.
  package var uniformBufferRange: Int
  /// The inputs of a program.
  package var inputs: Int
  /// The work groups of a dispatch, in x and y.
  package var groupCountX: Int
  package var groupCountY: Int
  /// The bytes of an allocation.
  package var allocation: Int

  package init(
    texelBufferElements: Int, storageBufferRange: Int, uniformBufferRange: Int, inputs: Int, groupCountX: Int,
    groupCountY: Int, allocation: Int
  ) {
    (self.texelBufferElements, self.storageBufferRange) = (texelBufferElements, storageBufferRange)
    (self.uniformBufferRange, self.inputs, self.allocation) = (uniformBufferRange, inputs, allocation)
    (self.groupCountX, self.groupCountY) = (groupCountX, groupCountY)
  }

  /// No limits, for engines that run in host memory.
  package static let none = DeviceLimits(
    texelBufferElements: 1 << 40, storageBufferRange: 1 << 40, uniformBufferRange: 1 << 16, inputs: 1 << 16,
    groupCountX: 1 << 30, groupCountY: 1 << 30, allocation: 1 << 40)

  /// Returns the minimum of both, limit by limit.
  package func lowered(to other: Self) -> Self {
    Self(
      texelBufferElements: min(texelBufferElements, other.texelBufferElements),
      storageBufferRange: min(storageBufferRange, other.storageBufferRange),
      uniformBufferRange: min(uniformBufferRange, other.uniformBufferRange), inputs: min(inputs, other.inputs),
      groupCountX: min(groupCountX, other.groupCountX), groupCountY: min(groupCountY, other.groupCountY),
      allocation: min(allocation, other.allocation))
  }
}
