import CoreImage
import Foundation
import ImageWindow

/// A window that shows a picture until it is closed.
@MainActor func showPicture(_ file: URL, frames: Int?) throws {
  guard let photo = CIImage(contentsOf: file) else { throw Problem.noPicture(file.path) }
  let window = try CIImageView(title: "Sepia", size: CGSize(width: 512, height: 512))
  window.image = photo.applyingFilter("CISepiaTone")
  try window.run(frames: frames)
}

enum Problem: Error {
  case noPicture(String)
  case noSocket
}
