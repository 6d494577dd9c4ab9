import Foundation
import ImageColor
import ImageGraph
import ImagePasses
import ImagePlanning
import ImageVulkan

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
    if case .vulkan(let context) = engine { context.inFlight } else { (0, 0) }
  }

  /// Bytes of the intermediate pictures that are kept for later renders.
  package var keptByteCount: Int { if case .vulkan(let context) = engine { context.keptByteCount } else { 0 } }

  /// How the rectangle would be rendered: what runs in which order, on which pixels. Nil on the reference, which runs
  /// as a whole.
  package func plan(
    of image: CIImage, from rect: CGRect, format: CIFormat, colorSpace: CGColorSpace?, inRows: Bool = true
  ) throws(RenderError) -> RenderWork? {
    guard case .vulkan = engine else { return nil }
    let wanted = request(
      image.node, UserRect(rect).pixels, format: try stored(format), space: colorSpace?.space, alpha: .premultiplied,
      inRows: inRows)
    return try planner.plan(processed(wanted)).work
  }

  /// Bytes that the device holds for this context at the moment, and what renders under way hold beside; 0 on the
  /// reference.
  package var memoryByteCount: Int {
    if case .vulkan(let context) = engine { context.memoryByteCount } else { 0 }
  }

  /// A context like this one that makes every picture anew: for measuring.
  package func keepingNoIntermediates() throws(RenderError) -> CIContext {
    var settings = settings
    settings.vulkan.cachesIntermediates = false
    if case .reference = engine { settings.backend = .reference }
    return try CIContext(settings)
  }

  /// A context like this one that plans by other rules: for measuring what they are worth.
  package func planning(by change: (inout CostRules) -> Void) throws(RenderError) -> CIContext {
    var (settings, rules) = (settings, rules)
    change(&rules)
    settings.vulkan.rules = rules
    if case .reference = engine { settings.backend = .reference }
    return try CIContext(settings)
  }

  /// A context like this one that stores every step of a recipe: the measure of what fusion is worth.
  package func withoutFusion() throws(RenderError) -> CIContext { try planning { $0.neverFuses = true } }
}
