import Foundation
import ImageColor
import ImageGraph
import ImagePasses
import ImagePlanning

extension CIContext {
  /// Renders a rectangle of the image, throws the pixels away and says what it took.
  package func statistics(
    of image: CIImage, from rect: CGRect, format: CIFormat, colorSpace: CGColorSpace?
  ) throws(RenderError) -> RenderStatistics {
    let wanted = request(
      image.node, UserRect(rect).pixels, format: try stored(format), space: colorSpace?.space, alpha: .premultiplied)
    return try renderRows(wanted) { _ in }
  }

  /// Renders that the device has at the moment, and the bytes that they reserved there: zero when nothing runs.
  package var inFlight: (runs: Int, byteCount: Int) {
    engine.schedules?.inFlight ?? (0, 0)
  }

  /// Bytes of the intermediate images that are kept for later renders.
  package var keptByteCount: Int { engine.schedules?.keptByteCount ?? 0 }

  /// How the rectangle would be rendered: what runs in which order, on which pixels. Nil on the reference, which runs
  /// as a whole.
  package func plan(
    of image: CIImage, from rect: CGRect, format: CIFormat, colorSpace: CGColorSpace?, inRows: Bool = true
  ) throws(RenderError) -> RenderWork? {
    if engine.schedules == nil { return nil }
    let wanted = request(
      image.node, UserRect(rect).pixels, format: try stored(format), space: colorSpace?.space, alpha: .premultiplied,
      inRows: inRows)
    return try planner.plan(processed(wanted)).work
  }

  /// Bytes that the device holds for this context at the moment, and what renders under way hold beside; 0 on the
  /// reference.
  package var memoryByteCount: Int { engine.schedules?.memoryByteCount ?? 0 }

  /// A context like this one that makes every image anew: for measuring.
  package func keepingNoIntermediates() throws(RenderError) -> CIContext {
    var settings = settings
    settings.vulkan.cachesIntermediates = false
    return try onSameEngine(settings)
  }

  /// A context like this one that plans by other rules: for measuring what they are worth.
  package func planning(by change: (inout CostRules) -> Void) throws(RenderError) -> CIContext {
    var (settings, rules) = (settings, rules)
    change(&rules)
    settings.vulkan.rules = rules
    return try onSameEngine(settings)
  }

  private func onSameEngine(_ settings: ContextSettings) throws(RenderError) -> CIContext {
    var settings = settings
    settings.backend =
      switch engine.name {
      case .processor: .processor
      case .vulkan: .vulkan
      case .reference: .reference
      }
    return try CIContext(settings)
  }

  /// A context like this one that stores every step of a recipe: the measure of what fusion is worth.
  package func withoutFusion() throws(RenderError) -> CIContext { try planning { $0.neverFuses = true } }
}
