import ImageGraph

/// The kernel into which functions are widened, as far as the widener uses it.
protocol WidenedKernel {
  var library: ShaderLibrary { get }
  var emitter: LaneEmitter { get set }
  /// A value that differs between invocations; nil if none is available.
  var column: LaneKind? { get }
  /// Returns the identifier of a type, constant or import of the library.
  mutating func globalID(_ index: GlobalPool.Index) -> ID
  /// Reports an open loop, if the condition is true for any pixel.
  mutating func reportOpenLoop(_ isOpen: LaneKind)
  /// Returns a reader's colour at a point.
  mutating func read(_ reader: ID, _ point: Lanes) throws(RenderError) -> Lanes
}
