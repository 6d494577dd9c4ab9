import CoreImage

// FilteredImage IN OUT.png: the guide's image with a filter, as an app with a UI toolkit would show it. PlatformImage
// corresponds to UIKit's UIImage and AppKit's NSImage; an image is drawn instead of a view.

guard CommandLine.arguments.count == 3 else { fatalError("usage: FilteredImage IN OUT.png") }
guard let photo = PlatformImage(contentsOfFile: CommandLine.arguments[1]) else { fatalError("no image") }

/// Returns the image in sepia as a recipe: no pixel is rendered yet.
func sepia(_ image: PlatformImage) -> PlatformImage? {
  let filter = CIFilter(name: "CISepiaTone", parameters: [kCIInputIntensityKey: 0.5])
  filter?.setValue(CIImage(image: image), forKey: kCIInputImageKey)
  return filter?.outputImage.map { PlatformImage(ciImage: $0, scale: image.scale, orientation: image.imageOrientation) }
}

guard let filtered = sepia(photo) else { fatalError("no filter") }

// Two pixels per point, y down, as in UIKit's views.
let card = PlatformImage(size: CGSize(width: 400, height: 240), scale: 2, isFlipped: true) { context in
  context.setFillColor(gray: 0.95, alpha: 1)
  context.fill(CGRect(x: 0, y: 0, width: 400, height: 240))
  for (index, image) in [photo, filtered].enumerated() {
    let frame = CGRect(x: 20 + 185 * CGFloat(index), y: 20, width: 175, height: 175)
    context.saveGState()
    context.setShadow(offset: CGSize(width: 0, height: -4), blur: 12)
    context.addPath(CGPath(roundedRect: frame, cornerWidth: 12, cornerHeight: 12, transform: nil))
    context.setFillColor(gray: 1, alpha: 1)
    context.fillPath()
    context.restoreGState()
    context.saveGState()
    context.addPath(CGPath(roundedRect: frame, cornerWidth: 12, cornerHeight: 12, transform: nil))
    context.clip()
    // Rendered at the resolution of the frame.
    image.draw(in: frame, context: context, isFlipped: true)
    context.restoreGState()
    // Restores upright text, since y points down.
    context.textMatrix = CGAffineTransform(scaleX: 1, y: -1)
    context.setFillColor(gray: 0.2, alpha: 1)
    context.selectFont(name: "DejaVuSans", size: 13)
    context.showText(index == 0 ? "photo" : "sepia", at: CGPoint(x: frame.minX + 4, y: 218))
  }
}
guard let png = card?.pngData() else { fatalError("drawing failed; is cairo installed?") }
try png.write(to: URL(fileURLWithPath: CommandLine.arguments[2]))
print("\(photo.size.width)x\(photo.size.height) points")
