// A video before a green screen over another one: for each frame of the first the image that the second shows then.
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
    let behind = CIImage(cgImage: try await background.image(at: frame.compositionTime).image)
    // As large as the video.
    let across = frame.renderSize.width / behind.extent.width
    let up = frame.renderSize.height / behind.extent.height
    let fitted = behind.transformed(by: CGAffineTransform(scaleX: across, y: up))
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
