// Applies one look to several videos, one export after another, with its progress. If a video cannot be exported, the
// others are still exported.
//   BatchExport FOLDER VIDEO…
import AVFoundation
import CoreImage
import Foundation

let arguments = Array(CommandLine.arguments.dropFirst())
guard arguments.count > 1 else {
  FileHandle.standardError.write(Data("usage: BatchExport FOLDER VIDEO…\n".utf8))
  exit(2)
}
let folder = URL(fileURLWithPath: arguments[0])

/// Prints the progress of an export several times a second, until the task is cancelled.
func report(_ session: AVAssetExportSession, _ name: String) async {
  var last = -1
  while !Task.isCancelled {
    let percent = Int(session.progress * 100)
    if percent != last { print("\(name): \(percent) %") }
    last = percent
    try? await Task.sleep(for: .milliseconds(200))
  }
}

var failures = 0
for path in arguments.dropFirst() {
  let video = URL(fileURLWithPath: path)
  let asset = AVURLAsset(url: video)
  let session = AVAssetExportSession(asset: asset, presetName: AVAssetExportPresetMediumQuality)!
  session.videoComposition = AVVideoComposition(asset: asset) { request in
    request.finish(with: request.sourceImage.applyingFilter("CIPhotoEffectNoir"), context: nil)
  }
  let name = video.deletingPathExtension().lastPathComponent
  let progress = Task { await report(session, name) }
  do {
    try await session.export(to: folder.appending(path: "\(name)-noir.mp4"), as: .mp4)
    print("\(name): done")
  } catch {
    print("\(name): \(error)")
    failures += 1
  }
  progress.cancel()
}
exit(failures == 0 ? 0 : 1)
