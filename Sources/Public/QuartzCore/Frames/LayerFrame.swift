import CoreGraphics
import CoreImage
import ImageGraph

/// A frame of a layer tree that is rendered into a destination with an earlier frame: only the differences are
/// rendered.
package struct LayerFrame {
  private let node: Node
  /// The rectangle of the destination, in the coordinates of the recipe, y up.
  private let fullRect: UserRect

  /// The maximum number of rectangles of a frame.
  package static let maximumRectangles = 16

  /// The cost of a separate render, as the number of pixels rendered in the same time. Planning, starting and waiting
  /// take some tenths of a millisecond, and a pixel of a few layers about a tenth of a microsecond (`cibench layers`).
  package static let costPerRectangle = 4096.0

  /// - Parameters:
  ///   - image: the frame; its origin is at the destination's lower left corner.
  ///   - width: of the destination, in pixels.
  package init(_ image: CIImage, width: Int, height: Int) {
    node = image.node
    fullRect = UserRect(x: 0, y: 0, width: Double(width), height: Double(height))
  }

  /// Returns the parts to be rendered, as rectangles of whole pixels: none if both frames are equal, and the whole
  /// destination if there is no earlier frame, or it has another size.
  package func changes(since old: LayerFrame?) -> [UserRect] {
    guard let old, old.fullRect == fullRect else { return [fullRect] }
    return RecipeChange.rectangles(from: old.node, to: node, within: fullRect)
  }

  /// Merges rectangles into a few that cover them, as long as merging saves cost.
  package static func merged(_ changes: [UserRect], cost: Double = costPerRectangle) -> [UserRect] {
    var list = RectangleList(capacity: maximumRectangles, cost: cost)
    for rect in changes { list.add(rect) }
    return list.rectangles
  }

  /// Starts rendering rectangles of the frame to their positions in the destination.
  ///
  /// - Throws: as `CIContext.startTask(toRender:from:to:at:)`; then no task was started.
  package func start(
    _ rects: [UserRect], to destination: CIRenderDestination, by context: CIContext
  ) throws -> [CIRenderTask] {
    try context.startTasks(rects.map(part), to: destination)
  }

  /// Returns the planned tasks of `start`, without running them.
  func estimates(
    _ rects: [UserRect], to destination: CIRenderDestination, by context: CIContext
  ) throws -> [CIRenderTask] {
    try context.estimates(rects.map(part), to: destination)
  }

  /// Returns the recipe of a rectangle of the frame.
  private func part(_ rect: UserRect) -> CIContext.Part {
    let visible = rect == fullRect ? node : node.visible(in: rect)
    let corner = CGPoint(x: rect.min.x, y: rect.min.y)
    return CIContext.Part(
      CIImage(node: visible.over(.constant(SIMD4<Float>.zero))),
      CGRect(origin: corner, size: CGSize(width: rect.width, height: rect.height)), at: corner)
  }
}
