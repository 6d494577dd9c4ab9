import CoreImage
import Foundation

guard CommandLine.arguments.count == 3 else {
  print("usage: HDRZebra PHOTO OUT.png")
  exit(2)
}
let photo = try CIImage(reading: URL(fileURLWithPath: CommandLine.arguments[1]))
let filter = HDRZebraFilter()
// An exposure of 1.5 stops more, so that highlights exceed white.
filter.setValue(photo.applyingFilter("CIExposureAdjust", parameters: [kCIInputEVKey: 1.5]), forKey: kCIInputImageKey)
filter.setValue(0.3, forKey: "inputTime")
guard let image = filter.outputImage else {
  print("HDRZebra: the kernel is missing")
  exit(1)
}
try CIContext().writePNGRepresentation(
  of: image, to: URL(fileURLWithPath: CommandLine.arguments[2]), format: .RGBA8,
  colorSpace: CGColorSpace(name: CGColorSpace.sRGB)!)
