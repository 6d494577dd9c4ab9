import CoreGraphics
import Foundation
import ImageGraph

extension CIFilter {
  /// The image that a kernel makes; nil where the arguments do not fit, which the log tells.
  ///
  /// Images are read where ``CIKernel/setROISelector(_:)`` said, else where the result is made.
  ///
  /// - Parameters:
  ///   - args: what the kernel takes, in its order.
  ///   - dict: `kCIApplyOptionExtent`, four numbers, or `kCIApplyOptionDefinition`, a `CIFilterShape` or four numbers:
  ///     where the result has pixels; left out, where its images have. `kCIApplyOptionUserInfo` is handed to what
  ///     `setROISelector` set. Other options, and what is no rectangle, have no effect: a line in the log tells of
  ///     each.
  public func apply(_ k: CIKernel, arguments args: [Any]?, options dict: [String: Any]? = nil) -> CIImage? {
    apply(k, arguments: args, options: dict, log: .process)
  }

  /// The same, with a log that is told of options without effect.
  package func apply(
    _ k: CIKernel, arguments args: [Any]?, options dict: [String: Any]?, log: RenderLog
  ) -> CIImage? {
    let images = (args ?? []).compactMap { ($0 as? CIImage)?.node.extent ?? ($0 as? CISampler)?.definition.region }
    let own = images.isEmpty ? Extent.infinite : images.reduce(Extent.empty) { $0.union($1) }
    noteIdleOptions(dict ?? [:], of: k, log)
    let stated = [kCIApplyOptionExtent, kCIApplyOptionDefinition].lazy.compactMap { dict?[$0].flatMap(rect) }.first
    let extent = stated ?? CGRect(own)
    let callback = k.regions(userInfo: dict?[kCIApplyOptionUserInfo])
    if let warp = k as? CIWarpKernel, let first = args?.first, let image = first as? CIImage {
      return warp.apply(
        extent: extent, roiCallback: callback, image: image, arguments: Array((args ?? []).dropFirst()))
    }
    return k.apply(extent: extent, roiCallback: callback, arguments: args ?? [])
  }

  private func noteIdleOptions(_ options: [String: Any], of kernel: CIKernel, _ log: RenderLog) {
    for (key, value) in options.sorted(by: { $0.key < $1.key }) {
      let isIdle =
        switch key {
        case kCIApplyOptionExtent, kCIApplyOptionDefinition: rect(value) == nil
        case kCIApplyOptionUserInfo: false
        default: true
        }
      if isIdle { log.note("CIFilter.apply of kernel \(kernel.name): \(key) = \(classAndValue(value)) has no effect") }
    }
  }
}

private func rect(_ value: Any) -> CGRect? {
  switch value {
  case let shape as CIFilterShape: return shape.extent
  case let rect as CGRect: return rect
  case let vector as CIVector where vector.count == 4: return vector.cgRectValue
  case let list as [Any]:
    let n = list.compactMap { number(from: $0) }
    return n.count == 4 && list.count == 4 ? CGRect(x: n[0], y: n[1], width: n[2], height: n[3]) : nil
  default: return nil
  }
}
