// Recipes in windows.
import CoreImage
import Foundation
import ImageWindow

var words = Array(CommandLine.arguments.dropFirst())
var frames: Int?
if let option = words.firstIndex(of: "--frames"), words.indices.contains(option + 1) {
  frames = Int(words[option + 1])
  words.removeSubrange(option...option + 1)
}
guard words.count == 2 else { fail("usage: Live image|filtered|late|recorded|shared IMAGE [--frames N]") }
let file = URL(fileURLWithPath: words[1])
guard let photo = CIImage(contentsOf: file) else { fail("\(file.path) is no image") }

do {
  switch words[0] {
  case "image": try showImage(file, frames: frames)
  case "filtered":
    let view = try FilteredView(size: CGSize(width: 512, height: 512))
    view.displayFilteredImage(photo)
    try view.run(frames: frames)
  case "late": try LateView(photo).run(frames: frames)
  case "recorded": try RecordedView(photo).run(frames: frames)
  case "shared": try SharedView(file, size: photo.extent.size).run(frames: frames)
  // What SharedView starts.
  case "painter": try paint(photo)
  default: fail("there is no listing \(words[0]); there are image, filtered, late, recorded and shared")
  }
} catch {
  fail("\(error)")
}

func fail(_ message: String) -> Never {
  FileHandle.standardError.write(Data((message + "\n").utf8))
  exit(1)
}
