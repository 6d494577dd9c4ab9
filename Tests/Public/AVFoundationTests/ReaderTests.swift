import AVFoundation
import CoreImage
import Foundation
import Testing

extension Video {
  /// Samples of readers, against what ffmpeg and ffprobe say.
  @Suite struct ReaderTests {
    private func samples(
      _ clip: URL, _ settings: [String: Any]?, of mediaType: AVMediaType = .video,
      _ change: (AVAssetReader, AVAssetReaderTrackOutput) -> Void = { _, _ in }
    ) throws -> [CMSampleBuffer] {
      let asset = AVURLAsset(url: clip)
      let reader = try AVAssetReader(asset: asset)
      let track = try #require(asset.tracks(withMediaType: mediaType).first)
      let output = AVAssetReaderTrackOutput(track: track, outputSettings: settings)
      change(reader, output)
      #expect(reader.canAdd(output))
      reader.add(output)
      #expect(reader.startReading() && reader.status == .reading)
      var samples: [CMSampleBuffer] = []
      while let sample = output.copyNextSampleBuffer() { samples.append(sample) }
      #expect(reader.status == .completed && reader.error == nil)
      return samples
    }

    /// Codes that only lie in another order are the same codes.
    @Test(arguments: [
      ("yuv420p", kCVPixelFormatType_420YpCbCr8Planar, "yuv420p"),
      ("yuv420p", kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange, "nv12"),
      ("nv12", kCVPixelFormatType_420YpCbCr8Planar, "yuv420p"),
      ("yuv420p10le", kCVPixelFormatType_420YpCbCr10PlanarLow, "yuv420p10le"),
      ("yuv420p10le", kCVPixelFormatType_420YpCbCr10BiPlanarVideoRange, "p010le"),
    ])
    func codesAreThoseOfTheDecoder(_ source: String, _ format: OSType, _ name: String) throws {
      let clips = try Clips()
      let isRaw = source == "nv12"
      // For odd sizes swscale, which ffmpeg uses, computes another last column of chroma.
      let size = name == source ? "67x45" : "66x44"
      let clip = try clips.make(
        "clip.\(isRaw ? "nut" : "mkv")", Clips.images(size, seconds: 0.2),
        "-c:v \(isRaw ? "rawvideo" : "ffv1") -pix_fmt \(source)")
      let samples = try samples(clip, formatSettings(format))
      #expect(samples.allSatisfy { CVPixelBufferGetPixelFormatType($0.imageBuffer!) == format })
      #expect(
        samples.reduce(into: Data()) { $0 += rawPlanes($1.imageBuffer!) } == (try FFmpeg.images(clip, format: name)))
    }

    /// Pairs of 10 bits at the top of 16 mean what planes with 10 bits at the bottom do.
    @Test func imagesInPairsOfTenBitsLookTheSame() throws {
      let clips = try Clips()
      let clip = try clips.make(
        "clip.mkv", Clips.images("67x45", seconds: 0.1),
        "-c:v ffv1 -pix_fmt yuv420p10le -color_primaries bt2020 -color_trc smpte2084 -colorspace bt2020nc")
      let formats = [kCVPixelFormatType_420YpCbCr10PlanarLow, kCVPixelFormatType_420YpCbCr10BiPlanarVideoRange]
      let pixels = try formats.map { format in
        let source = try #require(try samples(clip, formatSettings(format)).first?.imageBuffer)
        let rendered = try CVPixelBuffer(width: 67, height: 45, pixelFormat: kCVPixelFormatType_64RGBAHalf)
        CIContext().render(CIImage(cvPixelBuffer: source), to: rendered)
        return rawImage(rendered)
      }
      #expect(pixels[0] == pixels[1])
    }

    @Test(arguments: ["bt709", "smpte170m"])
    func imagesBecomeColoursByTheirMatrix(_ matrix: String) throws {
      let clips = try Clips()
      let clip = try clips.make(
        "clip.mkv", Clips.images("66x44", seconds: 0.1),
        "-c:v ffv1 -pix_fmt yuv420p -colorspace \(matrix) -color_primaries \(matrix) -color_trc \(matrix) "
          + "-chroma_sample_location left")
      let buffer = try #require(try samples(clip, formatSettings(kCVPixelFormatType_32BGRA)).first?.imageBuffer)
      #expect(!CVBufferHasAttachment(buffer, kCVImageBufferYCbCrMatrixKey))
      #expect(CVBufferHasAttachment(buffer, kCVImageBufferTransferFunctionKey))
      let file = clips.file("first.rgb")
      // In floats and rounded once.
      try FFmpeg.run(
        "ffmpeg",
        [
          "-v", "error", "-i", clip.path, "-frames:v", "1", "-vf",
          "zscale=matrixin=\(matrix == "bt709" ? "709" : "170m"):matrix=gbr:rangein=limited:range=full:"
            + "chromalin=left:filter=bilinear:dither=none,format=gbrp", "-f", "rawvideo", file.path,
        ])
      let expected = [UInt8](try Data(contentsOf: file))
      let pixels = [UInt8](rawImage(buffer))
      let count = 66 * 44
      #expect(expected.count == 3 * count && pixels.count == 4 * count)
      // Planes of green, blue, red there; blue, green, red, alpha here.
      let differences = (0..<count).flatMap { pixel in
        [(1, 0), (0, 1), (2, 2)].map { here, there in
          abs(Int(pixels[4 * pixel + here]) - Int(expected[there * count + pixel]))
        }
      }
      #expect(differences.max()! <= 1)
      #expect((0..<count).allSatisfy { pixels[4 * $0 + 3] == 255 })
    }

