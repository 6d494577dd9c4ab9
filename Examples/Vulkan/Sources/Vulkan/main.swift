// An app draws into an image of its own, and a recipe renders another image from it.
import CRenderer
import CoreImage
import Foundation

guard CommandLine.arguments.count == 3,
  let photograph = CIImage(contentsOf: URL(fileURLWithPath: CommandLine.arguments[1]))
else { fail("usage: Vulkan IMAGE RESULT.png") }

let sRGB = CGColorSpace(name: CGColorSpace.sRGB)!
let size = photograph.extent.size
let rowBytes = Int(size.width) * 4

var app = Renderer()
guard renderer_start(&app, UInt32(size.width), UInt32(size.height)) else { fail("no Vulkan 1.2 device is available") }
// The app's drawing.
try CIContext().render(
  checked: photograph, toBitmap: app.pixels, rowBytes: rowBytes, bounds: photograph.extent, format: .RGBA8,
  colorSpace: sRGB)
try renderBloom(&app)
// The app's result.
let result = CIImage(
  bitmapData: Data(bytes: app.pixels, count: rowBytes * Int(size.height)), bytesPerRow: rowBytes, size: size,
  format: .RGBA8, colorSpace: sRGB)
try CIContext().writePNGRepresentation(
  of: result, to: URL(fileURLWithPath: CommandLine.arguments[2]), format: .RGBA8, colorSpace: sRGB)
renderer_end(&app)

func fail(_ message: String) -> Never {
  FileHandle.standardError.write(Data((message + "\n").utf8))
  exit(1)
}
