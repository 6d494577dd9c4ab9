import CoreImage
import ImageIO

// Representations IN OUT.png OUT.jpg: AppKit's approach. A bitmap becomes a CIImage, and the filter's output a second
// representation of an image. BitmapImageRep, CIImageRep and PlatformImage correspond to NSBitmapImageRep, NSCIImageRep
// and NSImage.

guard CommandLine.arguments.count == 4 else { fatalError("usage: Representations IN OUT.png OUT.jpg") }
let urls = CommandLine.arguments.dropFirst().map { URL(fileURLWithPath: $0) }
guard let data = try? Data(contentsOf: urls[0]), let bitmap = BitmapImageRep(data: data),
  let source = CIImage(bitmapImageRep: bitmap)
else { fatalError("no image") }

// A representation that is a recipe: rendered for each size that it is drawn in.
let pointillized = source.clampedToExtent()
  .applyingFilter("CIPointillize", parameters: [kCIInputRadiusKey: 12]).cropped(to: source.extent)
let representation = CIImageRep(ciImage: pointillized)
let image = PlatformImage(size: representation.size)
image.addRepresentation(representation)

let sheet = PlatformImage(size: CGSize(width: 420, height: 240)) { context in
  context.setFillColor(gray: 1, alpha: 1)
  context.fill(CGRect(x: 0, y: 0, width: 420, height: 240))
  bitmap.draw(in: CGRect(x: 10, y: 10, width: 120, height: 120), context: context)
  image.draw(in: CGRect(x: 140, y: 10, width: 220, height: 220), context: context)
  image.draw(in: CGRect(x: 370, y: 10, width: 40, height: 40), context: context, alpha: 0.5)
}
guard let sheet, let pixels = sheet.cgImage, let png = sheet.pngData() else { fatalError("drawing failed") }
try png.write(to: urls[1])

// Written as JPEG by Image I/O, with metadata.
let metadata: [String: Any] = [
  kCGImageDestinationLossyCompressionQuality as String: 0.9,
  kCGImagePropertyTIFFDictionary: [kCGImagePropertyTIFFImageDescription: "A bitmap and two drawings of a recipe"],
]
guard let destination = CGImageDestinationCreateWithURL(urls[2] as CFURL, "public.jpeg" as CFString, 1, nil) else {
  fatalError("no JPEG")
}
CGImageDestinationAddImage(destination, pixels, metadata as CFDictionary)
guard CGImageDestinationFinalize(destination) else { fatalError("the file was not written") }
let written = CGImageSourceCreateWithURL(urls[2] as CFURL, nil)
let properties = written.flatMap { CGImageSourceCopyPropertiesAtIndex($0, 0, nil) as? [String: Any] }
print(properties?[kCGImagePropertyPixelWidth] ?? "nothing")
