import AVFoundation
import CommandLineSupport
import CoreImage
import Foundation

/// Writes frames as numbered images.
struct ImageWriting: @unchecked Sendable {
  let names: FrameNames
  let filter: FrameFilter
  let output: Output
  let size: (width: Int, height: Int)?
  /// Of what is written, in the input's times.
  let start: CMTime
  /// From one image to the next; nil: one for each frame.
  let step: CMTime?

  /// Counts what is written.
  private final class Count: @unchecked Sendable {
    var number = 0
    var statistics = Statistics()
    var progress: VideoProgress
    init(_ progress: VideoProgress) { self.progress = progress }
  }

  /// - Returns: what the renders took.
  func write(_ input: VideoInput, in range: CMTimeRange, _ progress: VideoProgress) throws -> Statistics {
    let (count, began) = (Count(progress), ContinuousClock.now)
    defer { count.progress.end() }
    switch input {
    case .images(let images):
      for number in 0..<images.count where range.containsTime(images.time(number)) {
        try write(try images.image(number), at: images.time(number), count)
      }
    case .video, .pipe:
      let asset = input.asset
      try waiting { try await write(asset, in: range, count) }
    }
    count.statistics.wall = (ContinuousClock.now - began) / .milliseconds(1)
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
    let whole = image.cropped(to: CGRect(origin: .zero, size: from)).clampedToExtent()
    let up = to.height / from.height
    return whole.applyingFilter(
      "CILanczosScaleTransform",
      parameters: [kCIInputScaleKey: up, kCIInputAspectRatioKey: to.width / from.width / up])
  }
}

/// Waits for work of Swift's own threads, on a thread that is none of them.
func waiting(_ body: @escaping @Sendable () async throws -> Void) throws {
  final class Answer: @unchecked Sendable { var result: Result<Void, any Error> = .success(()) }
  let (answer, ended) = (Answer(), DispatchSemaphore(value: 0))
  Task {
    do { try await body() } catch { answer.result = .failure(error) }
    ended.signal()
  }
  ended.wait()
  try answer.result.get()
}
