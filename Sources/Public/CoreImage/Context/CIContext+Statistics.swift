import Foundation
import ImageColor
import ImageGraph
import ImagePasses
import ImagePlanning

extension CIContext {
  /// Renders a rectangle of the image, discards the pixels, and returns the statistics.
  package func statistics(
    of image: CIImage, from rect: CGRect, format: CIFormat, colorSpace: CGColorSpace?
  ) throws(RenderError) -> RenderStatistics {
    let renderRequest = request(
      image.node, UserRect(rect).pixels, format: try stored(format), space: colorSpace?.space, alpha: .premultiplied)
    return try renderRows(renderRequest) { _ in }
  }

  /// The renders that the device currently executes, and the bytes that they reserve there; both are 0 on an idle
  /// device.
  package var inFlight: (runs: Int, byteCount: Int) {
    engine.schedules?.inFlight ?? (0, 0)
  }

  /// The bytes of intermediates that are cached for later renders.
  package var cachedByteCount: Int { engine.schedules?.cachedByteCount ?? 0 }

  /// Returns the plan of a render of the rectangle: the dispatches, their order and their regions. Nil on the
  /// reference, which has no plans.
  package func plan(
    of image: CIImage, from rect: CGRect, format: CIFormat, colorSpace: CGColorSpace?, inRows: Bool = true
  ) throws(RenderError) -> RenderWork? {
    if engine.schedules == nil { return nil }
    let renderRequest = request(
      image.node, UserRect(rect).pixels, format: try stored(format), space: colorSpace?.space, alpha: .premultiplied,
      inRows: inRows)
    return try planner.plan(processed(renderRequest)).work
  }

  /// The bytes that the device holds for this context, in addition to those of running renders; 0 on the reference.
  package var memoryByteCount: Int { engine.schedules?.memoryByteCount ?? 0 }

  /// Returns a context with the same settings that caches no intermediates, for measurements.
  package func withoutIntermediateCache() throws(RenderError) -> CIContext {
    var settings = settings
    settings.vulkan.cachesIntermediates = false
    return try onSameEngine(settings)
  }

  /// Returns a context with the same settings and other cost rules, to measure their effect.
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

  /// Returns a context with the same settings that stores every step of a recipe, to measure the effect of fusion.
  package func withoutFusion() throws(RenderError) -> CIContext { try planning { $0.neverFuses = true } }
}
