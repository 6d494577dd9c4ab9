import ImageGraph

extension Schedule {
  /// A copy of the schedule for printing, without source pixels or device memory. Cached images keep their kind.
  package var withoutPixels: Schedule {
    let record = images.map { image in
      let kind: Image.Kind =
        switch image.kind {
        case .source(let source): .source(Source(withoutPixels: source))
        case .cached: .cached(CachedPlaceholder.shared)
        case .intermediate, .output, .counters: image.kind
        }
      return Image(
        kind: kind, region: image.region, store: image.store, isToBeCached: image.isToBeCached, origin: image.origin
      )
    }
    return Schedule(images: record, dispatches: dispatches, outputs: outputs)
  }
}

/// A placeholder for cached pixels.
private final class CachedPlaceholder: CachedPixels {
  static let shared = CachedPlaceholder()
}
