import AVFoundation
import CoreImage
import Foundation
import Testing

extension Video {
  /// Videos of samples that tests give, read again by ffmpeg and ffprobe.
  @Suite struct WriterTests {
    private func images(_ clip: URL, _ settings: [String: Any]? = [:]) throws -> [CMSampleBuffer] {
      let asset = AVURLAsset(url: clip)
      let reader = try AVAssetReader(asset: asset)
      let output = AVAssetReaderTrackOutput(track: asset.tracks[0], outputSettings: settings)
      reader.add(output)
      #expect(reader.startReading())
      var samples: [CMSampleBuffer] = []
      while let sample = output.copyNextSampleBuffer() { samples.append(sample) }
      return samples
    }

    /// Samples are unchanged, regardless of their layout in memory.
    @Test(arguments: [
      ("yuv420p", kCVPixelFormatType_420YpCbCr8Planar), ("yuv420p", kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange),
      ("yuv420p10le", kCVPixelFormatType_420YpCbCr10PlanarLow),
      ("yuv420p10le", kCVPixelFormatType_420YpCbCr10BiPlanarVideoRange),
    ])
    func whatIsWrittenWithoutLossIsRead(_ name: String, _ format: OSType) async throws {
      let clips = try Clips()
      let clip = try clips.make(
        "in.mkv", Clips.images("66x44", seconds: 0.4), "-c:v ffv1 -pix_fmt \(name)")
      let video = try VideoWriter(clips.file("out.mkv"), as: .mkv, .ffv1, size: (66, 44), format: format)
      video.start()
      for sample in try images(clip, formatSettings(format)) {
        #expect(try await video.append(sample.imageBuffer!, at: sample.presentationTimeStamp))
      }
      try await video.finish()
      #expect(try FFmpeg.images(clips.file("out.mkv")) == FFmpeg.images(clip))
    }

