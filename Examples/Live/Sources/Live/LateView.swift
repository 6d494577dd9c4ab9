import CoreImage
import CoreImage.CIFilterBuiltins
import Foundation
import ImageWindow

/// A moving blur: each frame is a task of the view's context. The destination acquires the window's image as late as
/// possible, so that kernels of this frame are enqueued while an earlier frame is presented. The talk's listings on
/// contexts, built-in filters and MTKView.
@MainActor final class LateView: CIWindowViewDelegate {
  private let view: CIWindowView
  private let photo: CIImage
  private let blur = CIFilter.motionBlur()

  init(_ photo: CIImage) throws {
    // One context for the view, created with it. Frames of a video differ, so intermediates are not cached.
    view = try CIWindowView(
      title: "Motion blur", size: photo.extent.size, options: [.cacheIntermediates: false, .name: "LateView"])
    view.wantsExtendedDynamicRange = true
    self.photo = photo
    view.delegate = self
  }

  func run(frames: Int?) throws { try view.run(frames: frames) }

  func draw(in view: CIWindowView) throws {
    blur.inputImage = photo.clampedToExtent()
    blur.angle = Float(view.frameCount) / 20
    blur.radius = 20
    guard let image = blur.outputImage else { return }
    let rect = CGRect(origin: .zero, size: view.drawableSize)
    let destination = try view.makeDestination()
    let task = try view.context.startTask(toRender: image, from: rect, to: destination, at: .zero)
    try view.present(after: task)
  }
}
