import CoreImage
import Foundation
import ImageGraph

extension SceneLayer {
  /// Tone maps contents to the layer's dynamic range.
  ///
  /// - Parameter object: the contents object.
  func toneMapped(_ image: Node, _ object: Any) -> Node {
    guard let limit = headroomLimit else { return image }
    let explicit = read(LayerProperties.contentsHeadroom)
    let headroom = explicit >= 1 && explicit.isFinite ? Float(explicit) : headroom(of: object)
    guard headroom > limit else { return image }
    return CIImage(node: image).settingContentHeadroom(headroom)
      .applyingFilter("CISystemToneMap", parameters: ["inputDisplayHeadroom": limit]).node
  }

  /// The maximum headroom, relative to white at 1; nil if contents are unchanged.
  private var headroomLimit: Float? {
    let mode = read(LayerProperties.toneMapMode)
    if mode == .never { return nil }
    switch read(LayerProperties.preferredDynamicRange) {
    case .standard: return 1
    // The limit that CISystemToneMap uses for the constrained range.
    case .constrainedHigh: return 2
    case .high: return nil
    default: return mode == .ifSupported && !read(LayerProperties.wantsExtendedDynamicRangeContent) ? 1 : nil
    }
  }

  /// Returns the headroom of the image; 0 if it is unknown.
  private func headroom(of object: Any) -> Float {
    if let image = object as? CIImage { return image.contentHeadroom }
    return CIImage(contents: object)?.contentHeadroom ?? 0
  }
}
