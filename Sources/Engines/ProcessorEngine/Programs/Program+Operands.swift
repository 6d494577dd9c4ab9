import ImagePrograms

extension Program.Instruction {
  /// The values that the instruction uses.
  var operands: [Program.Value] {
    switch self {
    case .at, .live, .axis: []
    case .fetch(_, let at, let geometry), .fetchRow(_, let at, let geometry, _): [at, geometry]
    case .mask(let color, let at, let rect): [color, at, rect]
    case .transform(let at, let row0, let row1): [at, row0, row1]
    case .nearestInside(let at, let rect): [at, rect]
    case .bilinear(_, let at), .read(_, let at): [at]
    case .call(_, let arguments), .gather(_, let arguments, _): arguments
    }
  }
}
