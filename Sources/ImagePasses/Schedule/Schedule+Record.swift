import ImageGraph

extension Schedule {
  /// The same to look at, without pixels or memory of a device: sources are stand-ins, kept pictures are known to have been kept.
  package var withoutPixels: Schedule {
    var record = self
    for index in record.pictures.indices {
      if case .source(let source) = pictures[index].kind {
        record.pictures[index].kind = .source(Source(standingFor: source))
      }
      record.pictures[index].step = nil
      record.pictures[index].content = nil
      if pictures[index].kept != nil { record.pictures[index].kept = Remembered.one }
    }
    return record
  }
}

/// Stands for pixels that were kept.
private final class Remembered: KeptPicture {
  static let one = Remembered()
}
