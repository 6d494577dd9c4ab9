import CVideo
import CoreMedia

/// How loud a track is over time.
///
/// Source: AVMutableAudioMixInputParameters' documentation: 1 before the first time that is set, even ramps, and the
/// last volume behind the last of them.
struct VolumeCurve: Sendable {
  /// Of one volume where its range is empty.
  struct Piece: Sendable {
    var range: CMTimeRange
    var start, end: Float
  }

  /// By their starts, of which no two are the same.
  private var pieces: [Piece] = []

  private static func checked(_ volume: Float) -> Float { volume > 0 ? min(volume, 64) : 0 }

  mutating func add(_ piece: Piece) {
    guard piece.range.start.isNumeric, piece.range.duration.isNumeric, piece.range.duration >= .zero else { return }
    var piece = piece
    (piece.start, piece.end) = (Self.checked(piece.start), Self.checked(piece.end))
    pieces.removeAll { $0.range.start == piece.range.start }
    pieces.insert(piece, at: pieces.firstIndex { $0.range.start > piece.range.start } ?? pieces.count)
  }

  /// The stretch that holds a time; nil behind the last ramp, and where nothing is set.
  func piece(around time: CMTime) -> Piece? {
    guard time.isNumeric, !pieces.isEmpty else { return nil }
    guard let place = pieces.lastIndex(where: { $0.range.start <= time }) else {
      return Piece(range: CMTimeRange(start: .zero, end: pieces[0].range.start), start: 1, end: 1)
    }
    let piece = pieces[place]
    if time < piece.range.end { return piece }
    let isLast = place == pieces.count - 1
    if isLast, piece.range.duration > .zero { return nil }
    let end = isLast ? CMTime.positiveInfinity : pieces[place + 1].range.start
    return Piece(range: CMTimeRange(start: piece.range.end, end: end), start: piece.end, end: piece.end)
  }

  /// False where the track stays as it is.
  var changesAnything: Bool { pieces.contains { $0.start != 1 || $0.end != 1 } }

  /// For moments at a rate that are counted from a time on.
  func steps(from start: CMTime, rate: Int32) -> [VDVolume] {
    let unit = TimeUnit(1, rate)
    return pieces.map { piece in
      VDVolume(
        from: unit.count(piece.range.start - start), to: unit.count(piece.range.end - start), start: piece.start,
        end: piece.end)
    }
  }
}
