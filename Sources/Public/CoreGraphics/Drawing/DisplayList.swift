import Foundation
import ImageColor

/// A colour or a pattern, with a tint for uncoloured patterns.
package enum Paint: Sendable {
  case color(CGColor)
  case pattern(CGPattern, tint: CGColor?, phase: CGSize)

  package static let black = Paint.color(CGColor(srgbRed: 0, green: 0, blue: 0, alpha: 1))
}

/// A blurred, offset silhouette drawn below an object.
package struct Shadow: Sendable {
  /// In the base space: it does not rotate with the CTM.
  package let offset: CGSize
  /// Twice the standard deviation, in units of the base space.
  package let blur: CGFloat
  package let color: CGColor
}

/// A clip shape and its parent clips. Drawing is restricted to the intersection of all.
package final class Clip: @unchecked Sendable {
  // Unchecked: the only mutable variable is modified in `deinit`, while no other reference to the clip exists.

  package enum Shape: Sendable {
    /// In the base space.
    case outline(Outline, CGPathFillRule, isAntialiased: Bool)
    /// The mask is scaled to the rectangle under the transform. It is an image mask, or an image whose grey is the
    /// coverage.
    case mask(CGImage, CGRect, CGAffineTransform)
    /// The glyphs, under the transform.
    case text(TextLine, CGAffineTransform)
  }

  private var parent: Clip?
  private let shape: Shape
  /// The bounding box of the intersection of this clip and its parents, in the base space.
  package let bounds: CGRect

  package init(_ shape: Shape, in parent: Clip?, within limit: CGRect) {
    (self.parent, self.shape) = (parent, shape)
    let own: CGRect =
      switch shape {
      case .outline(let outline, _, _): outline.bounds(withControls: true)
      case .mask(_, let rect, let map): rect.applying(map)
      case .text: limit
      }
    bounds = own.common(with: parent?.bounds ?? limit)
  }

  deinit {
    // The default deinit would free a long chain recursively and overflow the stack.
    var next = parent.take()
    while next != nil, isKnownUniquelyReferenced(&next) {
      let above = next?.parent
      next?.parent = nil
      next = above
    }
  }

  /// All shapes, outermost first.
  package var shapes: [Shape] {
    var all: [Shape] = []
    var next: Clip? = self
    while let clip = next {
      all.append(clip.shape)
      next = clip.parent
    }
    return all.reversed()
  }
}

/// The state that controls how a command is composited.
package struct CompositingState: Sendable {
  package var clip: Clip?
  package var alpha: CGFloat = 1
  package var blendMode = CGBlendMode.normal
  package var shadow: Shadow?
  package var isAntialiased = true

  package init() {}
}

/// A drawing command in the base space of its context, with all its inputs. As a value, it can be replayed elsewhere
/// and at any scale.
package struct DrawingCommand: Sendable {
  package indirect enum Content: Sendable {
    case fill(Outline, CGPathFillRule, Paint)
    /// The transform maps the plane in which the pen is a disc to the base space, which the outline is in.
    case stroke(Outline, StrokeStyle, CGAffineTransform, Paint)
    /// The paint is for image masks.
    case image(CGImage, CGRect, CGAffineTransform, CGInterpolationQuality, Paint)
    case gradient(GradientShape, CGGradient, CGGradientDrawingOptions, CGAffineTransform)
    /// Glyphs with a transform to the base space, and a stroke with a pen transform of its own.
    case text(
      TextLine, CGAffineTransform, CGTextDrawingMode, fill: Paint, StrokeStyle, CGAffineTransform, stroke: Paint)
    /// A list that is composited as one. The transform is applied to all of it.
    case group(DisplayList, CGAffineTransform)
  }

  package var content: Content
  package var compositing: CompositingState
}

/// Recorded drawing commands, in order.
package struct DisplayList: Sendable {
  package var commands: [DrawingCommand] = []

  package init() {}
}

/// The geometry of a gradient, in the plane before a transform.
package enum GradientShape: Sendable {
  case axial(CGPoint, CGPoint)
  case radial(CGPoint, CGFloat, CGPoint, CGFloat)
  case conic(CGPoint, angle: CGFloat)
}

extension DrawingCommand {
  /// Returns the bounds of the command's drawing in the base space, without clip and shadow, intersected with `limit`.
  package func ownBounds(within limit: CGRect) -> CGRect {
    let own: CGRect =
      switch content {
      case .fill(let outline, _, _): outline.bounds(withControls: true)
      case .stroke(let outline, let style, let pen, _): outline.strokeBounds(style, pen)
      case .image(_, let rect, let map, _, _): rect.applying(map)
      case .gradient, .text, .group: limit
      }
    return own.common(with: limit)
  }

  /// Returns the bounds of the command's drawing and shadow, intersected with the clip.
  package func paintedBounds(within limit: CGRect) -> CGRect {
    let visible = limit.common(with: compositing.clip?.bounds ?? limit)
    guard let shadow = compositing.shadow else { return ownBounds(within: visible) }
    let own = ownBounds(within: shadow.source(of: visible).joined(with: visible))
    let moved = own.offsetBy(dx: shadow.offset.width, dy: shadow.offset.height)
    return own.joined(with: moved.insetBy(dx: -1.5 * shadow.blur - 1, dy: -1.5 * shadow.blur - 1)).common(with: visible)
  }
}

extension Shadow {
  /// Returns the region that casts a shadow into a rectangle. The Gaussian is truncated at three standard deviations.
  package func source(of visible: CGRect) -> CGRect {
    visible.offsetBy(dx: -offset.width, dy: -offset.height).insetBy(dx: -1.5 * blur - 1, dy: -1.5 * blur - 1)
  }
}

extension Outline {
  fileprivate func strokeBounds(_ style: StrokeStyle, _ pen: CGAffineTransform) -> CGRect {
    let margin = style.width / 2 * Swift.max(style.join == .miter ? style.miterLimit : 1, 1.5)
    let scale = Swift.max(abs(pen.a) + abs(pen.c), abs(pen.b) + abs(pen.d))
    let all = bounds(withControls: true)
    guard !all.isNull else { return all }
    return (margin * scale).isFinite ? all.insetBy(dx: -margin * scale - 1, dy: -margin * scale - 1) : .infinite
  }
}
