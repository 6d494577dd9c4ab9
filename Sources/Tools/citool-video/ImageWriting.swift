import AVFoundation
import CommandLineSupport
import CoreImage
import Foundation

/// The writer of frames as numbered images.
struct ImageWriting: @unchecked Sendable {
  let names: FrameNames
  let filter: FrameFilter
  let output: Output
  /// The size of the images. Nil: the size of the region.
  let size: (width: Int, height: Int)?
  /// The start of the output, in the times of the input.
  let start: CMTime
  /// The time between images. Nil: an image for each frame.
  let step: CMTime?

  /// The progress of the output.
  private final class Count: @unchecked Sendable {
    var number = 0
    var statistics = Statistics()
    var progress: VideoProgress
    init(_ progress: VideoProgress) { self.progress = progress }
  }

  /// Writes the frames of a time range.
  ///
  /// - Returns: the statistics of the renders.
  func write(_ input: VideoInput, in range: CMTimeRange, _ progress: VideoProgress) throws -> Statistics {
    let (count, begin) = (Count(progress), ContinuousClock.now)
    defer { count.progress.end() }
    switch input {
    case .images(let images):
      for number in 0..<images.count where range.containsTime(images.time(number)) {
        try write(try images.image(number), at: images.time(number), count)
      }
    case .video, .pipe:
      let asset = input.asset
      try waitFor { try await write(asset, in: range, count) }
    }
    count.statistics.wall = (ContinuousClock.now - begin) / .milliseconds(1)
    return count.statistics
  }

  private func write(_ asset: AVAsset, in range: CMTimeRange, _ count: Count) async throws {
    var times = FrameTimes<AVAssetFrame>(grid: step, from: start)
    func write(_ frames: [AVAssetFrame]) throws {
      for frame in frames { try self.write(frame.image, at: frame.time, count) }
    }
    for try await frame in asset.frames(of: .video, in: range) { try write(times.add(frame)) }
    try write(times.finish())
  }

  private func write(_ frame: CIImage, at time: CMTime, _ count: Count) throws {
    try located("frame at \(time.seconds) s") {
      let image = try filter.image(of: frame, at: (time - start).seconds)
      count.statistics += try output.write(
        scaled(image), rect: CGRect(origin: .zero, size: sides), to: try output.target(names[count.number]),
        showsProgress: false)
    }
    count.number += 1
    count.progress.show(count.number)
  }

  private var sides: CGSize { size.map { CGSize(width: $0.width, height: $0.height) } ?? filter.rect.size }

  private func scaled(_ image: CIImage) -> CIImage {
    let (from, to) = (filter.rect.size, sides)
    if from == to { return image }
    let clamped = image.cropped(to: CGRect(origin: .zero, size: from)).clampedToExtent()
    let scale = to.height / from.height
    return clamped.applyingFilter(
      "CILanczosScaleTransform",
      parameters: [kCIInputScaleKey: scale, kCIInputAspectRatioKey: to.width / from.width / scale])
  }
}

/// Runs an asynchronous function and blocks until it returns. Call it on a thread outside of Swift's thread pool.
func waitFor(_ body: @escaping @Sendable () async throws -> Void) throws {
  final class Outcome: @unchecked Sendable { var result: Result<Void, any Error> = .success(()) }
  let (outcome, finished) = (Outcome(), DispatchSemaphore(value: 0))
  Task {
    do { try await body() } catch { outcome.result = .failure(error) }
    finished.signal()
  }
  finished.wait()
  try outcome.result.get()
}
