import CoreImage
import CoreImage.CIFilterBuiltins

// BloomChain IN OUT.png: a chain of filters. No pixel is rendered before the last line.

func applyFilterChain(to image: CIImage) -> CIImage {
  // The CIPhotoEffectProcess filter takes only an input image.
  let colorFilter = CIFilter(name: "CIPhotoEffectProcess", parameters: [kCIInputImageKey: image])!

  // The result goes through bloom without a filter object.
  let bloomImage = colorFilter.outputImage!.applyingFilter(
    "CIBloom", parameters: [kCIInputRadiusKey: 10.0, kCIInputIntensityKey: 1.0])

  // Only the pixels that this part needs are computed.
  return bloomImage.cropped(to: CGRect(x: 350, y: 350, width: 150, height: 150))
}

guard CommandLine.arguments.count == 3 else { fatalError("usage: BloomChain IN OUT.png") }
let imageURL = URL(fileURLWithPath: CommandLine.arguments[1])
let outputURL = URL(fileURLWithPath: CommandLine.arguments[2])

let image = CIImage(contentsOf: imageURL)!
var result = applyFilterChain(to: image)

// The typed form of a filter.
let f = CIFilter.gaussianBlur()
f.inputImage = result
f.radius = 2
result = f.outputImage!.cropped(to: result.extent)

let context = CIContext()
try context.writePNGRepresentation(
  of: result, to: outputURL, format: .RGBA8, colorSpace: CGColorSpace(name: CGColorSpace.sRGB)!)
