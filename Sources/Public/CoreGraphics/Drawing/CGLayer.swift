import Foundation

/// Something that is drawn once and put into a context often. It keeps what was drawn, so it is sharp at every scale.
///
/// Not for several threads at once.
public final class CGLayer {
  /// What to draw into.
  public let context: CGContext?
  /// In units of the context that it is for.
  public let size: CGSize
  private let recorder: DrawingRecorder

  /// A layer for a context; nil for a size that is not above 0 or no number.
  ///
  /// - Parameter auxiliaryInfo: nothing is known.
  public init?(_ target: CGContext, size: CGSize, auxiliaryInfo: CFDictionary?) {
    guard size.width > 0, size.height > 0, size.width.isFinite, size.height.isFinite else { return nil }
    self.size = size
    recorder = DrawingRecorder()
    context = CGContext(recorder, limit: .infinite, space: target.space)
    context?.clip(to: CGRect(origin: .zero, size: size))
  }

  var list: DisplayList { recorder.list }
}
