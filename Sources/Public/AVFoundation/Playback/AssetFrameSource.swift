import CVideo
import CoreMedia
import Foundation

/// A source of an asset's frames from any time on. For one thread at a time, except for `stop`.
final class AssetFrameSource: @unchecked Sendable {
  let geometry: FrameGeometry
  private let file: MediaFile
  private let track: TrackFacts
  private var isOpen = false
  private var hasEnded = false
  private var lastEnd = CMTime.zero
  /// The last returned frame, which the next read frame follows.
  private var position: RawVideoFrame?
  /// Frames that were read ahead and are returned next.
  private var ahead: [RawVideoFrame] = []
  /// Consecutive frames for steps back, and the index of the last read one; empty unless the caller steps back.
  private var ring: [RawVideoFrame] = []
  private var cursor = -1
  private var ringBeginsVideo = false
  private var readSinceStep = 0

  /// The limits of frames cached for steps back: frames, bytes, and reads until they are dropped.
  private static let ringLimit = (count: 64, bytes: 256 << 20, reads: 16)
  /// The time up to which frames are decoded instead of seeking, as key frames are rarely closer.
  private static let near = CMTime(value: 1, timescale: 1)

  /// - Throws: an error if the asset cannot be read or has no video track.
  init(_ asset: AVAsset) throws(AVError) {
    track = try asset.firstVideo()
    geometry = FrameGeometry(track)
    file = try MediaFile(asset.source)
  }

  /// Stops the current operation and makes later ones fail.
  func stop() { file.stop() }

  /// Returns the next frame, or nil after the last one.
  func next() throws(AVError) -> DecodedFrame? {
    guard let image = try read() else { return nil }
    return try decoded(image)
  }

  private func decoded(_ image: RawVideoFrame) throws(AVError) -> DecodedFrame {
    position = image
    return try image.decoded(track, file.url)
  }

  /// Seeks to the frame that is shown at a time: the last one that has begun, or the first one. A frame that is at most
  /// `before` earlier may be returned instead. Returns nil for a file without frames.
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
    return try decoded(found)
  }

  private func isNear(_ time: CMTime, _ tolerance: CMTime) -> Bool {
    guard let position, tolerance == .zero else { return false }
    return position.time <= time && time - position.time < Self.near
  }

  /// Steps this number of frames back from the one at a time, or to the first one. Returns nil if that is the first
  /// one.
  func image(_ count: Int, before time: CMTime) throws(AVError) -> DecodedFrame? {
    let cachedIndex = ring.firstIndex { $0.time == time }
    let isCached = cachedIndex.map { $0 >= count || ringBeginsVideo } ?? false
    let index = if let cachedIndex, isCached { cachedIndex } else { try fillRing(before: time, atLeast: count) }
    guard index > 0 else { return nil }
    (cursor, ahead, readSinceStep) = (max(index - count, 0), [], 0)
    return try decoded(ring[cursor])
  }

  /// Reads from a key frame up to the frame at a time, and returns its index in the ring.
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
      let index = found.firstIndex { $0.time >= time } ?? found.count
      if index >= count || from <= .zero {
        (ring, cursor, ringBeginsVideo) = (found, found.count - 1, from <= .zero && !isCut)
        return index
      }
      distance = CMTimeMaximum(distance * Int32(2), CMTime(value: 1, timescale: 1))
    }
  }

  private var ringCount: Int {
    let pixels = max(Int(track.stream.width) * Int(track.stream.height), 1)
    return max(2, min(Self.ringLimit.count, Self.ringLimit.bytes / (3 * pixels)))
  }

  /// Opens the file, or seeks to the last position from which a time can be decoded. Returns the first frame there.
  private func start(at time: CMTime) throws(AVError) -> RawVideoFrame? {
    var from = CMTimeMaximum(time, .zero)
    while true {
      try jump(to: from)
      let image = try read()
      if let image, image.time > time, from > .zero {
        // Some indices refer to a key frame with a later presentation time.
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
    cache(image)
    return image
  }

  /// Appends a frame to the ring, until the limit of reads.
  private func cache(_ image: RawVideoFrame) {
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
