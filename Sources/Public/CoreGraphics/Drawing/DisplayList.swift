import Foundation
import ImageColor

/// Colour, or a pattern that has its own or is given one.
package enum Paint: Sendable {
  case color(CGColor)
  case pattern(CGPattern, tint: CGColor?, phase: CGSize)

  package static let black = Paint.color(CGColor(srgbRed: 0, green: 0, blue: 0, alpha: 1))
}

/// A blurred image of what is painted, moved, under it.
package struct Shadow: Sendable {
  /// In the base space: it does not turn with the CTM.
  package let offset: CGSize
  /// Twice the standard deviation, in units of the base space.
  package let blur: CGFloat
  package let color: CGColor
}

/// A part of the plane that painting is kept inside of, and those that it is inside of.
package final class Clip: @unchecked Sendable {
  // Unchecked: the only variable is taken away when nobody else has the clip.

  package enum Shape: Sendable {
    /// In the base space.
    case outline(Outline, CGPathFillRule, isAntialiased: Bool)
    /// The mask is stretched over the rectangle under the map: an image mask, or an image whose grey says how much.
    case mask(CGImage, CGRect, CGAffineTransform)
    /// The letters, under the map.
    case text(TextLine, CGAffineTransform)
  }

  private var parent: Clip?
  private let shape: Shape
  /// Around it and all that it is inside of, in the base space.
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
    // By itself a long chain would be freed by a recursion as deep.
    var next = parent.take()
    while next != nil, isKnownUniquelyReferenced(&next) {
      let above = next?.parent
      next?.parent = nil
      next = above
    }
  }

  /// From the outermost on.
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

/// How what is drawn gets to its target.
package struct CompositingState: Sendable {
  package var clip: Clip?
  package var alpha: CGFloat = 1
  package var blendMode = CGBlendMode.normal
  package var shadow: Shadow?
  package var isAntialiased = true

  package init() {}
}

/// One thing that is drawn, in the base space of its context, with everything that it needs: a value, which can be
/// drawn again elsewhere and at any scale.
package struct DrawingCommand: Sendable {
  package indirect enum Content: Sendable {
    case fill(Outline, CGPathFillRule, Paint)
    /// - The map: from the plane in which the pen is a disc to the base space, in which the outline is.
    case stroke(Outline, StrokeStyle, CGAffineTransform, Paint)
    /// The paint is for image masks.
    case image(CGImage, CGRect, CGAffineTransform, CGInterpolationQuality, Paint)
    case gradient(GradientShape, CGGradient, CGGradientDrawingOptions, CGAffineTransform)
    /// Letters by a map to the base space, and a line around them by a pen with a map of its own.
    case text(
      TextLine, CGAffineTransform, CGTextDrawingMode, fill: Paint, StrokeStyle, CGAffineTransform, stroke: Paint)
    /// Drawn apart, then put on as one. The map is applied to all of it.
    case group(DisplayList, CGAffineTransform)
  }

  package var content: Content
  package var compositing: CompositingState
}

/// What has been drawn, in order.
package struct DisplayList: Sendable {
  package var commands: [DrawingCommand] = []

  package init() {}
}

/// Where the colours of a gradient are: in the plane before a map.
package enum GradientShape: Sendable {
  case axial(CGPoint, CGPoint)
  case radial(CGPoint, CGFloat, CGPoint, CGFloat)
  case conic(CGPoint, angle: CGFloat)
}

extension DrawingCommand {
  /// A rectangle of the base space outside of which nothing is drawn, clip and shadow aside; not more than `limit`.
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

  /// The bounds with the shadow, within the clip.
  package func reach(within limit: CGRect) -> CGRect {
    let visible = limit.common(with: compositing.clip?.bounds ?? limit)
    guard let shadow = compositing.shadow else { return ownBounds(within: visible) }
    let own = ownBounds(within: shadow.source(of: visible).joined(with: visible))
    let moved = own.offsetBy(dx: shadow.offset.width, dy: shadow.offset.height)
    return own.joined(with: moved.insetBy(dx: -1.5 * shadow.blur - 1, dy: -1.5 * shadow.blur - 1)).common(with: visible)
  }
}

extension Shadow {
  /// What has to be known to see the shadow in a rectangle. A Gaussian is drawn up to three standard deviations.
  package func source(of visible: CGRect) -> CGRect {
    visible.offsetBy(dx: -offset.width, dy: -offset.height).insetBy(dx: -1.5 * blur - 1, dy: -1.5 * blur - 1)
  }
}

extension Outline {
  fileprivate func strokeBounds(_ style: StrokeStyle, _ pen: CGAffineTransform) -> CGRect {
    let reach = style.width / 2 * Swift.max(style.join == .miter ? style.miterLimit : 1, 1.5)
    let scale = Swift.max(abs(pen.a) + abs(pen.c), abs(pen.b) + abs(pen.d))
    let all = bounds(withControls: true)
    guard !all.isNull else { return all }
    return (reach * scale).isFinite ? all.insetBy(dx: -reach * scale - 1, dy: -reach * scale - 1) : .infinite
  }
}
