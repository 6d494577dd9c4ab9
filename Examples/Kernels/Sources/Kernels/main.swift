import CoreImage
import Foundation

guard CommandLine.arguments.count == 3 else {
  print("usage: Kernels PHOTO FOLDER")
  exit(2)
}
let photo = try CIImage(reading: URL(fileURLWithPath: CommandLine.arguments[1]))
let folder = URL(fileURLWithPath: CommandLine.arguments[2], isDirectory: true)
let context = CIContext()

func write(_ image: CIImage, _ name: String) throws {
  let file = folder.appendingPathComponent("\(name).png")
  try context.writePNGRepresentation(
    of: image.cropped(to: photo.extent), to: file, format: .RGBA8, colorSpace: CGColorSpace(name: CGColorSpace.sRGB)!)
  print(file.path)
}

// Colour: fuses with its neighbours.
let duotone = try CIColorKernel(checked: Texts.duotone, language: .coreImage)
let toned = try duotone.apply(
  checked: photo.extent,
  arguments: [photo, CIColor(red: 0.1, green: 0, blue: 0.3), CIColor(red: 1, green: 0.9, blue: 0.6)])
try write(toned, "duotone")

// Blend: two images.
let average = try CIBlendKernel(checked: Texts.average, language: .glsl)
try write(average.apply(checked: photo, background: toned), "average")

// Warp: the callback says how far it reaches.
let wave = try CIWarpKernel(checked: Texts.wave, language: .coreImage)
try write(
  wave.apply(
    checked: photo.extent, roiCallback: { _, rect in rect.insetBy(dx: -12, dy: 0) }, image: photo.clampedToExtent(),
    arguments: [12, 20]), "wave")

// General: reads its neighbours.
let emboss = try CIKernel(checked: Texts.emboss, language: .metal)
try write(
  emboss.apply(
    checked: photo.extent, roiCallback: { _, rect in rect.insetBy(dx: -1, dy: -1) },
    arguments: [photo.clampedToExtent(), 1.5]), "emboss")

// A processor: code on all pixels.
try write(
  MedianLuminance.apply(withExtent: photo.extent, inputs: [photo], arguments: ["extent": photo.extent]), "median")

// A processor that calls a library; where that is missing, the render says so and the others go on.
do {
  try write(VipsMedian.apply(withExtent: photo.extent, inputs: [photo.clampedToExtent()], arguments: nil), "vips")
} catch {
  print("no vips.png: \(error)")
}

// Several filters as one, kept as a file.
let generator = CIFilterGenerator()
let (blur, screen) = (CIFilter(name: "CIGaussianBlur")!, CIFilter(name: "CIScreenBlendMode")!)
generator.connect(blur, withKey: kCIOutputImageKey, to: screen, withKey: kCIInputImageKey)
generator.exportKey(kCIInputImageKey, from: blur, withName: nil)
generator.exportKey(kCIInputBackgroundImageKey, from: screen, withName: nil)
generator.exportKey(kCIInputRadiusKey, from: blur, withName: nil)
generator.exportKey(kCIOutputImageKey, from: screen, withName: nil)
_ = generator.write(to: folder.appendingPathComponent("glow.cigenerator"), atomically: true)
let glow = CIFilterGenerator(contentsOf: folder.appendingPathComponent("glow.cigenerator"))!.filter()
glow.setValue(photo.clampedToExtent(), forKey: kCIInputImageKey)
glow.setValue(photo, forKey: kCIInputBackgroundImageKey)
glow.setValue(15, forKey: kCIInputRadiusKey)
try write(glow.outputImage!, "glow")
