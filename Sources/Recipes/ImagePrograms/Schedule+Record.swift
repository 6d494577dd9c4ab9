import ImageGraph

extension Schedule {
  /// The same to look at, without pixels or memory of a device: sources are stand-ins, kept pictures are known to have
  /// been kept.
  package var withoutPixels: Schedule {
    let record = pictures.map { picture in
      let kind: Picture.Kind =
        switch picture.kind {
        case .source(let source): .source(Source(standingFor: source))
        case .kept: .kept(CachedPlaceholder.one)
        case .intermediate, .output, .counters: picture.kind
        }
      return Picture(
        kind: kind, region: picture.region, store: picture.store, isToBeKept: picture.isToBeKept, origin: picture.origin
      )
    }
    return Schedule(pictures: record, dispatches: dispatches, outputs: outputs)
  }
}

/// Stands for pixels that were kept.
private final class CachedPlaceholder: CachedPixels {
  static let one = CachedPlaceholder()
}
