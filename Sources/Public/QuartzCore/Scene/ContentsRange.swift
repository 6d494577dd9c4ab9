import CoreImage
import Foundation
import ImageGraph

extension SceneLayer {
  /// Contents as bright as the layer lets through.
  ///
  /// - Parameter object: what they were given as.
  func toneMapped(_ image: Node, _ object: Any) -> Node {
    guard let limit = mostBrightness else { return image }
    let own = read(LayerProperties.contentsHeadroom)
    let headroom = own >= 1 && own.isFinite ? Float(own) : headroom(of: object)
    guard headroom > limit else { return image }
    return CIImage(node: image).settingContentHeadroom(headroom)
      .applyingFilter("CISystemToneMap", parameters: ["inputDisplayHeadroom": limit]).node
  }

  /// White is 1; nil where contents stay as they are.
  private var mostBrightness: Float? {
    let mode = read(LayerProperties.toneMapMode)
    if mode == .never { return nil }
    switch read(LayerProperties.preferredDynamicRange) {
    case .standard: return 1
    // What CISystemToneMap takes a constrained range for.
    case .constrainedHigh: return 2
    case .high: return nil
    default: return mode == .ifSupported && !read(LayerProperties.wantsExtendedDynamicRangeContent) ? 1 : nil
    }
  }

  /// 0 where nobody knows.
  private func headroom(of object: Any) -> Float {
    if let image = object as? CIImage { return image.contentHeadroom }
    return CIImage(contents: object)?.contentHeadroom ?? 0
  }
}
