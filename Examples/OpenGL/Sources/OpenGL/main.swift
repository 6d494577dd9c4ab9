// OpenGL IN OUT.png: renders a texture of the app through a recipe into the framebuffer of the app.
import CRenderer
import CoreImage
import Foundation
import OpenGLImage

guard CommandLine.arguments.count == 3 else { fatalError("usage: OpenGL IN OUT.png") }
let colorSpace = CGColorSpaceCreateDeviceRGB()
let photo = CIImage(contentsOf: URL(fileURLWithPath: CommandLine.arguments[1]))!
let size = photo.extent.size
let (width, height) = (Int(size.width), Int(size.height))

// The app: a context, a framebuffer and a filled texture.
guard renderer_start(Int32(width), Int32(height)) else { fatalError("OpenGL without a window is unavailable") }
let filled = try CIRenderDestination(width: width, height: height, format: .RGBA8)
filled.isFlipped = false
try CIContext().startTask(toRender: photo, to: filled).waitUntilCompleted()
let texture = filled.withUnsafeBytes { renderer_texture($0.baseAddress, Int32(width), Int32(height)) }

// The guide's steps for OpenGL: a context on the app's context, an image of a texture, and drawing with a bound
// framebuffer.
let images = try CIOpenGLContext()
let image = try CIImage(texture: texture, size: size, flipped: false, colorSpace: colorSpace)
let bloom = image.applyingFilter("CIBloom", parameters: [kCIInputRadiusKey: 12, kCIInputIntensityKey: 1])

renderer_fill(0.1, 0.2, 0.3, 0, 0, Int32(width), Int32(height))
try images.draw(bloom, in: CGRect(origin: .zero, size: size).insetBy(dx: 16, dy: 16), from: image.extent)
renderer_fill(1, 0.8, 0, 32, 32, 64, 8)

var pixels = Data(count: 4 * width * height)
pixels.withUnsafeMutableBytes { renderer_read($0.baseAddress) }
let output = CIImage(
  bitmapData: pixels, bytesPerRow: 4 * width, size: size, format: .RGBA8, colorSpace: colorSpace)
// OpenGL's first row is the bottom one.
try CIContext().writePNGRepresentation(
  of: output.oriented(.downMirrored), to: URL(fileURLWithPath: CommandLine.arguments[2]), format: .RGBA8,
  colorSpace: colorSpace)
print(images.sharesMemory ? "in shared memory" : "through host memory")
