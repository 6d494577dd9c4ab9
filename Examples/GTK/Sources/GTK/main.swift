// A recipe in a GTK 4 window, with a slider for one of its inputs.
import CGTK
import CoreImage
import CoreImage.CIFilterBuiltins
import Foundation

/// Renders the recipe for a slider value, and passes the pixels to GTK.
final class Painter {
  // One context for the program: it caches the compiled recipe, so that moving the slider compiles nothing.
  private let context = CIContext(options: [.name: "GTK"])
  private let photo: CIImage
  /// The file that each shown image is written to, for tests.
  private let file: URL?

  init(_ photo: CIImage, writingTo file: URL?) { (self.photo, self.file) = (photo, file) }

  func image(intensity: Double) -> CIImage {
    let sepia = CIFilter.sepiaTone()
    (sepia.inputImage, sepia.intensity) = (photo, Float(intensity))
    let vignette = CIFilter.vignette()
    (vignette.inputImage, vignette.intensity, vignette.radius) = (sepia.outputImage, Float(intensity), 2)
    return vignette.outputImage!.cropped(to: photo.extent)
  }

  func show(intensity: Double) {
    let image = image(intensity: intensity)
    let (width, height) = (Int(image.extent.width), Int(image.extent.height))
    let space = CGColorSpaceCreateDeviceRGB()
    guard let pixels = malloc(4 * width * height) else { return }
    do {
      try context.render(
        checked: image, toBitmap: pixels, rowBytes: 4 * width, bounds: image.extent, format: .RGBA8, colorSpace: space)
      if let file {
        let shown = CIImage(
          bitmapData: Data(bytes: pixels, count: 4 * width * height), bytesPerRow: 4 * width, size: image.extent.size,
          format: .RGBA8, colorSpace: space)
        try context.writePNGRepresentation(of: shown, to: file, format: .RGBA8, colorSpace: space)
      }
    } catch {
      fail("\(error)")
    }
    cgtk_show(pixels, Int32(width), Int32(height), 4 * width)
  }
}

func fail(_ message: String) -> Never {
  FileHandle.standardError.write(Data((message + "\n").utf8))
  exit(1)
}

let arguments = Array(CommandLine.arguments.dropFirst())
guard arguments.count == 1 || arguments.count == 2 else { fail("usage: GTK IMAGE [SHOWN.png]") }
guard let photo = CIImage(contentsOf: URL(fileURLWithPath: arguments[0])) else {
  fail("\(arguments[0]) is not an image file")
}
let painter = Painter(photo, writingTo: arguments.count == 2 ? URL(fileURLWithPath: arguments[1]) : nil)

let title = strdup("Sepia")!
var window = CGTKWindow(
  title: title, lowest: 0, highest: 1, value: 0.25,
  moved: { user, value in Unmanaged<Painter>.fromOpaque(user!).takeUnretainedValue().show(intensity: value) },
  user: Unmanaged.passUnretained(painter).toOpaque())
if let problem = cgtk_run(&window) { fail(String(cString: problem)) }
