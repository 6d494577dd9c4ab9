import Diagrams
import Foundation
import ImageCodecs
import ImageGraph

extension CIRenderGraph {
  /// A file format of graphs.
  public enum FileFormat: String, Sendable, CaseIterable {
    /// Lines of text, as in `description`.
    case text
    /// Nodes and edges as JSON.
    case json
    /// Graphviz's DOT language.
    case dot
    /// A vector drawing.
    case svg
    /// A bitmap, drawn by librsvg.
    case png
    /// A page, drawn by librsvg.
    case pdf

    /// The format of files with this extension; nil if graphs have no such format.
    public init?(pathExtension: String) {
      switch pathExtension.lowercased() {
      case "txt": self = .text
      case "gv": self = .dot
      case let other: self.init(rawValue: other)
      }
    }

    /// The file extension of the format.
    public var pathExtension: String { self == .text ? "txt" : rawValue }
  }

  /// Returns the graph as the contents of a file.
  ///
  /// - Throws: `unsupported` for PNG and PDF if librsvg is not installed.
  public func data(as format: FileFormat) throws(RenderError) -> Data { try Self.data([self], as: format) }

  /// Writes the graph in the format of the file's extension: txt, json, dot, svg, png or pdf.
  ///
  /// - Throws: `invalidArgument` for another extension, `unsupported` as `data(as:)`, `image` if the file cannot be
  ///   written.
  public func write(to url: URL) throws(RenderError) {
    guard let format = FileFormat(pathExtension: url.pathExtension) else {
      throw .invalidArgument(
        "a graph's file extension must be txt, json, dot, svg, png or pdf (got \(url.lastPathComponent))")
    }
    let data = try data(as: format)
    try imageResult { () throws(CodecError) in try writeFile(data, to: url) }
  }

  /// Returns several graphs as one file: one below another as text, side by side as a drawing.
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
