import Diagrams
import Foundation
import ImageCodecs
import ImageGraph

extension CIRenderGraph {
  /// How a graph is written.
  public enum FileFormat: String, Sendable, CaseIterable {
    /// Lines of text, as `description`.
    case text
    /// Nodes and edges as JSON.
    case json
    /// The language of Graphviz.
    case dot
    /// A drawing in lines.
    case svg
    /// A drawing in pixels, by librsvg.
    case png
    /// A drawing on a page, by librsvg.
    case pdf

    /// The format of files with this extension; nil when graphs are not written so.
    public init?(pathExtension: String) {
      switch pathExtension.lowercased() {
      case "txt": self = .text
      case "gv": self = .dot
      case let other: self.init(rawValue: other)
      }
    }

    /// What names of such files end with.
    public var pathExtension: String { self == .text ? "txt" : rawValue }
  }

  /// The graph as a file's bytes.
  ///
  /// - Throws: `unsupported` for PNG and PDF where librsvg is not installed.
  public func data(as format: FileFormat) throws(RenderError) -> Data { try Self.data([self], as: format) }

  /// Writes the graph in the format that the file's extension says: txt, json, dot, svg, png or pdf.
  ///
  /// - Throws: `invalidArgument` for another extension, `unsupported` as `data(as:)`, `image` when the file cannot be
  ///   written.
  public func write(to url: URL) throws(RenderError) {
    guard let format = FileFormat(pathExtension: url.pathExtension) else {
      throw .invalidArgument(
        "\(url.lastPathComponent): graphs are written as .txt, .json, .dot, .svg, .png or .pdf")
    }
    let data = try data(as: format)
    try imageResult { () throws(CodecError) in try writeFile(data, to: url) }
  }

  /// Several graphs in one file: below each other as text, side by side as an image.
  package static func data(_ graphs: [CIRenderGraph], as format: FileFormat) throws(RenderError) -> Data {
    switch format {
    case .text: return Data((graphs.map(\.description).joined(separator: "\n\n") + "\n").utf8)
    case .json: return Data((graphs.count == 1 ? graphs[0].json : json(graphs)).utf8)
    case .dot: return Data(graphs.map(\.dot).joined(separator: "\n").utf8)
    case .svg: return Data(drawing(of: graphs).svg.utf8)
    case .png, .pdf:
      let drawing = drawing(of: graphs)
      do throws(Diagram.Drawing.Failure) {
        return try format == .png ? drawing.png() : drawing.pdf()
      } catch {
        throw .unsupported("\(error)")
      }
    }
  }
}
