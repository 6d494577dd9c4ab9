import AVFoundation
import CoreImage
import Foundation
import Testing

extension Video {
  /// The properties of a file before decoding, compared with ffprobe.
  @Suite struct AssetTests {
    @Test func aVideoHasItsTracksWithTheirTimesAndSizes() async throws {
      let clips = try Clips()
      let clip = try clips.make(
        "video.mp4", Clips.images(rate: "30000/1001"), Clips.sound(),
        "\(Clips.h264) -c:a aac -shortest -color_primaries bt709 -color_trc bt709 -colorspace bt709")
      let asset = AVURLAsset(url: clip)
      let tracks = try await asset.load(.tracks)
      #expect(tracks.map(\.mediaType) == [.video, .audio])
      let image = try #require(tracks.first)
      let (size, transform, rate) = try await image.load(.naturalSize, .preferredTransform, .nominalFrameRate)
      #expect(size == CGSize(width: 96, height: 64))
      #expect(transform == .identity)
      #expect(rate == Float(30000.0 / 1001))
      #expect(image.minFrameDuration == CMTime(value: 1001, timescale: 30000))

      for (track, stream) in zip(tracks, ["v:0", "a:0"]) {
        let reported = try #require(
          try FFmpeg.probe(clip, "stream=time_base,start_pts,duration_ts", of: stream).first)
        let unit = try #require(reported["time_base"]).split(separator: "/").compactMap { Int32($0) }
        #expect(track.naturalTimeScale == unit[1])
        #expect(track.timeRange.duration == CMTime(value: Int64(reported["duration_ts"]!)!, timescale: unit[1]))
        #expect(track.timeRange.start == CMTime(value: Int64(reported["start_pts"]!)!, timescale: unit[1]))
      }
      let duration = try await asset.load(.duration)
      #expect(duration == tracks.map(\.timeRange.end).max())
      #expect(try await asset.loadTracks(withMediaType: .audio).map(\.trackID) == [2])
      #expect(asset.tracks(withMediaType: .video).map(\.trackID) == [1])
    }

    @Test func theFormatSaysTheStreamsColors() async throws {
      let clips = try Clips()
      let clip = try clips.make(
        "hdr.mp4", Clips.images(),
        "-c:v libx264 -preset ultrafast -pix_fmt yuv420p10le -color_primaries bt2020 -color_trc arib-std-b67 "
          + "-colorspace bt2020nc -chroma_sample_location topleft")
      let track = try #require(try await AVURLAsset(url: clip).load(.tracks).first)
      let format = try #require(track.formatDescriptions.first)
      #expect(format.mediaType == kCMMediaType_Video)
      #expect(format.mediaSubType == kCMVideoCodecType_H264)
      #expect(format.dimensions == CMVideoDimensions(width: 96, height: 64))
      func reported(_ key: CFString) -> String? { format.extensions[key] as? String }
      #expect(
        reported(kCMFormatDescriptionExtension_ColorPrimaries) == kCVImageBufferColorPrimaries_ITU_R_2020 as String)
      #expect(
        reported(kCMFormatDescriptionExtension_TransferFunction) == kCVImageBufferTransferFunction_ITU_R_2100_HLG
          as String)
      #expect(reported(kCMFormatDescriptionExtension_YCbCrMatrix) == kCVImageBufferYCbCrMatrix_ITU_R_2020 as String)
      #expect(format.extensions[kCMFormatDescriptionExtension_BitsPerComponent] as? Int == 10)
      #expect(format.extensions[kCMFormatDescriptionExtension_FullRangeVideo] as? Bool == false)
    }

    @Test func pixelsThatAreNotSquareCountInTheNaturalSize() async throws {
      let clips = try Clips()
      let clip = try clips.make("wide.mp4", Clips.images(), "-vf setsar=4/3 \(Clips.h264)")
      let asset = AVURLAsset(url: clip)
      let track = try #require(asset.tracks.first)
      #expect(track.naturalSize == CGSize(width: 128, height: 64))
      #expect(
        CMVideoFormatDescriptionGetPresentationDimensions(
          track.formatDescriptions[0], usePixelAspectRatio: true, useCleanAperture: true)
          == CGSize(width: 128, height: 64))
      for try await frame in asset.frames(of: .video) {
        #expect(CVPixelBufferGetWidth(frame.pixelBuffer) == 96)
        #expect(CVImageBufferGetDisplaySize(frame.pixelBuffer) == CGSize(width: 128, height: 64))
        #expect(frame.image.extent == CGRect(x: 0, y: 0, width: 128, height: 64))
        break
      }
    }
  }
}
