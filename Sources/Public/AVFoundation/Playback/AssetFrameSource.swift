import CVideo
import CoreMedia
import Foundation

/// Images of an asset from any time on. For one thread at a time, but for `stop`.
final class AssetFrameSource: @unchecked Sendable {
  let geometry: FrameGeometry
  private let file: MediaFile
  private let track: TrackFacts
  private var isOpen = false
  private var hasEnded = false
  private var lastEnd = CMTime.zero
  /// The image that was given last; what is read next follows it.
  private var position: RawVideoFrame?
  /// Images that were read too early and come next.
  private var ahead: [RawVideoFrame] = []
  /// For steps back: images that follow each other, and which of them was read last; empty unless somebody steps
  /// back.
  private var ring: [RawVideoFrame] = []
  private var cursor = -1
  private var ringBeginsVideo = false
  private var readSinceStep = 0

  /// Images that are kept for steps back: at most so many, and so many bytes, and until so many were read on.
  private static let ringLimit = (count: 64, bytes: 256 << 20, reads: 16)
  /// What lies no farther ahead is decoded on the way there: key frames are not much denser.
  private static let near = CMTime(value: 1, timescale: 1)

  /// - Throws: where the asset cannot be read, or has no images.
  init(_ asset: AVAsset) throws(AVError) {
    track = try asset.firstVideo()
    geometry = FrameGeometry(track)
    file = try MediaFile(asset.source)
  }

  /// Ends what runs now, and refuses all that comes.
  func stop() { file.stop() }

  /// The next image; nil behind the last one.
  func next() throws(AVError) -> DecodedFrame? {
    guard let image = try read() else { return nil }
    return try given(image)
  }

  private func given(_ image: RawVideoFrame) throws(AVError) -> DecodedFrame {
    position = image
    return try image.decoded(track, file.url)
  }

  /// Goes to the image that is shown at a time: the last one that has begun; the first one where none has. One that
  /// is no more than `before` earlier will do, too. Nil in a file without images.
  func image(at time: CMTime, before tolerance: CMTime) throws(AVError) -> DecodedFrame? {
    guard var found = try isNear(time, tolerance) ? position : start(at: time) else { return nil }
    while found.time < time, time - found.time > tolerance {
      guard let next = try read() else { break }
      if next.time > time {
        ahead.insert(next, at: 0)
        break
      }
      found = next
    }
    return try given(found)
  }

  private func isNear(_ time: CMTime, _ tolerance: CMTime) -> Bool {
    guard let position, tolerance == .zero else { return false }
    return position.time <= time && time - position.time < Self.near
  }

  /// Goes so many images back from the one at a time, or to the first one; nil where that is the first one.
  func image(_ count: Int, before time: CMTime) throws(AVError) -> DecodedFrame? {
    let known = ring.firstIndex { $0.time == time }
    let isThere = known.map { $0 >= count || ringBeginsVideo } ?? false
    let place = if let known, isThere { known } else { try fillRing(before: time, atLeast: count) }
    guard place > 0 else { return nil }
    (cursor, ahead, readSinceStep) = (max(place - count, 0), [], 0)
    return try given(ring[cursor])
  }

  /// Reads from a key frame on, up to the image at a time; its place in the ring.
  private func fillRing(before time: CMTime, atLeast count: Int) throws(AVError) -> Int {
    var distance = CMTime(value: 1, timescale: track.unit.denominator)
    while true {
      let from = CMTimeMaximum(time - distance, .zero)
      var (found, isCut) = ([RawVideoFrame](), false)
      var image = try start(at: from)
      while let next = image {
        found.append(next)
        if next.time >= time { break }
        if found.count > max(ringCount, count) {
          found.removeFirst()
          isCut = true
        }
        image = try read()
      }
      let place = found.firstIndex { $0.time >= time } ?? found.count
      if place >= count || from <= .zero {
        (ring, cursor, ringBeginsVideo) = (found, found.count - 1, from <= .zero && !isCut)
        return place
      }
      distance = CMTimeMaximum(distance * Int32(2), CMTime(value: 1, timescale: 1))
    }
  }

  private var ringCount: Int {
    let pixels = max(Int(track.stream.width) * Int(track.stream.height), 1)
    return max(2, min(Self.ringLimit.count, Self.ringLimit.bytes / (3 * pixels)))
  }

  /// Opens the file, or goes to the last place from which a time can be decoded; the first image from there.
  private func start(at time: CMTime) throws(AVError) -> RawVideoFrame? {
    var from = CMTimeMaximum(time, .zero)
    while true {
      try jump(to: from)
      let image = try read()
      if let image, image.time > time, from > .zero {
        // Some indices lead to a key frame that is shown later.
        from = CMTimeMaximum(from - CMTime(value: 2, timescale: 1), .zero)
        continue
      }
      return image
    }
  }

  private func jump(to time: CMTime) throws(AVError) {
    (ahead, hasEnded, lastEnd, position) = ([], false, time, nil)
    (ring, cursor) = ([], -1)
    let isFresh = !isOpen
    try open()
    if !isFresh || time != .zero { try file.seek(track, to: time) }
  }

  private func open() throws(AVError) {
    if isOpen { return }
    try file.open(decoding: track)
    isOpen = true
  }

  private func read() throws(AVError) -> RawVideoFrame? {
    if !ahead.isEmpty { return ahead.removeFirst() }
    if cursor + 1 < ring.count {
      cursor += 1
      return ring[cursor]
    }
    guard let image = try decode() else { return nil }
    keep(image)
    return image
  }

  /// Has the ring go on with an image that follows it, for a while.
  private func keep(_ image: RawVideoFrame) {
    guard !ring.isEmpty else { return }
    readSinceStep += 1
    guard readSinceStep <= Self.ringLimit.reads else {
      (ring, cursor) = ([], -1)
      return
    }
    ring.append(image)
    if ring.count > ringCount {
      ring.removeFirst()
      ringBeginsVideo = false
    }
    cursor = ring.count - 1
  }

  private func decode() throws(AVError) -> RawVideoFrame? {
    try open()
    if hasEnded { return nil }
    var (frame, packet): (OpaquePointer?, OpaquePointer?)
    var failure = VDFailure()
    switch vd_input_next(file.input, &frame, &packet, &failure) {
    case VD_FRAME:
      let image = RawVideoFrame(frame!, track, else: lastEnd)
      lastEnd = image.time + image.duration
      return image
    case VD_END:
      hasEnded = true
      return nil
    default: throw AVError(failure, file.url, at: lastEnd)
    }
  }
}
