import CoreImage

// SepiaPhoto IN OUT.png: one filter on a photo.

guard CommandLine.arguments.count == 3 else { fatalError("usage: SepiaPhoto IN OUT.png") }
let imageURL = URL(fileURLWithPath: CommandLine.arguments[1])
let outputURL = URL(fileURLWithPath: CommandLine.arguments[2])

let context = CIContext()

let filter = CIFilter(name: "CISepiaTone")!
filter.setValue(0.8, forKey: kCIInputIntensityKey)
let image = CIImage(contentsOf: imageURL)!
filter.setValue(image, forKey: kCIInputImageKey)
let result = filter.outputImage!
let cgImage = context.createCGImage(result, from: result.extent)!

print("\(cgImage.width)x\(cgImage.height)")
try context.writePNGRepresentation(
  of: CIImage(cgImage: cgImage), to: outputURL, format: .RGBA8, colorSpace: CGColorSpace(name: CGColorSpace.sRGB)!)
