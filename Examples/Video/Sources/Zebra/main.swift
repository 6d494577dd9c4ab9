// The talk's player: stripes over highlights brighter than white, by a kernel that is compiled ahead of time, in a
// player window.
//   Zebra VIDEO [--frames N --screenshot OUT.png]
import AVKit
import CoreImage
import Foundation

enum ZebraError: Error {
  case noOutput
}

var arguments = Array(CommandLine.arguments.dropFirst())
@MainActor func option(_ name: String) -> String? {
  guard let index = arguments.firstIndex(of: name), arguments.indices.contains(index + 1) else { return nil }
  defer { arguments.removeSubrange(index...index + 1) }
  return arguments[index + 1]
}
let (frames, screenshot) = (option("--frames").flatMap { Int($0) }, option("--screenshot"))
guard arguments.count == 1 else {
  FileHandle.standardError.write(Data("usage: Zebra VIDEO [--frames N --screenshot OUT.png]\n".utf8))
  exit(2)
}

let asset = AVURLAsset(url: URL(fileURLWithPath: arguments[0]))
// One context for the view; frames differ, so intermediates are not cached.
let context = CIContext(options: [.cacheIntermediates: false, .name: "Zebra"])
let videoComposition = AVMutableVideoComposition(
  asset: asset,
  applyingCIFiltersWithHandler: { (request: AVAsynchronousCIImageFilteringRequest) -> Void in
    let filter = HDRZebraFilter()
    filter.inputImage = request.sourceImage
    filter.inputTime = request.compositionTime.seconds
    if let output = filter.outputImage {
      request.finish(with: output, context: context)
    } else {
      request.finish(with: ZebraError.noOutput)
    }
  })

let item = AVPlayerItem(asset: asset)
item.videoComposition = videoComposition
let player = AVPlayer(playerItem: item)
do {
  let view = try AVPlayerView(title: "Zebra")
  view.player = player
  view.showsFrameSteppingButtons = true
  player.play()
  try view.run(frames: frames)
  if let screenshot { try view.writeScreenshot(to: URL(fileURLWithPath: screenshot)) }
} catch {
  FileHandle.standardError.write(Data("Zebra: \(error)\n".utf8))
  exit(1)
}
// If the video cannot be played, the window stays black.
if let error = item.error {
  FileHandle.standardError.write(Data("Zebra: \(error)\n".utf8))
  exit(1)
}
