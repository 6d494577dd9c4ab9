import AVFoundation
import CommandLineSupport
import CoreImage
import Foundation

/// A writer of layer frames as a video.
struct LayersVideo {
  private let arguments: Arguments
  private let url: URL
  private let type: AVFileType
  private let size: CGSize

  init(_ arguments: Arguments, _ path: String, _ size: CGSize) throws {
    (self.arguments, self.size) = (arguments, size)
    url = URL(fileURLWithPath: path)
    let types: [String: AVFileType] = ["mp4": .mp4, "mov": .mov, "m4v": .m4v, "mkv": .mkv, "webm": .webm]
    guard let type = types[url.pathExtension.lowercased()] else {
      throw CommandFailure.usage(
        "\(url.lastPathComponent): many frames are written as DIR/%04d.png, .mp4, .mov, .m4v, .mkv or .webm")
    }
    self.type = type
    guard Int(size.width) % 2 == 0, Int(size.height) % 2 == 0 else {
      throw CommandFailure.usage(
        "the sides of a video must be even (got \(Int(size.width))x\(Int(size.height))); change --size or --scale")
    }
  }

  /// Writes the frames at equidistant times. The first is the start of the video.
  func write(_ times: [Double], _ image: (Double) -> CIImage) throws {
    if FileManager.default.fileExists(atPath: url.path) {
      guard arguments.has("--force") else {
        throw CommandFailure.failed("\(url.lastPathComponent) exists; pass --force to replace it")
      }
      try FileManager.default.removeItem(at: url)
    }
    try createFolder(url.deletingLastPathComponent())
    let context = try CIContext(checked: try arguments.contextOptions())
    let writer = try AVAssetWriter(outputURL: url, fileType: type)
    let input = AVAssetWriterInput(
      mediaType: .video,
      outputSettings: [
        AVVideoCodecKey: type == .webm ? AVVideoCodecType.vp9 : .h264, AVVideoWidthKey: Int(size.width),
        AVVideoHeightKey: Int(size.height),
      ])
    let adaptor = AVAssetWriterInputPixelBufferAdaptor(assetWriterInput: input)
    guard writer.canAdd(input) else {
      throw CommandFailure.failed("\(url.lastPathComponent): the container does not support this video")
    }
    writer.add(input)
    guard writer.startWriting() else { throw failure(of: writer) }
    writer.startSession(atSourceTime: .zero)
    var progress = ProgressLine(of: Double(times.count), unit: "frame")
    defer { progress.end() }
    for (number, time) in times.enumerated() {
      progress.show(Double(number), url.lastPathComponent)
      while !input.isReadyForMoreMediaData {
        guard writer.status == .writing else { throw failure(of: writer) }
        usleep(500)
      }
      guard let buffer = try adaptor.pixelBufferPool?.pixelBuffer() else { throw failure(of: writer) }
      context.render(image(time), to: buffer)
      let timestamp = CMTime(seconds: time - times[0], preferredTimescale: 90_000)
      guard adaptor.append(buffer, withPresentationTime: timestamp) else { throw failure(of: writer) }
    }
    input.markAsFinished()
    let finished = DispatchSemaphore(value: 0)
    writer.finishWriting { finished.signal() }
    finished.wait()
    guard writer.status == .completed else { throw failure(of: writer) }
  }

  private func failure(of writer: AVAssetWriter) -> CommandFailure {
    CommandFailure(writer.error ?? CommandFailure.failed("\(url.lastPathComponent) cannot be written"))
  }
}
