import Foundation

/// A callback that draws a cell of a pattern.
public typealias CGPatternDrawPatternCallback = (_ info: UnsafeMutableRawPointer?, _ context: CGContext) -> Void
/// A callback that releases a pattern's `info`.
public typealias CGPatternReleaseInfoCallback = (_ info: UnsafeMutableRawPointer?) -> Void

/// The callbacks of a pattern.
public struct CGPatternCallbacks {
  /// The version of the structure: 0.
  public var version: UInt32
  /// Draws a cell in pattern space, inside of its bounds.
  public var drawPattern: CGPatternDrawPatternCallback?
  /// Releases `info`.
  public var releaseInfo: CGPatternReleaseInfoCallback?

  /// Creates the callbacks.
  public init(
    version: UInt32, drawPattern: CGPatternDrawPatternCallback?, releaseInfo: CGPatternReleaseInfoCallback?
  ) { (self.version, self.drawPattern, self.releaseInfo) = (version, drawPattern, releaseInfo) }
}

/// A repeated cell. Immutable.
///
/// The initializer draws the cell once and stores the drawing commands, so the pattern is sharp at every scale.
public final class CGPattern: Sendable {
  package let bounds: CGRect
  /// The transform from pattern space to the base space of the painted context.
  package let matrix: CGAffineTransform
  package let step: CGSize
  package let isColored: Bool
  package let cell: DisplayList

  /// Creates a pattern. Returns nil without a drawing callback, and if steps or bounds are not finite.
  ///
  /// - Parameters:
  ///   - info: passed to the callbacks, which are called before the initializer returns.
  ///   - bounds: the bounds of a cell, which clip its drawing.
  ///   - matrix: the transform from pattern space to the context's base space; the CTM has no effect.
  ///   - xStep: the distance between cells; 0 selects the width of `bounds`.
  ///   - yStep: the distance between rows of cells; 0 selects the height of `bounds`.
  ///   - isColored: false if the cell is a stencil, which is painted with the colour that is set with the pattern.
  public init?(
    info: UnsafeMutableRawPointer?, bounds: CGRect, matrix: CGAffineTransform, xStep: CGFloat, yStep: CGFloat,
    tiling: CGPatternTiling, isColored: Bool, callbacks: UnsafePointer<CGPatternCallbacks>
  ) {
    let functions = callbacks.pointee
    defer { functions.releaseInfo?(info) }
    let step = CGSize(
      width: xStep == 0 ? bounds.width : abs(xStep), height: yStep == 0 ? bounds.height : abs(yStep))
    guard let draw = functions.drawPattern, step.width > 0, step.height > 0, step.width.isFinite, step.height.isFinite,
      !bounds.isNull, !bounds.isInfinite
    else { return nil }
    (self.bounds, self.matrix, self.step, self.isColored) = (bounds, matrix, step, isColored)
    cell = CGContext.recorded(within: .infinite) { context in
      context.clip(to: bounds)
      draw(info, context)
    }
  }
}
