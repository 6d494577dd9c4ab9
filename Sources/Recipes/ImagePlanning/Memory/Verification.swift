import ImageGraph
import ImagePasses
import ImagePrograms

extension Run {
  /// Checks everything that a run relies on, so that a mistaken schedule is an error and never a wild access.
  ///
  /// - Parameter isOwn: tells kept images that the context itself has kept: others cannot be read.
  package func verify(
    limits: DeviceLimits, reading isOwn: (any CachedPixels) -> Bool = { _ in false }
  ) throws(RenderError) {
    try schedule.verify(limits: limits, isOwn)
    for (index, image) in schedule.images.enumerated() {
      guard case .source(let source) = image.kind, let held = heldParts[source.identity] else { continue }
      guard held.contains(image.region), source.rect.contains(held) else {
        throw .invalidArgument("schedule: image \(index) is not in memory")
      }
    }
  }
}

extension Schedule {
  fileprivate func verify(limits: DeviceLimits, _ isOwn: (any CachedPixels) -> Bool) throws(RenderError) {
    func fail(_ text: String) -> RenderError { .invalidArgument("schedule: \(text)") }

    for (index, image) in images.enumerated() {
      let region = image.region
      guard region.isFinite, !region.isEmpty, isWhole(region), region.width <= 0x1p30, region.height <= 0x1p30 else {
        throw fail("image \(index) has the region \(region)")
      }
      let texels = image.pitch.multipliedReportingOverflow(by: image.height)
      guard !texels.overflow, texels.partialValue < 1 << 40 else {
        throw .limit(
          "pixels of an image", requested: UInt64(region.width) * UInt64(region.height), allowed: 1 << 40)
      }
      switch image.kind {
      case .source(let source):
        guard source.rect.offset(by: image.origin).contains(image.region) else {
          throw fail("image \(index) is no part of its source")
        }
      case .intermediate, .cached, .output:
        guard let store = image.store, store.bytesPerPixel > 0 else { throw fail("image \(index) has no format") }
      case .counters(let bins):
        guard bins > 0, bins <= 1 << 20 else { throw fail("image \(index) counts \(bins) bins") }
      }
    }
    for output in outputs where !images.indices.contains(output) { throw fail("there is no image \(output)") }

    var written = Set<ImageID>()
    func isReadable(_ image: ImageID) -> Bool {
      switch images[image].kind {
      case .source: true
      case .cached(let kept): isOwn(kept) || written.contains(image)
      case .intermediate, .output, .counters: written.contains(image)
      }
    }
    for (index, dispatch) in dispatches.enumerated() {
      let program = dispatch.program
      guard (dispatch.inputs + [dispatch.output]).allSatisfy(images.indices.contains) else {
        throw fail("dispatch \(index) names an image that is not there")
      }
      guard dispatch.inputs.count == program.inputs.count, dispatch.arguments.count <= program.slotCount,
        case .float4(let geometry)? = dispatch.arguments.first
      else { throw fail("dispatch \(index) does not fit its program") }
      guard program.slotCount * 16 <= limits.uniformBufferRange else {
        throw .limit(
          "bytes of a program's arguments", requested: UInt64(program.slotCount * 16),
          allowed: UInt64(limits.uniformBufferRange))
      }
      let target = images[dispatch.output]
      switch (target.kind, program.store) {
      case (.source, _): throw fail("dispatch \(index) writes a source")
      case (.counters, .histogram): break
      case (.counters, _), (_, .histogram): throw fail("dispatch \(index) mixes colours and counters")
      default:
        if target.store != program.store { throw fail("dispatch \(index) writes another format than its output's") }
      }
      guard !dispatch.region.isEmpty, isWhole(dispatch.region) else {
        throw fail("dispatch \(index) computes \(dispatch.region)")
      }
      // A histogram's region is of pixels that are counted, not of counters; its place is told by the geometry alone.
      if case .histogram = program.store {
        guard dispatch.kernelTarget(geometry).contains(dispatch.region) else {
          throw fail("dispatch \(index) counts \(dispatch.region) of \(dispatch.kernelTarget(geometry))")
        }
      } else if !target.region.contains(dispatch.region) || dispatch.kernelTarget(geometry) != target.region {
        throw fail("dispatch \(index) computes \(dispatch.region) of \(target.region), and tells \(geometry)")
      }
      guard !dispatch.inputs.contains(dispatch.output), dispatch.inputs.allSatisfy(isReadable) else {
        throw fail("dispatch \(index) reads what is not there yet")
      }
      written.insert(dispatch.output)
    }
    guard !outputs.isEmpty, outputs.allSatisfy(isReadable) else { throw fail("nothing writes the output") }
  }

  private func isWhole(_ rect: UserRect) -> Bool {
    [rect.min.x, rect.min.y, rect.max.x, rect.max.y].allSatisfy { $0 == $0.rounded() && abs($0) < 0x1p31 }
  }
}
