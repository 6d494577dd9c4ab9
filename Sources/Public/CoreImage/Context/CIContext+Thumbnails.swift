import Diagrams
import Foundation
import ImageFilters
import ImageGraph
import ImagePasses

extension CIContext {
  /// Returns the graph with thumbnails: of every step for the initial stage, of the inputs and the result for the
  /// optimised one, of sources and stored images for the concatenated one.
  ///
  /// Each thumbnail is a render of its own; a step that cannot be rendered has none.
  package func addingThumbnails(
    to graph: CIRenderGraph, of image: CIImage
  ) -> CIRenderGraph {
    var graph = graph
    let steps = image.node.topological
    var sources: [Source.Identity: ImageGraph.Node] = [:]
    for step in steps { if case .source(let source) = step.op { sources[source.identity] = step } }
    for index in graph.nodes.indices {
      let node = graph.nodes[index]
      let step: ImageGraph.Node? =
        if let identity = node.sourceIdentity {
          sources[identity]
        } else if graph.stage == .initial {
          index < steps.count ? steps[index] : nil
        } else {
          index == graph.nodes.count - 1 ? image.node : nil
        }
      guard let step, let rect = node.regionOfInterest ?? node.extent else { continue }
      graph.nodes[index].thumbnail = thumbnail(of: step, UserRect(rect))
    }
    return graph
  }

  /// Returns a rectangle of a step as PNG, at most 88 by 66 points large; nil if it would be too small to see.
  private func thumbnail(of step: ImageGraph.Node, _ rect: UserRect) -> Diagram.Image? {
    guard rect.isFinite, !rect.isEmpty else { return nil }
    let scale = min(1, 88 / rect.width, 66 / rect.height)
    let (width, height) = ((rect.width * scale).rounded(), (rect.height * scale).rounded())
    if min(width, height) < 6 { return nil }
    // Two pixels per point, for displays of that density.
    let pixels = min(1, 2 * scale)
    let moved = CIImage(node: step).cropped(to: CGRect(rect))
      .transformed(by: CGAffineTransform(translationX: -rect.min.x, y: -rect.min.y))
    let scaled = CIImage.node(
      "CILanczosScaleTransform", ["inputImage": .image(moved.node), "inputScale": .number(pixels)])
    let small = CIImage(node: scaled)
      .cropped(to: CGRect(x: 0, y: 0, width: rect.width * pixels, height: rect.height * pixels))
    guard let space = CGColorSpace(name: CGColorSpace.sRGB),
      let png = pngRepresentation(of: small, format: .RGBA8, colorSpace: space)
    else { return nil }
    return Diagram.Image(png: Array(png), width: width, height: height)
  }
}
