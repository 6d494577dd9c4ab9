// The talk's player: stripes over what is brighter than white, by a kernel that was compiled ahead, in a player's
// window.
//   Zebra VIDEO [--frames N --screenshot OUT.png]
import AVKit
import CoreImage
import Foundation

enum ZebraError: Error {
  case noOutput
}

var words = Array(CommandLine.arguments.dropFirst())
@MainActor func option(_ name: String) -> String? {
  guard let place = words.firstIndex(of: name), words.indices.contains(place + 1) else { return nil }
  defer { words.removeSubrange(place...place + 1) }
  return words[place + 1]
}
let (frames, screenshot) = (option("--frames").flatMap { Int($0) }, option("--screenshot"))
guard words.count == 1 else {
  FileHandle.standardError.write(Data("usage: Zebra VIDEO [--frames N --screenshot OUT.png]\n".utf8))
  exit(2)
}

let asset = AVURLAsset(url: URL(fileURLWithPath: words[0]))
// One for the view, and no memory for what no other frame needs.
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
// A video that cannot be played leaves the window black.
if let error = item.error {
  FileHandle.standardError.write(Data("Zebra: \(error)\n".utf8))
  exit(1)
}
