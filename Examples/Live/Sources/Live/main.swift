// Recipes in windows.
import CoreImage
import Foundation
import ImageWindow

var arguments = Array(CommandLine.arguments.dropFirst())
var frames: Int?
if let option = arguments.firstIndex(of: "--frames"), arguments.indices.contains(option + 1) {
  frames = Int(arguments[option + 1])
  arguments.removeSubrange(option...option + 1)
}
guard arguments.count == 2 else { fail("usage: Live image|filtered|late|recorded|shared IMAGE [--frames N]") }
let file = URL(fileURLWithPath: arguments[1])
guard let photo = CIImage(contentsOf: file) else { fail("\(file.path) is not an image file") }

do {
  switch arguments[0] {
  case "image": try showImage(file, frames: frames)
  case "filtered":
    let view = try FilteredView(size: CGSize(width: 512, height: 512))
    view.displayFilteredImage(photo)
    try view.run(frames: frames)
  case "late": try LateView(photo).run(frames: frames)
  case "recorded": try RecordedView(photo).run(frames: frames)
  case "shared": try SharedView(file, size: photo.extent.size).run(frames: frames)
  // The process that SharedView starts.
  case "painter": try paint(photo)
  default: fail("the listing must be image, filtered, late, recorded or shared (got \(arguments[0]))")
  }
} catch {
  fail("\(error)")
}

func fail(_ message: String) -> Never {
  FileHandle.standardError.write(Data((message + "\n").utf8))
  exit(1)
}
