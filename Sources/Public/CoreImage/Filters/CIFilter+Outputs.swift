import Foundation
import ImageFilters
import ImageGraph

extension CIFilter {
  /// Returns the output of the filter for one of its `outputKeys`. Returns nil for other keys and while there is no
  /// image.
  ///
  /// - `outputImage`, `outputImageMPS` and `outputImageNonMPS`: the image. The latter two name implementations of
  ///   Apple, which are the same here.
  /// - `outputCGImage`: the image's pixels; for a barcode, `outputCGImageFor…Descriptor` if its descriptor is of that
  ///   kind.
  /// - `outputData`: the unconverted pixels of a histogram, four `Float` for each bin.
  /// - `outputTransform`: nine numbers, the rows of the homography from the input's points to the result's.
  /// - `outputRotationFilter`: a CIPerspectiveRotate that rotates the scene as this filter does.
  ///
  /// Pixels are rendered by a context that is created for the call, unless the image is a bitmap. In a loop, render
  /// `outputImage` instead.
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
    default: return outputValue(key).map(object)
    }
  }

  /// Returns a value that the filter computes; nil while there is none.
  private func outputValue(_ key: String) -> InputValue? {
    (try? definition?.output(key, from: assignedInputs.compactMapValues(\.value))).flatMap { $0 }
  }

  private var rotation: CIFilter? {
    guard case .vector(let components)? = outputValue("outputRotationFilter"), components.count == 4 else { return nil }
    let filter: CIFilter = CIFilter.perspectiveRotate()
    filter.setValue(value(forKey: kCIInputImageKey), forKey: kCIInputImageKey)
    for (key, number) in zip(["inputFocalLength", "inputPitch", "inputYaw", "inputRoll"], components) {
      filter.setValue(number, forKey: key)
    }
    return filter
  }

  private func pixels(of image: CIImage) -> CGImage? {
    var node = image.node
    // The sampling mode for geometry does not change the pixels.
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
