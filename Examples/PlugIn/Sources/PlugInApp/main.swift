import CoreImage
import Foundation

let arguments = Array(CommandLine.arguments.dropFirst())
guard arguments.count == 3 || arguments.count == 4 && arguments[3] == "--allow-code" else {
  print("usage: PlugInApp PHOTO OUT.png LIBRARY [--allow-code]")
  exit(2)
}
do {
  try CIPlugIn.load(checked: URL(fileURLWithPath: arguments[2]), allowExecutableCode: arguments.count == 4)
} catch {
  print("PlugInApp: \(error)")
  exit(1)
}
guard let filter = CIFilter(name: "Stripes") else {
  print("PlugInApp: the filter Stripes is not registered")
  exit(1)
}
filter.setValue(try CIImage(reading: URL(fileURLWithPath: arguments[0])), forKey: kCIInputImageKey)
filter.setValue(24, forKey: "inputWidth")
guard let image = filter.outputImage?.applyingFilter("CIPhotoEffectChrome") else {
  print("PlugInApp: Stripes has no output image")
  exit(1)
}
try CIContext().writePNGRepresentation(
  of: image, to: URL(fileURLWithPath: arguments[1]), format: .RGBA8, colorSpace: CGColorSpace(name: CGColorSpace.sRGB)!)
