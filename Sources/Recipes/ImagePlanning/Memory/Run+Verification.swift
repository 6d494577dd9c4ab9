import ImageGraph
import ImagePasses
import ImagePrograms

extension Run {
  /// Checks all invariants of a run, so that a wrong schedule is an error instead of an invalid memory access.
  ///
  /// - Parameter isReadableCache: returns whether the context owns a cached image. Others cannot be read.
  package func verify(
    limits: DeviceLimits, isReadableCache: (any CachedPixels) -> Bool = { _ in false }
  ) throws(RenderError) {
    try schedule.verify(limits: limits, isReadableCache)
    for (index, image) in schedule.images.enumerated() {
      guard case .source(let source) = image.kind, let held = heldParts[source.identity] else { continue }
      guard held.contains(image.region), source.rect.contains(held) else {
        throw .invalidArgument("schedule: image \(index) is not in memory")
      }
    }
  }
}

extension Schedule {
  fileprivate func verify(limits: DeviceLimits, _ isReadableCache: (any CachedPixels) -> Bool) throws(RenderError) {
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
          throw fail("image \(index) is not inside its source")
        }
      case .intermediate, .cached, .output:
        guard let store = image.store, store.bytesPerPixel > 0 else { throw fail("image \(index) has no format") }
      case .counters(let bins):
        guard bins > 0, bins <= 1 << 20 else { throw fail("image \(index) counts \(bins) bins") }
      }
    }
    for output in outputs where !images.indices.contains(output) { throw fail("the output \(output) is out of range") }

    var written = Set<ImageID>()
    func isReadable(_ image: ImageID) -> Bool {
      switch images[image].kind {
      case .source: true
      case .cached(let pixels): isReadableCache(pixels) || written.contains(image)
      case .intermediate, .output, .counters: written.contains(image)
      }
    }
    for (index, dispatch) in dispatches.enumerated() {
      let program = dispatch.program
      guard (dispatch.inputs + [dispatch.output]).allSatisfy(images.indices.contains) else {
        throw fail("dispatch \(index) has an image out of range")
      }
      guard dispatch.inputs.count == program.inputs.count, dispatch.arguments.count <= program.slotCount,
        case .float4(let geometry)? = dispatch.arguments.first
      else { throw fail("dispatch \(index) has other inputs or arguments than its program") }
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
        if target.store != program.store {
          throw fail("dispatch \(index) writes another format than that of its output")
        }
      }
      guard !dispatch.region.isEmpty, isWhole(dispatch.region) else {
        throw fail("dispatch \(index) computes \(dispatch.region)")
      }
      // A histogram's region is that of the counted pixels, not of the counters. Its position is in the geometry only.
      if case .histogram = program.store {
        guard dispatch.kernelTarget(geometry).contains(dispatch.region) else {
          throw fail("dispatch \(index) counts \(dispatch.region) of \(dispatch.kernelTarget(geometry))")
        }
      } else if !target.region.contains(dispatch.region) || dispatch.kernelTarget(geometry) != target.region {
        throw fail("dispatch \(index) computes \(dispatch.region) of \(target.region) with the geometry \(geometry)")
      }
      guard !dispatch.inputs.contains(dispatch.output), dispatch.inputs.allSatisfy(isReadable) else {
        throw fail("dispatch \(index) reads an image that was not written")
      }
      written.insert(dispatch.output)
    }
    guard !outputs.isEmpty, outputs.allSatisfy(isReadable) else { throw fail("the output is never written") }
  }

  private func isWhole(_ rect: UserRect) -> Bool {
    [rect.min.x, rect.min.y, rect.max.x, rect.max.y].allSatisfy { $0 == $0.rounded() && abs($0) < 0x1p31 }
  }
}
