import Foundation

extension CGContext {
  /// Draws an image scaled to a rectangle, with its first row at the side of greater y. An image mask is painted with
  /// the fill colour.
  ///
  /// - Parameter byTiling: repeats the image from that rectangle on, over the whole clip.
  public func draw(_ image: CGImage, in rect: CGRect, byTiling: Bool = false) {
    guard byTiling else { return drawImage(image, rect) }
    let all = boundingBoxOfClipPath
    guard !all.isNull, rect.width > 0, rect.height > 0, rect.width.isFinite, rect.height.isFinite else { return }
    let columns = (all.width / rect.width).rounded(.up) + 1
    let rows = (all.height / rect.height).rounded(.up) + 1
    guard columns * rows <= 100_000 else { return }
    let left = rect.minX + ((all.minX - rect.minX) / rect.width).rounded(.down) * rect.width
    let bottom = rect.minY + ((all.minY - rect.minY) / rect.height).rounded(.down) * rect.height
    for row in 0..<Int(rows) {
      for column in 0..<Int(columns) {
        let origin = CGPoint(x: left + CGFloat(column) * rect.width, y: bottom + CGFloat(row) * rect.height)
        drawImage(image, CGRect(origin: origin, size: rect.size))
      }
    }
  }

  private func drawImage(_ image: CGImage, _ rect: CGRect) {
    guard !rect.isNull, !rect.isInfinite else { return }
    let quality = image.shouldInterpolate ? state.interpolation : .none
    emit(.image(image, rect.standardized, ctm, quality, state.fill))
  }

  /// Draws a linear gradient over the whole clip.
  ///
  /// - Parameter options: without them nothing is painted before the start and after the end.
  public func drawLinearGradient(
    _ gradient: CGGradient, start startPoint: CGPoint, end endPoint: CGPoint, options: CGGradientDrawingOptions
  ) { draw(gradient, .axial(startPoint, endPoint), options) }

  /// Draws a radial gradient between two circles.
  ///
  /// - Parameter options: without them nothing is painted inside of the first and outside of the last circle.
  public func drawRadialGradient(
    _ gradient: CGGradient, startCenter: CGPoint, startRadius: CGFloat, endCenter: CGPoint, endRadius: CGFloat,
    options: CGGradientDrawingOptions
  ) { draw(gradient, .radial(startCenter, max(startRadius, 0), endCenter, max(endRadius, 0)), options) }

  /// Draws a conic gradient around a point, counter-clockwise with y pointing up.
  ///
  /// - Parameter angle: the direction of the first colour, in radians.
  public func drawConicGradient(_ gradient: CGGradient, center: CGPoint, angle: CGFloat) {
    draw(gradient, .conic(center, angle: angle), [])
  }

  private func draw(_ gradient: CGGradient, _ shape: GradientShape, _ options: CGGradientDrawingOptions) {
    let arguments: [CGFloat] =
      switch shape {
      case .axial(let a, let b): [a.x, a.y, b.x, b.y]
      case .radial(let a, let r, let b, let s): [a.x, a.y, r, b.x, b.y, s]
      case .conic(let a, let angle): [a.x, a.y, angle]
      }
    guard arguments.allSatisfy({ abs($0) <= 1e9 }) else { return }
    emit(.gradient(shape, gradient, options, ctm))
  }
}
