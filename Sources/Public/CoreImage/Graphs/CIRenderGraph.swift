import Diagrams
import Foundation
import ImageGraph

/// A graph of the recipe of an image or of the passes of a render: steps and their inputs.
///
/// On a Mac, Quick Look shows such graphs. Here they are values that can be printed, and written as text, JSON, DOT,
/// SVG, PNG or PDF.
public struct CIRenderGraph: Sendable, Hashable {
  /// A stage of the compilation from a recipe to passes. `CI_PRINT_TREE` has the numbers 1, 2 and 4 for them.
  public enum Stage: String, Sendable, CaseIterable {
    /// The recipe as the app built it.
    case initial
    /// The optimised recipe, in which colour conversions are steps.
    case optimized
    /// The passes of fused kernels, and the images between them.
    case concatenated
  }

  /// A step, an image or a pass.
  public struct Node: Sendable, Hashable, Identifiable {
    /// The kind of a step; it determines the colour in drawings.
    public enum Kind: String, Sendable, CaseIterable {
      /// An external image, or nothing. Purple.
      case input
      /// A kernel that computes a pixel from the pixels at the same position. Red.
      case color
      /// A kernel that moves pixels, including affine maps. Green.
      case warp
      /// A kernel that reads a neighbourhood of the pixel, or a histogram. Blue.
      case general
      /// A step without a kernel: a crop, a clamp, a marker. Pale blue.
      case geometry
      /// A dispatch; other nodes refer to it as their `pass`.
      case pass
      /// An image between two passes.
      case intermediate
      /// The image that was requested.
      case output
    }

    /// The index in `CIRenderGraph.nodes`.
    public let id: Int
    /// The kind of the node.
    public var kind: Kind
    /// The name of a kernel, `crop` etc., or the origin of an image.
    public var name: String
    /// The arguments of a kernel, in its order, as text.
    public var values: [String] = []
    /// The pixels of the node, in the image's plane: null if it has none, infinite if it is unbounded. For an image,
    /// the pixels it holds, in the first tile of a render in several tiles; for a pass, those it computes in all tiles;
    /// nil for kernels inside of a pass.
    public var extent: CGRect?
    /// The whole pixels of the node that the render needs, in the image's plane; null if none are needed. Nil if no
    /// rectangle is rendered.
    public var regionOfInterest: CGRect?
    /// The storage format of an image.
    public var format: CIFormat?
    /// The memory of an image: with padded rows as on the device, or as decoded for an input.
    public var byteCount: Int?
    /// The number of pixels that a pass computes.
    public var pixelCount: Int?
    /// The time of a pass on the device; nil if it was not measured.
    public var milliseconds: Double?
    /// Whether the image was cached by an earlier render, so that its passes did not run.
    public var isCached = false
    /// The pass that contains the kernel; nil outside of passes.
    public var pass: Node.ID?
    /// The source of an input.
    var sourceIdentity: Source.Identity?
    /// A thumbnail for drawings; not printed.
    var thumbnail: Diagram.Image?

    init(id: Int, kind: Kind, name: String) { (self.id, self.kind, self.name) = (id, kind, name) }
  }

  /// An arrow: `to` reads `from`.
  public struct Edge: Sendable, Hashable {
    /// The node that is read.
    public let from: Node.ID
    /// The node that reads.
    public let to: Node.ID
  }

  /// The stage of the graph.
  public let stage: Stage
  /// The rectangle that is rendered, in whole pixels. Nil if none was specified and the image is infinite or empty.
  public let region: CGRect?
  /// The nodes in an order in which they can be computed. The last one is the result.
  public internal(set) var nodes: [Node] = []
  /// The edges; those into one node are in the order of its inputs.
  public internal(set) var edges: [Edge] = []

  /// The number of strips or tiles that the render is divided into to limit its memory. 1 for the other stages.
  public internal(set) var partCount = 1

  /// The names of the fast paths that the engine takes, sorted; empty for the other stages. `CI_FAST_PATHS=-NAME` turns
  /// one off.
  public internal(set) var fastPaths: [String] = []

  init(_ stage: Stage, region: CGRect?) { (self.stage, self.region) = (stage, region) }

  /// Adds a node and returns its index.
  mutating func add(_ kind: Node.Kind, _ name: String, _ change: (inout Node) -> Void = { _ in }) -> Node.ID {
    // File names may contain control characters, which would break the lines of the output.
    let printable = name.unicodeScalars.map { $0.properties.generalCategory == .control ? "\u{FFFD}" : $0 }
    var node = Node(id: nodes.count, kind: kind, name: String(String.UnicodeScalarView(printable)))
    change(&node)
    nodes.append(node)
    return node.id
  }

  mutating func connect(_ from: Node.ID, to: Node.ID) { edges.append(Edge(from: from, to: to)) }

  /// The passes in the order of execution.
  public var passes: [Node] { nodes.filter { $0.kind == .pass } }
}
