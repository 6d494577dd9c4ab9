import CoreGraphics
import Foundation
import ImageGraph

extension CIFilter {
  /// Applies a kernel. If the arguments do not match, returns nil and logs the reason.
  ///
  /// Images are read in the region of ``CIKernel/setROISelector(_:)``, or by default at the position of the result.
  ///
  /// - Parameters:
  ///   - args: the arguments of the kernel, in its order.
  ///   - dict: `kCIApplyOptionExtent`, four numbers, or `kCIApplyOptionDefinition`, a `CIFilterShape` or four numbers:
  ///     the extent of the result; by default, that of its images. `kCIApplyOptionUserInfo` is passed to the method of
  ///     `setROISelector`. Other options and invalid rectangles have no effect and are logged.
  public func apply(_ k: CIKernel, arguments args: [Any]?, options dict: [String: Any]? = nil) -> CIImage? {
    apply(k, arguments: args, options: dict, log: .process)
  }

  /// Applies a kernel, and notes options without effect in the given log.
  package func apply(
    _ k: CIKernel, arguments args: [Any]?, options dict: [String: Any]?, log: RenderLog
  ) -> CIImage? {
    let images = (args ?? []).compactMap { ($0 as? CIImage)?.node.extent ?? ($0 as? CISampler)?.definition.region }
    let own = images.isEmpty ? Extent.infinite : images.reduce(Extent.empty) { $0.union($1) }
    logUnusedOptions(dict ?? [:], of: k, log)
    let stated = [kCIApplyOptionExtent, kCIApplyOptionDefinition].lazy.compactMap { dict?[$0].flatMap(rect) }.first
    let extent = stated ?? CGRect(own)
    let callback = k.regions(userInfo: dict?[kCIApplyOptionUserInfo])
    if let warp = k as? CIWarpKernel, let first = args?.first, let image = first as? CIImage {
      return warp.apply(
        extent: extent, roiCallback: callback, image: image, arguments: Array((args ?? []).dropFirst()))
    }
    return k.apply(extent: extent, roiCallback: callback, arguments: args ?? [])
  }

  private func logUnusedOptions(_ options: [String: Any], of kernel: CIKernel, _ log: RenderLog) {
    for (key, value) in options.sorted(by: { $0.key < $1.key }) {
      let isUnused =
        switch key {
        case kCIApplyOptionExtent, kCIApplyOptionDefinition: rect(value) == nil
        case kCIApplyOptionUserInfo: false
        default: true
        }
      if isUnused {
        log.note("CIFilter.apply of kernel \(kernel.name): \(key) = \(classAndValue(value)) has no effect")
      }
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
