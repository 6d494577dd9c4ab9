import CoreGraphics
import ImageGraph

extension CIRenderDestination {
  /// The kernel that blends rendered pixels, as its foreground, with those of the destination, as its background. Nil
  /// by default: rendered pixels replace those of the destination.
  ///
  /// A task blends with the result of earlier tasks. Pixels outside of the rendered image are unchanged, and clearing
  /// does not blend. Each task copies the destination's pixels first.
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
      else { throw .refused("blending in the colour space \(space) is not possible") }
      let blended = try apply(checked: front, background: back)
      return blended.matchedToWorkingSpace(from: space) ?? blended
    } catch {
      throw .invalidArgument("the destination's blendKernel: \(error)")
    }
  }
}
