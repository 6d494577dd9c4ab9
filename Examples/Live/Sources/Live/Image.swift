import CoreImage
import Foundation
import ImageWindow

/// Shows an image in a window until it is closed.
@MainActor func showImage(_ file: URL, frames: Int?) throws {
  guard let photo = CIImage(contentsOf: file) else { throw Problem.noImage(file.path) }
  let window = try CIImageView(title: "Sepia", size: CGSize(width: 512, height: 512))
  window.image = photo.applyingFilter("CISepiaTone")
  try window.run(frames: frames)
}

enum Problem: Error {
  case noImage(String)
  case noSocket
}
