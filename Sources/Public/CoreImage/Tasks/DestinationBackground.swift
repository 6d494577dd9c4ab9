import CoreVideo
import Foundation
import ImageColor
import ImageGraph

/// What a destination holds when a task starts to render, for the task's blend.
struct DestinationBackground: Sendable {
  /// The copy, as a recipe whose lower left corner is the destination's.
  let node: Node
  /// Makes the copy; called once, when what earlier tasks render is there. Nil where it is read in place.
  let take: (@Sendable () throws(RenderError) -> Void)?
  /// Of what is on a device.
  var onDevice: VulkanBackground?
}

extension CIRenderDestination {
  /// - Throws: `limit` when there is no memory for the copy; `unsupported` for formats that cannot be read.
  func background(_ properties: Properties) throws(RenderError) -> DestinationBackground {
    switch target {
    case .refused(let reason): throw reason
    case .device(let target):
      let background = VulkanBackground(target, width: width, height: height)
      let source = try background.source(properties.colorSpace, properties.alphaMode.state)
      return DestinationBackground(node: turned(.source(source), properties), take: nil, onDevice: background)
    case .rows(let memory):
      guard let format = memory.format.pixelFormat else {
        throw .unsupported("pixels of \(memory.format) cannot be read, so nothing can be blended with them")
      }
      let copy = try PixelBuffer(width: width, height: height, format: format)
      let source = Source(
        copy, colorSpace: properties.colorSpace, alpha: properties.alphaMode.state, label: "destination")
      return DestinationBackground(node: turned(.source(source), properties)) {
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
      return DestinationBackground(node: turned(node, properties)) { () throws(RenderError) in
        try copy.takeBytes(of: buffer)
      }
    }
  }

  /// Rows are read from the top; where the first one in memory is the lowest, the image is turned.
  private func turned(_ node: Node, _ properties: Properties) -> Node {
    properties.isFlipped ? node : node.upsideDown(height: height)
  }
}

extension CVBuffer {
  /// Says what alpha means, whatever was said before.
  fileprivate func attach(_ mode: CIRenderDestinationAlphaMode) {
    let straight = mode == .unpremultiplied
    CVBufferSetAttachment(
      self, kCVImageBufferAlphaChannelIsOpaque, NSNumber(value: mode == .none), .shouldPropagate)
    CVBufferSetAttachment(
      self, kCVImageBufferAlphaChannelModeKey,
      straight ? kCVImageBufferAlphaChannelMode_StraightAlpha : kCVImageBufferAlphaChannelMode_PremultipliedAlpha,
      .shouldPropagate)
  }
}

/// How what is rendered combines with what a destination holds.
protocol DestinationBlend: Sendable {
  /// - Parameter space: whose numbers are blended; nil: the working space's.
  func blended(_ front: CIImage, _ back: CIImage, in space: CGColorSpace?) throws(RenderError) -> CIImage
}

extension CIRenderDestination.Properties {
  /// The node as foreground on the background.
  func blended(_ node: Node, on background: DestinationBackground) throws(RenderError) -> Node {
    guard let blend else { return node }
    let space = blendsInDestinationColorSpace ? colorSpace.map { CGColorSpace($0) } : nil
    return try blend.blended(CIImage(node: node), CIImage(node: background.node), in: space).node
  }
}
