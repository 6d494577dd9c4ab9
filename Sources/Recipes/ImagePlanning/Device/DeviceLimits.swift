/// The limits of a device that a schedule can meet.
package struct DeviceLimits: Hashable, Sendable {
  /// Texels of one input.
  package var texelBufferElements: Int
  /// Bytes of an output that one dispatch can reach; larger images are computed in bands.
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

  /// No limit of its own: of what runs where all memory is one.
  package static let none = DeviceLimits(
    texelBufferElements: 1 << 40, storageBufferRange: 1 << 40, uniformBufferRange: 1 << 16, inputs: 1 << 16,
    groupCountX: 1 << 30, groupCountY: 1 << 30, allocation: 1 << 40)

  /// The lower of both, limit by limit.
  package func lowered(to other: Self) -> Self {
    Self(
      texelBufferElements: min(texelBufferElements, other.texelBufferElements),
      storageBufferRange: min(storageBufferRange, other.storageBufferRange),
      uniformBufferRange: min(uniformBufferRange, other.uniformBufferRange), inputs: min(inputs, other.inputs),
      groupCountX: min(groupCountX, other.groupCountX), groupCountY: min(groupCountY, other.groupCountY),
      allocation: min(allocation, other.allocation))
  }
}