    @Test func packetsAreThoseOfTheFile() throws {
      let clips = try Clips()
      let clip = try clips.make("clip.mp4", Clips.images(), Clips.sound(), "\(Clips.h264) -c:a aac")
      for (mediaType, stream) in [(AVMediaType.video, "v:0"), (.audio, "a:0")] {
        let samples = try samples(clip, nil, of: mediaType)
        let reported = try FFmpeg.probe(clip, "packet=pts,dts,duration,size,flags", of: stream)
        let facts = try FFmpeg.probe(clip, "stream=time_base", of: stream)[0]
        let unit = Int32(facts["time_base"]!.dropFirst(2))!
        let starts = try ["v:0", "a:0"].map { stream in
          let facts = try FFmpeg.probe(clip, "stream=time_base,start_pts", of: stream)[0]
          return CMTime(value: Int64(facts["start_pts"]!)!, timescale: Int32(facts["time_base"]!.dropFirst(2))!)
        }
        func time(_ text: String?) -> CMTime { CMTime(value: Int64(text!)!, timescale: unit) }
        #expect(samples.count == reported.count && samples.count > 20)
        for (sample, packet) in zip(samples, reported) {
          #expect(sample.presentationTimeStamp == time(packet["pts"]) - starts.min()!)
          #expect(sample.decodeTimeStamp == time(packet["dts"]) - starts.min()!)
          #expect(sample.duration == time(packet["duration"]))
          #expect(CMSampleBufferGetTotalSampleSize(sample) == Int(packet["size"]!))
          let attached = CMSampleBufferGetSampleAttachmentsArray(sample, createIfNecessary: false)?.firstObject
          let isKey = (attached as? CFDictionary)?[kCMSampleAttachmentKey_NotSync] as? Bool != true
          #expect(isKey == packet["flags"]!.hasPrefix("K"))
        }
      }
    }

    /// Writing into the buffers does not change later frames.
    @Test func buffersThatAreCopiedMayBeWritten() throws {
      let clips = try Clips()
      let clip = try clips.make("clip.mp4", Clips.images(), Clips.h264)
      let asset = AVURLAsset(url: clip)
      let reader = try AVAssetReader(asset: asset)
      let output = AVAssetReaderTrackOutput(track: asset.tracks[0], outputSettings: [:])
      #expect(output.alwaysCopiesSampleData)
      reader.add(output)
      reader.startReading()
      var planes = Data()
      while let sample = output.copyNextSampleBuffer() {
        let buffer = sample.imageBuffer!
        planes += rawImage(buffer)
        CVPixelBufferLockBaseAddress(buffer, [])
        memset(CVPixelBufferGetBaseAddressOfPlane(buffer, 0)!, 0, CVPixelBufferGetBytesPerRowOfPlane(buffer, 0) * 64)
        CVPixelBufferUnlockBaseAddress(buffer, [])
      }
      #expect(try planes == FFmpeg.images(clip))
    }

    @Test func imagesAreNotCopiedByDefault() throws {
      let clips = try Clips()
      let clip = try clips.make("clip.mp4", Clips.images(), Clips.h264)
      let samples = try samples(clip, [:]) { $1.alwaysCopiesSampleData = false }
      #expect(try samples.reduce(into: Data()) { $0 += rawImage($1.imageBuffer!) } == FFmpeg.images(clip))
      #expect(samples.map(\.presentationTimeStamp) == (0..<25).map { CMTime(value: $0, timescale: 25) })
    }

