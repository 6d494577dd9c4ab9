import Foundation

/// Draws a cell of a pattern.
public typealias CGPatternDrawPatternCallback = (_ info: UnsafeMutableRawPointer?, _ context: CGContext) -> Void
/// Frees what a pattern was given.
public typealias CGPatternReleaseInfoCallback = (_ info: UnsafeMutableRawPointer?) -> Void

/// What a pattern calls.
public struct CGPatternCallbacks {
  /// 0.
  public var version: UInt32
  /// Draws a cell in the pattern's own plane, inside of its bounds.
  public var drawPattern: CGPatternDrawPatternCallback?
  /// Frees `info`.
  public var releaseInfo: CGPatternReleaseInfoCallback?

  /// Callbacks.
  public init(
    version: UInt32, drawPattern: CGPatternDrawPatternCallback?, releaseInfo: CGPatternReleaseInfoCallback?
  ) { (self.version, self.drawPattern, self.releaseInfo) = (version, drawPattern, releaseInfo) }
}

/// A cell that is painted again and again. Immutable: the cell is drawn once, when the pattern is made, and kept as
/// what was drawn, so it is sharp at every scale.
public final class CGPattern: Sendable {
  package let bounds: CGRect
  /// From the pattern's plane to the base space of the context that is painted.
  package let matrix: CGAffineTransform
  package let step: CGSize
  package let isColored: Bool
  package let cell: DisplayList

  /// A pattern; nil when it has nothing to draw with, and for steps and bounds that are no numbers.
  ///
  /// - Parameters:
  ///   - info: handed to the callbacks, which are called before this returns.
  ///   - bounds: what a cell may paint on; the rest is cut off.
  ///   - matrix: from the pattern's plane to the context's base space; the CTM has no effect.
  ///   - xStep: from one cell to the next; 0: the width of `bounds`.
  ///   - yStep: from one row of cells to the next; 0: the height of `bounds`.
  ///   - isColored: false: the cell says where to paint, and gets its colour when the pattern is set.
  public init?(
    info: UnsafeMutableRawPointer?, bounds: CGRect, matrix: CGAffineTransform, xStep: CGFloat, yStep: CGFloat,
    tiling: CGPatternTiling, isColored: Bool, callbacks: UnsafePointer<CGPatternCallbacks>
  ) {
    let calls = callbacks.pointee
    defer { calls.releaseInfo?(info) }
    let step = CGSize(
      width: xStep == 0 ? bounds.width : abs(xStep), height: yStep == 0 ? bounds.height : abs(yStep))
    guard let draw = calls.drawPattern, step.width > 0, step.height > 0, step.width.isFinite, step.height.isFinite,
      !bounds.isNull, !bounds.isInfinite
    else { return nil }
    (self.bounds, self.matrix, self.step, self.isColored) = (bounds, matrix, step, isColored)
    cell = CGContext.recorded(within: .infinite) { context in
      context.clip(to: bounds)
      draw(info, context)
    }
  }
}
