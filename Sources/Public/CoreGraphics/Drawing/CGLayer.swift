import Foundation

/// A recording that can be drawn into contexts repeatedly. It stores drawing commands, so it is sharp at every scale.
///
/// Not thread-safe.
public final class CGLayer {
  /// The context that records the content.
  public let context: CGContext?
  /// The size in units of the target context.
  public let size: CGSize
  private let recorder: DrawingRecorder

  /// Creates a layer for a context. Returns nil if the size is not positive and finite.
  ///
  /// - Parameter auxiliaryInfo: of no effect.
  public init?(_ target: CGContext, size: CGSize, auxiliaryInfo: CFDictionary?) {
    guard size.width > 0, size.height > 0, size.width.isFinite, size.height.isFinite else { return nil }
    self.size = size
    recorder = DrawingRecorder()
    context = CGContext(recorder, limit: .infinite, space: target.space)
    context?.clip(to: CGRect(origin: .zero, size: size))
  }

  var list: DisplayList { recorder.list }
}
