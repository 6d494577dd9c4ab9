// The guide's listing 1-4: a composition with a blur that grows with the time of the frame, and its export.
//   GrowingBlur VIDEO RESULT.mp4
import AVFoundation
import CoreImage
import Foundation

guard CommandLine.arguments.count == 3 else {
  FileHandle.standardError.write(Data("usage: GrowingBlur VIDEO RESULT.mp4\n".utf8))
  exit(2)
}
let asset = AVURLAsset(url: URL(fileURLWithPath: CommandLine.arguments[1]))
let filter = CIFilter(name: "CIGaussianBlur")!
let composition = AVVideoComposition(
  asset: asset,
  applyingCIFiltersWithHandler: { request in
    // Without clamping, the blur would include transparent pixels beyond the edges.
    filter.setValue(request.sourceImage.clampedToExtent(), forKey: kCIInputImageKey)
    filter.setValue(request.compositionTime.seconds * 10, forKey: kCIInputRadiusKey)
    request.finish(with: filter.outputImage!.cropped(to: request.sourceImage.extent), context: nil)
  })

let session = AVAssetExportSession(asset: asset, presetName: AVAssetExportPresetHighestQuality)!
session.videoComposition = composition
do {
  try await session.export(to: URL(fileURLWithPath: CommandLine.arguments[2]), as: .mp4)
} catch {
  FileHandle.standardError.write(Data("GrowingBlur: \(error)\n".utf8))
  exit(1)
}
