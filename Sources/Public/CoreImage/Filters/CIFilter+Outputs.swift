import Foundation
import ImageFilters
import ImageGraph

extension CIFilter {
  /// What the filter gives for one of its `outputKeys`; nil for other keys and while there is no image.
  ///
  /// - `outputImage`, and `outputImageMPS` and `outputImageNonMPS`, which name ways of computing it that are one here.
  /// - `outputCGImage`: the image's pixels; for a barcode, `outputCGImageFor…Descriptor` when its descriptor is of that
  ///   kind.
  /// - `outputData`: the pixels of a histogram, four `Float` for each bin, as they are.
  /// - `outputTransform`: nine numbers, the rows of the homography that moves the input's points to the result's.
  /// - `outputRotationFilter`: a CIPerspectiveRotate that turns the scene as this filter does.
  ///
  /// Pixels are rendered by a context that is made for the call, unless the image is made of pixels; in a loop, render
  /// `outputImage`.
  func output(_ key: String) -> Any? {
    guard outputKeys.contains(key) else { return nil }
    switch key {
    case kCIOutputImageKey, "outputImageMPS", "outputImageNonMPS": return outputImage
    case "outputData": return outputImage.flatMap(floats)
    case "outputCGImage": return outputImage.flatMap(pixels)
    case "outputRotationFilter": return rotation
    case "outputCGImageForQRCodeDescriptor": return pixels(of: CIQRCodeDescriptor.self)
    case "outputCGImageForAztecCodeDescriptor": return pixels(of: CIAztecCodeDescriptor.self)
    case "outputCGImageForPDF417CodeDescriptor": return pixels(of: CIPDF417CodeDescriptor.self)
    case "outputCGImageForDataMatrixCodeDescriptor": return pixels(of: CIDataMatrixCodeDescriptor.self)
    default: return stated(key).map(object)
    }
  }

  /// A value that the filter itself gives; nil while there is none.
  private func stated(_ key: String) -> InputValue? {
    (try? definition?.output(key, from: given.compactMapValues(\.value))).flatMap { $0 }
  }

  private var rotation: CIFilter? {
    guard case .vector(let numbers)? = stated("outputRotationFilter"), numbers.count == 4 else { return nil }
    let filter: CIFilter = CIFilter.perspectiveRotate()
    filter.setValue(value(forKey: kCIInputImageKey), forKey: kCIInputImageKey)
    for (key, number) in zip(["inputFocalLength", "inputPitch", "inputYaw", "inputRoll"], numbers) {
      filter.setValue(number, forKey: key)
    }
    return filter
  }

  private func pixels(of image: CIImage) -> CGImage? {
    var node = image.node
    // How geometry is to read an image changes none of its pixels.
    while case .sampled = node.op { node = node.inputs[0] }
    if case .source(let source) = node.op, let pixels = try? source.pixels() {
      return CGImage(pixels, space: source.colorSpace, alpha: source.alpha)
    }
    return CIContext().createCGImage(image, from: image.extent)
  }

  private func pixels<Descriptor: CIBarcodeDescriptor>(of kind: Descriptor.Type) -> CGImage? {
    value(forKey: "inputBarcodeDescriptor") is Descriptor ? outputImage.flatMap(pixels) : nil
  }

  private func floats(of image: CIImage) -> Data? {
    let (width, height) = (Int(clamping: image.extent.width), Int(clamping: image.extent.height))
    guard width > 0, height > 0, width.times(height) <= 1 << 20 else { return nil }
    var data = Data(count: width * height * 16)
    let context = CIContext(options: [.workingColorSpace: NSNull(), .workingFormat: CIFormat.RGBAf])
    data.withUnsafeMutableBytes { bytes in
      guard let address = bytes.baseAddress else { return }
      context.render(
        image, toBitmap: address, rowBytes: width * 16, bounds: image.extent, format: .RGBAf, colorSpace: nil)
    }
    return data
  }
}
