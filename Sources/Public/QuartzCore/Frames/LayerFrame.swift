import CoreGraphics
import CoreImage
import ImageGraph

/// A frame of a tree on its way into a destination that still shows another frame: only what differs is rendered.
package struct LayerFrame {
  private let node: Node
  /// The destination, whose pixels are those of the frame's recipe, y up.
  private let whole: UserRect

  /// Rectangles that a frame is rendered in at most.
  package static let mostParts = 16

  /// What a render of its own costs, in pixels that are rendered in the same time: it is planned, begun and waited for,
  /// which takes the processor some tenths of a millisecond, and a pixel of a few layers about a tenth of a microsecond
  /// (`cibench layers`).
  package static let priceOfPart = 4096.0

  /// - Parameters:
  ///   - image: its origin comes to the destination's lower left corner.
  ///   - width: of the destination, pixels.
  package init(_ image: CIImage, width: Int, height: Int) {
    node = image.node
    whole = UserRect(x: 0, y: 0, width: Double(width), height: Double(height))
  }

  /// Where the destination has to be rendered to, in rectangles of whole pixels: none where both frames are the same,
  /// all of it where there is no frame before or one of another size.
  package func changes(since old: LayerFrame?) -> [UserRect] {
    guard let old, old.whole == whole else { return [whole] }
    return RecipeChange.rectangles(from: old.node, to: node, within: whole)
  }

  /// A few rectangles that hold these, none of which costs more than it saves.
  package static func parts(_ changes: [UserRect], price: Double = priceOfPart) -> [UserRect] {
    var list = RectangleList(most: mostParts, price: price)
    for rect in changes { list.add(rect) }
    return list.rectangles
  }

  /// Starts rendering rectangles of the frame to where they belong in the destination.
  ///
  /// - Throws: as `CIContext.startTask(toRender:from:to:at:)`; then nothing has started.
  package func start(
    _ rects: [UserRect], to destination: CIRenderDestination, by context: CIContext
  ) throws -> [CIRenderTask] {
    try context.startTasks(rects.map(part), to: destination)
  }

  /// What `start` would do, planned and not done.
  func estimates(
    _ rects: [UserRect], to destination: CIRenderDestination, by context: CIContext
  ) throws -> [CIRenderTask] {
    try context.estimates(rects.map(part), to: destination)
  }

  /// What is drawn of the frame for a rectangle of it.
  private func part(_ rect: UserRect) -> CIContext.Part {
    let seen = rect == whole ? node : node.seen(in: rect)
    let corner = CGPoint(x: rect.min.x, y: rect.min.y)
    return CIContext.Part(
      CIImage(node: seen.over(.constant(SIMD4<Float>.zero))),
      CGRect(origin: corner, size: CGSize(width: rect.width, height: rect.height)), at: corner)
  }
}
