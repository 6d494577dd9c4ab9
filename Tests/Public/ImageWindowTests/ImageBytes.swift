import CoreImage
import Foundation

/// Returns an image's red, green and blue as bytes of sRGB, row by row.
func bytes(_ url: URL) throws -> [UInt8] {
  let image = try CIImage(reading: url)
  let (width, height) = (Int(image.extent.width), Int(image.extent.height))
  var bytes = [UInt8](repeating: 0, count: width * height * 4)
  try CIContext(checked: [.backend: "processor"]).render(
    checked: image, toBitmap: &bytes, rowBytes: width * 4, bounds: image.extent, format: .RGBA8,
    colorSpace: CGColorSpace(name: CGColorSpace.sRGB)!)
  return bytes.enumerated().filter { $0.offset % 4 < 3 }.map(\.element)
}
