import ImageGraph

extension Schedule {
  /// The same to look at, without pixels or memory of a device: sources are stand-ins, kept images are known to have
  /// been kept.
  package var withoutPixels: Schedule {
    let record = images.map { image in
      let kind: Image.Kind =
        switch image.kind {
        case .source(let source): .source(Source(standingFor: source))
        case .cached: .cached(CachedPlaceholder.one)
        case .intermediate, .output, .counters: image.kind
        }
      return Image(
        kind: kind, region: image.region, store: image.store, isToBeCached: image.isToBeCached, origin: image.origin
      )
    }
    return Schedule(images: record, dispatches: dispatches, outputs: outputs)
  }
}

/// Stands for pixels that were kept.
private final class CachedPlaceholder: CachedPixels {
  static let one = CachedPlaceholder()
}
