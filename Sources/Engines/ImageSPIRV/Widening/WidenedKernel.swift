import ImageGraph

/// The kernel that widened functions become a part of, as far as the widener knows it.
protocol WidenedKernel {
  var library: ShaderLibrary { get }
  var emitter: LaneEmitter { get set }
  /// A number that differs from invocation to invocation; nil where there is none at hand.
  var column: LaneKind? { get }
  /// The identifier of a type, constant or import of the library.
  mutating func globalID(_ index: GlobalPool.Index) -> ID
  /// Notes that a loop did not end, where this is true of any pixel.
  mutating func tell(_ isOpen: LaneKind)
  /// A reader's colour at a point.
  mutating func read(_ reader: ID, _ point: Lanes) throws(RenderError) -> Lanes
}