    @Test func aRangeHoldsItsImages() throws {
      let clips = try Clips()
      let clip = try clips.make(
        "clip.mp4", Clips.images(seconds: 2), Clips.sound(seconds: 2), "\(Clips.h264) -c:a aac")
      let range = CMTimeRange(start: CMTime(value: 7, timescale: 10), end: CMTime(value: 13, timescale: 10))
      let images = try samples(clip, [:]) { reader, _ in reader.timeRange = range }.map(\.presentationTimeStamp)
      #expect(try samples(clip, [:]).map(\.presentationTimeStamp).filter { range.containsTime($0) } == images)
      #expect(!images.isEmpty)
      let sound = try samples(clip, nil, of: .audio) { reader, _ in reader.timeRange = range }
      let heard = try samples(clip, nil, of: .audio).filter {
        $0.presentationTimeStamp < range.end && $0.presentationTimeStamp + $0.duration > range.start
      }
      #expect(sound.map(\.presentationTimeStamp) == heard.map(\.presentationTimeStamp))
      // Video packets begin with a key frame; hidden ones are marked.
      let packets = try samples(clip, nil) { reader, _ in reader.timeRange = range }
      let shown = packets.filter { sample in
        let attached = CMSampleBufferGetSampleAttachmentsArray(sample, createIfNecessary: false)?.firstObject
        return (attached as? CFDictionary)?[kCMSampleAttachmentKey_DoNotDisplay] as? Bool != true
      }
      #expect(packets.count > shown.count)
      let first = CMSampleBufferGetSampleAttachmentsArray(packets[0], createIfNecessary: false)?.firstObject
      #expect((first as? CFDictionary)?[kCMSampleAttachmentKey_NotSync] == nil)
      #expect(shown.map(\.presentationTimeStamp).sorted() == images)
    }

    @Test func outputsAreReadInAnyOrder() throws {
      let clips = try Clips()
      let clip = try clips.make(
        "clip.mp4", Clips.images(seconds: 4), Clips.sound(seconds: 4), "\(Clips.h264) -c:a aac")
      let asset = AVURLAsset(url: clip)
      let reader = try AVAssetReader(asset: asset)
      let outputs = asset.tracks.map { AVAssetReaderTrackOutput(track: $0, outputSettings: nil) }
      for output in outputs { reader.add(output) }
      #expect(reader.startReading())
      for output in outputs.reversed() {
        var count = 0
        while output.copyNextSampleBuffer() != nil { count += 1 }
        #expect(count > 90)
      }
      #expect(reader.status == .completed)
    }

    @Test func aCompositionIsReadAsItIsRendered() throws {
      let clips = try Clips()
      let clip = try clips.make("clip.mp4", Clips.images("66x44", seconds: 0.2), Clips.h264)
      try Clips.setMatrix([0, 1, -1, 0], in: clip)
      let asset = AVURLAsset(url: clip)
      func images(_ settings: [String: Any]?) throws -> [CVPixelBuffer] {
        let reader = try AVAssetReader(asset: asset)
        let output = AVAssetReaderVideoCompositionOutput(videoTracks: asset.tracks, videoSettings: settings)
        output.videoComposition = AVVideoComposition(asset: asset) {
          $0.finish(with: $0.sourceImage.applyingFilter("CISepiaTone"), context: nil)
        }
        reader.add(output)
        #expect(reader.startReading())
        var buffers: [CVPixelBuffer] = []
        while let sample = output.copyNextSampleBuffer() { buffers.append(sample.imageBuffer!) }
        #expect(reader.status == .completed)
        return buffers
      }
      let buffers = try images(nil)
      #expect(buffers.count == 5)
      #expect(buffers.allSatisfy { CVPixelBufferGetPixelFormatType($0) == kCVPixelFormatType_32BGRA })
      #expect(buffers.allSatisfy { CVPixelBufferGetWidth($0) == 44 && CVPixelBufferGetHeight($0) == 66 })
      // The same by hand, for the first one.
      let reader = try AVAssetReader(asset: asset)
      let output = AVAssetReaderTrackOutput(track: asset.tracks[0], outputSettings: [:])
      reader.add(output)
      reader.startReading()
      let source = CIImage(cvPixelBuffer: output.copyNextSampleBuffer()!.imageBuffer!)
      let upright = source.transformed(by: CGAffineTransform(a: 0, b: -1, c: 1, d: 0, tx: 0, ty: 66))
      let expected = try CVPixelBuffer(width: 44, height: 66, pixelFormat: kCVPixelFormatType_32BGRA)
      CVBufferPropagateAttachments(buffers[0], expected)
      CIContext().render(upright.applyingFilter("CISepiaTone"), to: expected)
      let worst = zip(rawImage(buffers[0]), rawImage(expected)).map { abs(Int($0) - Int($1)) }.max()
      #expect(worst == 0)
      let planes = try images(formatSettings(kCVPixelFormatType_420YpCbCr8Planar))
      #expect(planes.allSatisfy { CVPixelBufferGetPixelFormatType($0) == kCVPixelFormatType_420YpCbCr8Planar })
    }
  }
}
