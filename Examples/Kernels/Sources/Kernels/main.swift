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

let (dark, light) = (CIColor(red: 0.1, green: 0, blue: 0.3), CIColor(red: 1, green: 0.9, blue: 0.6))

// A kernel of each class, in each language.
func applied(_ kernel: CIKernel) throws -> CIImage {
  switch kernel {
  case let average as CIBlendKernel:
    // Two images.
    let toned = photo.applyingFilter("CIFalseColor", parameters: ["inputColor0": dark, "inputColor1": light])
    return try average.apply(checked: photo, background: toned)
  case let duotone as CIColorKernel:
    // Is fused with adjacent color kernels.
    return try duotone.apply(checked: photo.extent, arguments: [photo, dark, light])
  case let wave as CIWarpKernel:
    // The callback returns the region of interest.
    return try wave.apply(
      checked: photo.extent, roiCallback: { _, rect in rect.insetBy(dx: -12, dy: 0) }, image: photo.clampedToExtent(),
      arguments: [12, 20])
  case let emboss:
    // Reads adjacent pixels.
    return try emboss.apply(
      checked: photo.extent, roiCallback: { _, rect in rect.insetBy(dx: -1, dy: -1) },
      arguments: [photo.clampedToExtent(), 1.5])
  }
}

/// Returns the pixels as written to files.
func bytes(_ image: CIImage) throws -> [UInt8] {
  var bytes = [UInt8](repeating: 0, count: Int(photo.extent.width * photo.extent.height) * 4)
  try context.render(
    checked: image, toBitmap: &bytes, rowBytes: Int(photo.extent.width) * 4, bounds: photo.extent, format: .RGBA8,
    colorSpace: CGColorSpace(name: CGColorSpace.sRGB)!)
  return bytes
}

let kernels = try Texts.all.map { try CIKernel.kernels(checked: $0.text, language: $0.language) }
for (index, kernel) in kernels[0].enumerated() {
  let image = try applied(kernel)
  try write(image, kernel.name)
  // Sines differ in their last bits between the languages, so a byte may be rounded differently.
  let pixels = try bytes(image)
  for (language, candidates) in zip(Texts.all, kernels).dropFirst() {
    let difference = try zip(pixels, bytes(applied(candidates[index]))).map { abs(Int($0) - Int($1)) }.max() ?? 0
    guard difference <= 1 else {
      print("\(kernel.name) in \(language.language) differs by \(difference)")
      exit(1)
    }
  }
}

// A processor: code with access to all pixels.
try write(
  MedianLuminance.apply(withExtent: photo.extent, inputs: [photo], arguments: ["extent": photo.extent]), "median")

// A processor that calls a library. If the library is missing, only this render fails.
do {
  try write(VipsMedian.apply(withExtent: photo.extent, inputs: [photo.clampedToExtent()], arguments: nil), "vips")
} catch {
  print("no vips.png: \(error)")
}

// Several filters combined into one, stored in a file.
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