    @Test func timesAreThoseOfTheSamples() async throws {
      let clips = try Clips()
      // In the order of their times: else the durations of mp4 are not those of single images.
      let video = try VideoWriter(
        clips.file("out.mp4"), as: .mp4, .h264, compression: [AVVideoAllowFrameReorderingKey: false])
      let start = CMTime(value: 5, timescale: 1)
      // Of two scales, and not regular.
      let times =
        [0, 1001, 2002, 4004, 7007, 9009].map { CMTime(value: $0, timescale: 30000) }
        + [CMTime(value: 33, timescale: 100), CMTime(value: 3601, timescale: 9000)]
      video.start(at: start)
      let image = try video.image()
      // Before the session: omitted.
      #expect(try await video.append(image, at: CMTime(value: 4, timescale: 1)))
      for time in times { #expect(try await video.append(try video.image(), at: start + time)) }
      video.writer.endSession(atSourceTime: start + CMTime(value: 1, timescale: 2))
      try await video.finish()
      #expect(try probedTimes(clips.file("out.mp4")) == times)
      // The last one is shown until the session's end.
      let duration = try FFmpeg.probe(clips.file("out.mp4"), "stream=duration")[0]["duration"].flatMap(Double.init)
      #expect(duration == 0.5)
    }

    @Test(arguments: [kCVPixelFormatType_32BGRA, kCVPixelFormatType_64RGBAHalf, kCVPixelFormatType_32ARGB])
    func coloursBecomeCodesByTheTags(_ format: OSType) async throws {
      let clips = try Clips()
      let output = clips.file("out.mkv")
      let video = try VideoWriter(output, as: .mkv, .ffv1, format: format)
      video.start()
      let buffer = try #require(video.adaptor.pixelBufferPool).pixelBuffer()
      #expect(CVPixelBufferGetPixelFormatType(buffer) == format)
      // 709's curve on both sides, so that the codes of R'G'B' are these.
      CVBufferSetAttachment(
        buffer, kCVImageBufferTransferFunctionKey, kCVImageBufferTransferFunction_ITU_R_709_2, .shouldPropagate)
      CVBufferSetAttachment(
        buffer, kCVImageBufferColorPrimariesKey, kCVImageBufferColorPrimaries_ITU_R_709_2, .shouldPropagate)
      let space = try #require(CGColorSpace(name: CGColorSpace.itur_709))
      let color = try #require(CIColor(red: 0.8, green: 0.4, blue: 0.2, colorSpace: space))
      CIContext().render(CIImage(color: color), to: buffer)
      #expect(try await video.append(buffer, at: .zero))
      try await video.finish()
      let facts = try FFmpeg.probe(output, "stream=color_space,color_range,pix_fmt,color_primaries")[0]
      // Buffers of 96 x 64 are BT.601 by default.
      #expect(facts["color_space"] == "smpte170m" && facts["color_range"] == "tv")
      let image = clips.file("image.rgb")
      try FFmpeg.run(
        "ffmpeg",
        [
          "-v", "error", "-i", output.path, "-vf",
          "zscale=matrixin=170m:primariesin=170m:transferin=709:matrix=gbr:primaries=709:transfer=709:"
            + "rangein=limited:range=full,format=gbrpf32le", "-f", "rawvideo", image.path,
        ])
      let numbers = try Data(contentsOf: image).withUnsafeBytes { Array($0.bindMemory(to: Float.self)) }
      let count = 96 * 64
      #expect(numbers.count == 3 * count)
      // Half a step of the codes, for each of the three.
      for (plane, expected) in [(0, Float(0.4)), (1, 0.2), (2, 0.8)] {
        let worst = numbers[plane * count..<(plane + 1) * count].map { abs($0 - expected) }.max()!
        #expect(worst < 1.6 / 255, "\(plane)")
      }
    }

    @Test func settingsReachTheEncoder() async throws {
      let clips = try Clips()
      let clip = try clips.make("in.mkv", Clips.images(seconds: 1), "-c:v ffv1 -pix_fmt yuv420p")
      let samples = try images(clip)
      func written(_ name: String, _ codec: AVVideoCodecType, _ compression: [String: Any]) async throws -> URL {
        let output = clips.file(name)
        let video = try VideoWriter(output, as: .mp4, codec, compression: compression)
        video.start()
        for sample in samples {
          #expect(try await video.append(sample.imageBuffer!, at: sample.presentationTimeStamp))
        }
        try await video.finish()
        return output
      }
      let keyed = try await written("keyed.mp4", .h264, [AVVideoMaxKeyFrameIntervalKey: 5])
      let keys = try FFmpeg.probe(keyed, "packet=flags").filter { $0["flags"]!.hasPrefix("K") }
      #expect(keys.count == 5)
      let simple = try await written(
        "simple.mp4", .h264,
        [
          AVVideoProfileLevelKey: AVVideoProfileLevelH264BaselineAutoLevel, AVVideoAllowFrameReorderingKey: false,
          AVVideoExpectedSourceFrameRateKey: 25,
        ])
      let facts = try FFmpeg.probe(simple, "stream=profile,has_b_frames,codec_name")[0]
      #expect(facts["profile"] == "Constrained Baseline" && facts["has_b_frames"] == "0")
      let sizes = try await [0.2, 0.9].asyncMap { quality in
        let file = try await written("quality-\(quality).mp4", .h264, [AVVideoQualityKey: quality])
        return try Data(contentsOf: file).count
      }
      #expect(sizes[0] * 2 < sizes[1])
      let rates = try await [50_000, 800_000].asyncMap { rate in
        let file = try await written("rate-\(rate).mp4", .h264, [AVVideoAverageBitRateKey: rate])
        return try Data(contentsOf: file).count
      }
      #expect(rates[0] * 2 < rates[1])
      let hevc = try await written("hevc.mp4", .hevc, [AVVideoProfileLevelKey: "HEVC_Main10_AutoLevel"])
      let deep = try FFmpeg.probe(hevc, "stream=codec_name,profile,pix_fmt,codec_tag_string")[0]
      #expect(deep["profile"] == "Main 10" && deep["pix_fmt"] == "yuv420p10le" && deep["codec_tag_string"] == "hvc1")
    }

    @Test(arguments: [
      (AVVideoCodecType.av1, "av1", AVFileType.mp4), (.av1, "av1", .mkv), (.vp9, "vp9", .mkv), (.vp9, "vp9", .mp4),
      (.hevc, "hevc", .mov), (.h264, "h264", .m4v),
    ])
    func codecsAreWritten(_ codec: AVVideoCodecType, _ name: String, _ type: AVFileType) async throws {
      let clips = try Clips()
      let clip = try clips.make("in.mkv", Clips.images(seconds: 0.2), "-c:v ffv1 -pix_fmt yuv420p")
      let output = clips.file("out")
      let video = try VideoWriter(output, as: type, codec, compression: [AVVideoQualityKey: 0.9])
      video.start()
      for sample in try images(clip) {
        #expect(try await video.append(sample.imageBuffer!, at: sample.presentationTimeStamp))
      }
      try await video.finish()
      #expect(try FFmpeg.probe(output, "stream=codec_name")[0]["codec_name"] == name)
      let (before, after) = try (FFmpeg.images(clip), FFmpeg.images(output))
      #expect(before.count == after.count)
      let error = zip(before, after).reduce(0.0) { $0 + pow(Double($1.0) - Double($1.1), 2) } / Double(before.count)
      // Images in another order, or chroma in another's place, would give less than 20 dB.
      #expect(10 * log10(255 * 255 / error) > 30)
    }

    /// Packets of images and of sound, from a reader to a writer: nothing is coded anew.
    @Test(arguments: ["mp4", "mov", "mkv"])
    func packetsArePassedOn(_ ending: String) async throws {
      let clips = try Clips()
      let clip = try clips.make("in.mp4", Clips.images(), Clips.sound(seconds: 1.2), "\(Clips.h264) -c:a aac")
      let output = clips.file("out.\(ending)")
      let types = ["mp4": AVFileType.mp4, "mov": .mov, "mkv": .mkv]
      let asset = AVURLAsset(url: clip)
      let reader = try AVAssetReader(asset: asset)
      let writer = try AVAssetWriter(url: output, fileType: types[ending]!)
      let pairs = asset.tracks.map { track in
        let output = AVAssetReaderTrackOutput(track: track, outputSettings: nil)
        reader.add(output)
        let input = AVAssetWriterInput(
          mediaType: track.mediaType, outputSettings: nil, sourceFormatHint: track.formatDescriptions.first)
        #expect(writer.canAdd(input))
        writer.add(input)
        return (output, input)
      }
      #expect(reader.startReading() && writer.startWriting())
      writer.startSession(atSourceTime: .zero)
      await withTaskGroup(of: Void.self) { group in
        for (output, input) in pairs {
          group.addTask {
            await withCheckedContinuation { continuation in
              let queue = DispatchQueue(label: "samples")
              input.requestMediaDataWhenReady(on: queue) {
                while input.isReadyForMoreMediaData {
                  guard let sample = output.copyNextSampleBuffer() else {
                    input.markAsFinished()
                    return continuation.resume()
                  }
                  #expect(input.append(sample))
                }
              }
            }
          }
        }
      }
      await writer.finishWriting()
      #expect(writer.status == .completed && reader.status == .completed, "\(String(describing: writer.error))")
      for (stream, form) in [("0:v", ["-bsf:v", "h264_mp4toannexb", "-f", "h264"]), ("0:a", ["-f", "adts"])] {
        let packets = try [clip, output].map {
          try FFmpeg.run("ffmpeg", ["-v", "error", "-i", $0.path, "-map", stream, "-c", "copy"] + form + ["-"])
        }
        #expect(packets[0] == packets[1] && packets[0].count > 1000)
      }
      let shown = try probedTimes(output)
      if ending != "mkv" { #expect(try shown == probedTimes(clip)) }
      #expect(shown.count == 25)
    }

    /// Out of Matroska, which does not say when packets are decoded, under the name that players of Apple's take.
    @Test func packetsOfHEVCKeepTheirName() async throws {
      let clips = try Clips()
      let clip = try clips.make(
        "in.mkv", Clips.images(seconds: 0.2), "-c:v libx265 -preset ultrafast -x265-params log-level=error")
      let output = clips.file("out.mp4")
      let track = AVURLAsset(url: clip).tracks[0]
      let writer = try AVAssetWriter(url: output, fileType: .mp4)
      let input = AVAssetWriterInput(
        mediaType: .video, outputSettings: nil, sourceFormatHint: track.formatDescriptions.first)
      writer.add(input)
      #expect(writer.startWriting())
      writer.startSession(atSourceTime: .zero)
      for sample in try images(clip, nil) { #expect(input.append(sample)) }
      await writer.finishWriting()
      #expect(writer.status == .completed)
      #expect(try FFmpeg.probe(output, "stream=codec_tag_string")[0]["codec_tag_string"] == "hvc1")
      #expect(try FFmpeg.images(output) == FFmpeg.images(clip))
      #expect(try probedTimes(output) == probedTimes(clip))
    }

    @Test func imagesBehindTheSessionsEndAreLeftOut() async throws {
      let clips = try Clips()
      let output = clips.file("out.mp4")
      let video = try VideoWriter(output, as: .mp4, .h264)
      video.start()
      video.writer.endSession(atSourceTime: CMTime(value: 2, timescale: 25))
      for index in 0..<4 {
        #expect(try await video.append(try video.image(), at: CMTime(value: Int64(index), timescale: 25)))
      }
      try await video.finish()
      #expect(try probedTimes(output) == [.zero, CMTime(value: 1, timescale: 25)])
    }

    @Test(arguments: [
      CGAffineTransform(a: 0, b: 1, c: -1, d: 0, tx: 64, ty: 0),
      CGAffineTransform(a: -1, b: 0, c: 0, d: 1, tx: 96, ty: 0),
    ])
    func aTransformIsWritten(_ transform: CGAffineTransform) async throws {
      let clips = try Clips()
      let output = clips.file("out.mov")
      let video = try VideoWriter(output, as: .mov, .h264)
      video.input.transform = transform
      video.start()
      #expect(try await video.append(try video.image(), at: .zero))
      try await video.finish()
      #expect(AVURLAsset(url: output).tracks[0].preferredTransform == transform)
    }

    @Test func buffersOfThePoolAreUsedAgain() async throws {
      let clips = try Clips()
      let video = try VideoWriter(clips.file("out.mkv"), as: .mkv, .ffv1)
      #expect(video.adaptor.pixelBufferPool == nil)
      video.start()
      var places: Set<UnsafeMutableRawPointer> = []
      for index in 0..<60 {
        let buffer = try video.image()
        CVPixelBufferLockBaseAddress(buffer, .readOnly)
        places.insert(CVPixelBufferGetBaseAddressOfPlane(buffer, 0)!)
        CVPixelBufferUnlockBaseAddress(buffer, .readOnly)
        #expect(try await video.append(buffer, at: CMTime(value: Int64(index), timescale: 25)))
      }
      try await video.finish()
      // Four wait, one is held for its duration, and FFmpeg has a few.
      #expect(places.count <= 12)
      #expect(video.adaptor.pixelBufferPool == nil)
    }
  }
}

extension Array {
  fileprivate func asyncMap<Result>(_ transform: (Element) async throws -> Result) async throws -> [Result] {
    var results: [Result] = []
    for element in self { results.append(try await transform(element)) }
    return results
  }
}
