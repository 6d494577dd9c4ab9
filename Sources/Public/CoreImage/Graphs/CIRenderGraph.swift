import Diagrams
import Foundation
import ImageGraph

/// What an image is made of, or what a render of it does, as a value: steps and what each of them reads.
///
/// On a Mac, Quick Look shows such graphs; here they are values that print themselves and can be written as text, JSON,
/// DOT, SVG, PNG or PDF.
public struct CIRenderGraph: Sendable, Hashable {
  /// A level that an image passes through on its way to pixels. `CI_PRINT_TREE` calls them 1, 2 and 4.
  public enum Stage: String, Sendable, CaseIterable {
    /// The recipe as it was built.
    case initial
    /// The same image by fewer steps; colour conversions are steps like any other.
    case optimized
    /// What runs: passes of fused kernels, and the images between them.
    case concatenated
  }

  /// One step, image or pass.
  public struct Node: Sendable, Hashable, Identifiable {
    /// What a step is; it decides its colour in images.
    public enum Kind: String, Sendable, CaseIterable {
      /// An image from outside, or nothing. Purple.
      case input
      /// A kernel that makes a pixel from the pixels at the same place. Red.
      case color
      /// A kernel that moves pixels, affine maps included. Green.
      case warp
      /// A kernel that reads around the pixel, or counts. Blue.
      case general
      /// No kernel of its own: a crop, a clamp, a mark. Pale blue.
      case geometry
      /// A dispatch; other nodes name it as their `pass`.
      case pass
      /// An image between two passes.
      case intermediate
      /// The image that was asked for.
      case output
    }

    /// The index in `CIRenderGraph.nodes`.
    public let id: Int
    /// What the node does.
    public var kind: Kind
    /// What it does: a kernel's name, `crop`, or where an image comes from.
    public var name: String
    /// The values that a kernel is called with, in its order, as text.
    public var values: [String] = []
    /// Where it can have pixels, in the image's plane: null when nowhere, infinite when everywhere. For an image, the
    /// pixels it holds, in the first part of a render in several; for a pass, those it computes in all of them; nil for
    /// kernels inside of a pass.
    public var extent: CGRect?
    /// The whole pixels of it that the render needs, in the image's plane; null when none. Nil when no rectangle is
    /// rendered.
    public var regionOfInterest: CGRect?
    /// How the pixels of an image are stored.
    public var format: CIFormat?
    /// Memory of an image with its rows padded as on the device, or as fetched for an input.
    public var byteCount: Int?
    /// Pixels that a pass computes.
    public var pixelCount: Int?
    /// How long a pass took on the device; nil when nothing was measured.
    public var milliseconds: Double?
    /// True for an image that an earlier render left; its passes did not run.
    public var isCached = false
    /// The pass that a kernel is part of; nil outside of passes.
    public var pass: Node.ID?
    /// Which source an input is.
    var sourceIdentity: Source.Identity?
    /// What it looks like; drawn, not printed.
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

  /// How far the recipe has come on its way to pixels.
  public let stage: Stage
  /// The rectangle that is rendered, in whole pixels; nil when none was said and the image is infinite or empty.
  public let region: CGRect?
  /// In an order in which they can be computed: the last one is the result.
  public internal(set) var nodes: [Node] = []
  /// Those into one node stand in the order of its inputs.
  public internal(set) var edges: [Edge] = []

  /// Strips or tiles that the render is made in, one after the other, to keep its memory small. 1 for the other stages.
  public internal(set) var partCount = 1

  /// The names of the fast paths that the engine takes, sorted; empty for the other stages. `CI_FAST_PATHS=-NAME` turns
  /// one off.
  public internal(set) var fastPaths: [String] = []

  init(_ stage: Stage, region: CGRect?) { (self.stage, self.region) = (stage, region) }

  /// Adds a node and returns its number.
  mutating func add(_ kind: Node.Kind, _ name: String, _ change: (inout Node) -> Void = { _ in }) -> Node.ID {
    // Names of files may hold anything; a line has to stay one.
    let printable = name.unicodeScalars.map { $0.properties.generalCategory == .control ? "\u{FFFD}" : $0 }
    var node = Node(id: nodes.count, kind: kind, name: String(String.UnicodeScalarView(printable)))
    change(&node)
    nodes.append(node)
    return node.id
  }

  mutating func connect(_ from: Node.ID, to: Node.ID) { edges.append(Edge(from: from, to: to)) }

  /// The passes, in the order in which they run.
  public var passes: [Node] { nodes.filter { $0.kind == .pass } }
}
