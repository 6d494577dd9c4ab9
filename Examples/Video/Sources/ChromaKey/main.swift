// Composites a video with a green screen over another one: each frame over the frame of the background at the same
// time.
//   ChromaKey VIDEO BACKGROUND RESULT.mp4
import AVFoundation
import CoreImage
import Foundation

let paths = CommandLine.arguments.dropFirst().map { URL(fileURLWithPath: $0) }
guard paths.count == 3 else {
  FileHandle.standardError.write(Data("usage: ChromaKey VIDEO BACKGROUND RESULT.mp4\n".utf8))
  exit(2)
}
let video = AVURLAsset(url: paths[0])
let background = AVAssetImageGenerator(asset: AVURLAsset(url: paths[1]))
background.requestedTimeToleranceBefore = .zero
background.appliesPreferredTrackTransform = true

do {
  let composition = try await AVVideoComposition(applyingFiltersTo: video) { frame in
    let backdrop = CIImage(cgImage: try await background.image(at: frame.compositionTime).image)
    // Scaled to the size of the video.
    let scaleX = frame.renderSize.width / backdrop.extent.width
    let scaleY = frame.renderSize.height / backdrop.extent.height
    let fitted = backdrop.transformed(by: CGAffineTransform(scaleX: scaleX, y: scaleY))
    let result = GreenKey().apply(to: frame.sourceImage).composited(over: fitted)
    return AVCIImageFilteringResult(resultImage: result)
  }
  let session = AVAssetExportSession(asset: video, presetName: AVAssetExportPresetHighestQuality)!
  session.videoComposition = composition
  try await session.export(to: paths[2], as: .mp4)
} catch {
  FileHandle.standardError.write(Data("ChromaKey: \(error)\n".utf8))
  exit(1)
}
