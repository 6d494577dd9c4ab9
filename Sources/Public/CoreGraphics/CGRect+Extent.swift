import Foundation
import ImageGraph

extension Rect where P == UserPlane {
  /// Creates the rectangle with its corners in order; each of its edges may be infinite.
  package init(_ rect: CGRect) {
    if rect.isNull {
      self.init(.zero, .zero)
    } else {
      self.init(corner: [rect.origin.x, rect.origin.y], size: [rect.size.width, rect.size.height])
    }
  }
}

extension CGRect {
  package init(_ rect: UserRect) {
    self = rect.isFinite ? CGRect(x: rect.min.x, y: rect.min.y, width: rect.width, height: rect.height) : .infinite
  }

  /// Creates an extent in Core Image's form: the null rectangle for an empty image, the infinite one for an unbounded
  /// image.
  package init(_ extent: Extent) {
    switch extent {
    case .empty: self = .null
    case .finite(let rect): self.init(rect)
    case .infinite: self = .infinite
    }
  }
}
