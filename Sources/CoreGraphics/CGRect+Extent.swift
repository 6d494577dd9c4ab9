import Foundation
import ImageGraph

extension Rect where P == UserPlane {
  /// The rectangle with its corners in order; infinite ones have no finite side.
  package init(_ rect: CGRect) {
    if rect.isNull {
      self.init(.zero, .zero)
    } else if rect.isInfinite || rect.size.width >= 1e300 || rect.size.height >= 1e300 {
      self = .infinite
    } else {
      let rect = rect.standardized
      self.init(x: rect.origin.x, y: rect.origin.y, width: rect.size.width, height: rect.size.height)
    }
  }
}

extension CGRect {
  package init(_ rect: UserRect) {
    self = rect.isFinite ? CGRect(x: rect.min.x, y: rect.min.y, width: rect.width, height: rect.height) : .infinite
  }

  /// As Core Image gives extents: the null rectangle for an empty image, the infinite one for an unbounded image.
  package init(_ extent: Extent) {
    switch extent {
    case .empty: self = .null
    case .finite(let rect): self.init(rect)
    case .infinite: self = .infinite
    }
  }
}
