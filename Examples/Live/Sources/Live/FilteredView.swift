import CoreImage
import Foundation
import ImageWindow

/// Shows images with one filter: the guide's listing 1-3, whose view controller has an image view.
@MainActor final class FilteredView {
  private let filter = CIFilter(name: "CISepiaTone", parameters: [kCIInputIntensityKey: 0.5])!
  private let imageView: CIImageView

  init(size: CGSize) throws { imageView = try CIImageView(title: "Filtered", size: size) }

  /// The view retains the recipe; the window determines what is rendered, and when.
  func displayFilteredImage(_ image: CIImage) {
    filter.setValue(image, forKey: kCIInputImageKey)
    imageView.image = filter.outputImage
  }

  func run(frames: Int?) throws { try imageView.run(frames: frames) }
}
