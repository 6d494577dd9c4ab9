import CoreImage

// BlurredPhoto IN OUT.png: one context for the whole program, and an extension of images that applies filters.

/// Contexts cache kernels and plans, so one is enough. This one has a low priority.
let sharedContext = CIContext(options: [.priorityRequestLow: true])

extension CGImage {
  /// Returns the recipe's output with the size of this image; nil if the recipe returns nil.
  func filtered(by context: CIContext = sharedContext, _ recipe: (CIImage) -> CIImage?) -> CGImage? {
    let input = CIImage(cgImage: self)
    guard let output = recipe(input) else { return nil }
    return context.createCGImage(output, from: input.extent)
  }

  func filtered(by filter: CIFilter?, context: CIContext = sharedContext) -> CGImage? {
    guard let filter else { return nil }
    return filtered(by: context) { image in
      filter.setValue(image, forKey: kCIInputImageKey)
      return filter.outputImage
    }
  }
}

/// A step of an image loader, whose pipeline requires comparable values.
struct GaussianBlur: Equatable {
  var radius = 8

  func process(_ image: CGImage) -> CGImage? {
    image.filtered(by: CIFilter(name: "CIGaussianBlur", parameters: [kCIInputRadiusKey: radius]))
  }
}

guard CommandLine.arguments.count == 3 else { fatalError("usage: BlurredPhoto IN OUT.png") }
let photo = CIImage(contentsOf: URL(fileURLWithPath: CommandLine.arguments[1]))!
let image = sharedContext.createCGImage(photo, from: photo.extent)!
let blurred = GaussianBlur(radius: 10).process(image)!
try sharedContext.writePNGRepresentation(
  of: CIImage(cgImage: blurred), to: URL(fileURLWithPath: CommandLine.arguments[2]), format: .RGBA8,
  colorSpace: CGColorSpace(name: CGColorSpace.sRGB)!)
