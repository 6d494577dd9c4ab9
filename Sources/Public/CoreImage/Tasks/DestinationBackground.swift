import CoreVideo
import Foundation
import ImageColor
import ImageGraph

/// The content of a destination when a task starts to render, for the task's blend.
struct DestinationBackground: Sendable {
  /// The copy, as a recipe whose lower left corner is the destination's.
  let node: Node
  /// Copies the content; called once, after earlier tasks have finished. Nil if the content is read in place.
  let copyContent: (@Sendable () throws(RenderError) -> Void)?
  /// The content of a destination on a device.
  var onDevice: VulkanBackground?
}

extension CIRenderDestination {
  /// Returns the content of the destination.
  ///
  /// - Throws: `limit` if there is no memory for the copy; `unsupported` for formats that cannot be read.
  func background(_ properties: Properties) throws(RenderError) -> DestinationBackground {
    switch target {
    case .refused(let reason): throw reason
    case .device(let target):
      let background = VulkanBackground(target, width: width, height: height)
      let source = try background.source(properties.colorSpace, properties.alphaMode.state)
      return DestinationBackground(node: flipped(.source(source), properties), copyContent: nil, onDevice: background)
    case .rows(let memory):
      guard let format = memory.format.pixelFormat else {
        throw .unsupported(
          "pixels of the format \(memory.format) cannot be read, so blending with them is not possible")
      }
      let copy = try PixelBuffer(width: width, height: height, format: format)
      let source = Source(
        copy, colorSpace: properties.colorSpace, alpha: properties.alphaMode.state, label: "destination")
      return DestinationBackground(node: flipped(.source(source), properties)) {
        for row in 0..<copy.height {
          copy.row(row).copyMemory(from: memory.address + row * memory.bytesPerRow, byteCount: copy.rowBytes)
        }
      }
    case .buffer(let buffer):
      let copy = try CVPixelBuffer.like(buffer)
      copy.attach(properties.alphaMode)
      let stored = properties.videoGamma.applied(to: properties.colorSpace)
      let space = stored.map { CGColorSpace($0) as Any } ?? NSNull()
      let (node, _) = try copy.recipe(ReadOptions([.colorSpace: space, .chromaQuality: properties.chromaQuality]))
      return DestinationBackground(node: flipped(node, properties)) { () throws(RenderError) in
        try copy.copyBytes(of: buffer)
      }
    }
  }

  /// Sources have the top row first. If the first row in memory is the bottom one, flips the image.
  private func flipped(_ node: Node, _ properties: Properties) -> Node {
    properties.isFlipped ? node : node.upsideDown(height: height)
  }
}

extension CVBuffer {
  /// Attaches the alpha mode and replaces earlier attachments.
  fileprivate func attach(_ mode: CIRenderDestinationAlphaMode) {
    let isStraight = mode == .unpremultiplied
    CVBufferSetAttachment(
      self, kCVImageBufferAlphaChannelIsOpaque, NSNumber(value: mode == .none), .shouldPropagate)
    CVBufferSetAttachment(
      self, kCVImageBufferAlphaChannelModeKey,
      isStraight ? kCVImageBufferAlphaChannelMode_StraightAlpha : kCVImageBufferAlphaChannelMode_PremultipliedAlpha,
      .shouldPropagate)
  }
}

/// A blend of rendered pixels with those of a destination.
protocol DestinationBlend: Sendable {
  /// Blends two images.
  ///
  /// - Parameter space: the space of the blended components. Nil: the working space.
  func blended(_ front: CIImage, _ back: CIImage, in space: CGColorSpace?) throws(RenderError) -> CIImage
}

extension CIRenderDestination.Properties {
  /// Blends the node, as the foreground, with the background.
  func blended(_ node: Node, on background: DestinationBackground) throws(RenderError) -> Node {
    guard let blend else { return node }
    let space = blendsInDestinationColorSpace ? colorSpace.map { CGColorSpace($0) } : nil
    return try blend.blended(CIImage(node: node), CIImage(node: background.node), in: space).node
  }
}
