import AVFoundation
import CoreImage
import Foundation
import Testing

/// A writer with one video input, for tests.
struct VideoWriter {
  let writer: AVAssetWriter
  let input: AVAssetWriterInput
  let adaptor: AVAssetWriterInputPixelBufferAdaptor

  init(
    _ url: URL, as type: AVFileType, _ codec: AVVideoCodecType, size: (Int, Int) = (96, 64),
    compression: [String: Any] = [:], colors: [String: Any]? = nil, format: OSType? = nil
  ) throws {
    writer = try AVAssetWriter(outputURL: url, fileType: type)
    var settings: [String: Any] = [
      AVVideoCodecKey: codec, AVVideoWidthKey: size.0, AVVideoHeightKey: size.1,
      AVVideoCompressionPropertiesKey: compression,
    ]
    if let colors { settings[AVVideoColorPropertiesKey] = colors }
    input = AVAssetWriterInput(mediaType: .video, outputSettings: settings)
    adaptor = AVAssetWriterInputPixelBufferAdaptor(
      assetWriterInput: input, sourcePixelBufferAttributes: format.map { formatSettings($0) })
    #expect(writer.canAdd(input))
    writer.add(input)
  }

  func start(at time: CMTime = .zero) {
    #expect(writer.startWriting(), "\(String(describing: writer.error))")
    writer.startSession(atSourceTime: time)
  }

  /// Appends a frame when the input is ready.
  @discardableResult
  func append(_ buffer: CVPixelBuffer, at time: CMTime) async throws -> Bool {
    while !input.isReadyForMoreMediaData, writer.status == .writing { try await Task.sleep(for: .milliseconds(1)) }
    return adaptor.append(buffer, withPresentationTime: time)
  }

  func finish() async throws {
    input.markAsFinished()
    await writer.finishWriting()
    #expect(writer.status == .completed && writer.error == nil, "\(String(describing: writer.error))")
  }

  /// An image of one colour.
  func image(_ color: CIColor = .red) throws -> CVPixelBuffer {
    let buffer = try #require(adaptor.pixelBufferPool).pixelBuffer()
    CIContext().render(CIImage(color: color), to: buffer)
    return buffer
  }
}

/// The times of a clip's images or packets, by ffprobe.
func probedTimes(_ clip: URL, _ entry: String = "frame=best_effort_timestamp") throws -> [CMTime] {
  let unit = try FFmpeg.probe(clip, "stream=time_base")[0]["time_base"]!.split(separator: "/").compactMap { Int32($0) }
  let name = String(entry.split(separator: "=")[1])
  return try FFmpeg.probe(clip, entry).map { CMTime(value: Int64($0[name]!)! * Int64(unit[0]), timescale: unit[1]) }
}
