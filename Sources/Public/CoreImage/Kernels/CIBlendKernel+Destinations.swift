import CoreGraphics
import ImageGraph

extension CIRenderDestination {
  /// What combines the pixels that are rendered, its foreground, with those that the destination holds, its background.
  /// Nil at first: what is rendered takes their place.
  ///
  /// A task blends with what the tasks before it have left. Pixels outside of the image that is rendered stay as they
  /// are, and clearing does not blend. Takes a copy of the destination's pixels for each task.
  public var blendKernel: CIBlendKernel? {
    get { current.blend as? CIBlendKernel }
    set { change { $0.blend = newValue } }
  }
}

extension CIBlendKernel: DestinationBlend {
  func blended(_ front: CIImage, _ back: CIImage, in space: CGColorSpace?) throws(RenderError) -> CIImage {
    do throws(CIKernelError) {
      guard let space else { return try apply(checked: front, background: back) }
      guard let front = front.matchedFromWorkingSpace(to: space), let back = back.matchedFromWorkingSpace(to: space)
      else { throw .refused("nothing can be blended in \(space)") }
      let blended = try apply(checked: front, background: back)
      return blended.matchedToWorkingSpace(from: space) ?? blended
    } catch {
      throw .invalidArgument("the destination's blendKernel: \(error)")
    }
  }
}
