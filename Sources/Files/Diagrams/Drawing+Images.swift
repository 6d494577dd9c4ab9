import Foundation

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

extension Diagram.Drawing {
  /// The reason why a drawing cannot be rendered as an image.
  package enum Failure: Error, Sendable, CustomStringConvertible {
    /// The library that renders SVG is not installed.
    case missing(String)
    /// A step of the library failed.
    case failed(String)

    package var description: String {
      switch self {
      case .missing(let library):
        "images of graphs as PNG or PDF require librsvg, but \(library) was not found: install librsvg2-2, or "
          + "choose SVG"
      case .failed(let step): "librsvg cannot draw this graph: \(step) failed"
      }
    }
  }

  /// Returns the drawing as PNG, with two pixels per point, or fewer if a side would exceed 16,384 pixels.
  ///
  /// - Parameter name: the name of the library to load.
  package func png(by name: String = SVGLibrary.name) throws(Failure) -> Data {
    let library = try SVGLibrary(name)
    let scale = min(2, 16_384 / max(width, height))
    let pixels = ((width * scale).rounded(.up), (height * scale).rounded(.up))
    // CAIRO_FORMAT_RGB24: the drawing is opaque.
    let surface = library.createImage(1, Int32(pixels.0), Int32(pixels.1))
    guard let surface else { throw .failed("creating an image") }
    defer { library.destroySurface(surface) }
    try library.draw(svg, on: surface, width: pixels.0, height: pixels.1)
    let bytes = Bytes()
    guard library.writePNG(surface, collect, Unmanaged.passUnretained(bytes).toOpaque()) == 0 else {
      throw .failed("writing PNG")
    }
    return bytes.data
  }

  /// Returns the drawing as PDF, with one page of its size.
  package func pdf(by name: String = SVGLibrary.name) throws(Failure) -> Data {
    let library = try SVGLibrary(name)
    let bytes = Bytes()
    let surface = library.createPDF(collect, Unmanaged.passUnretained(bytes).toOpaque(), width, height)
    guard let surface else { throw .failed("creating a page") }
    defer { library.destroySurface(surface) }
    try library.draw(svg, on: surface, width: width, height: height)
    library.finishSurface(surface)
    return bytes.data
  }
}

/// The bytes that cairo has written so far.
private final class Bytes {
  var data = Data()
}

private func collect(_ bytes: UnsafeMutableRawPointer?, _ part: UnsafePointer<UInt8>?, _ count: UInt32) -> Int32 {
  guard let bytes, let part else { return 11 }  // CAIRO_STATUS_WRITE_ERROR
  Unmanaged<Bytes>.fromOpaque(bytes).takeUnretainedValue().data.append(part, count: Int(count))
  return 0
}

/// The functions of librsvg and cairo that convert SVG to images.
///
/// Loaded when a graph is first rendered and not at program start, so that other apps do not require these libraries.
package struct SVGLibrary {
  package static let name = "librsvg-2.so.2"

  typealias Write = @convention(c) (UnsafeMutableRawPointer?, UnsafePointer<UInt8>?, UInt32) -> Int32

  let createImage: @convention(c) (Int32, Int32, Int32) -> OpaquePointer?
  let createPDF: @convention(c) (Write, UnsafeMutableRawPointer?, Double, Double) -> OpaquePointer?
  let writePNG: @convention(c) (OpaquePointer, Write, UnsafeMutableRawPointer?) -> Int32
  let finishSurface: @convention(c) (OpaquePointer) -> Void
  let destroySurface: @convention(c) (OpaquePointer) -> Void
  private let createContext: @convention(c) (OpaquePointer) -> OpaquePointer?
  private let contextStatus: @convention(c) (OpaquePointer) -> Int32
  private let destroyContext: @convention(c) (OpaquePointer) -> Void
  private let parse: @convention(c) (UnsafePointer<UInt8>, Int, UnsafeMutableRawPointer?) -> OpaquePointer?
  private let render: @convention(c) (OpaquePointer, OpaquePointer, UnsafeRawPointer, UnsafeMutableRawPointer?) -> Int32
  private let release: @convention(c) (OpaquePointer) -> Void

  init(_ name: String) throws(Diagram.Drawing.Failure) {
    // Never unloaded: GLib, which it loads, cannot be unloaded.
    guard let library = dlopen(name, RTLD_NOW | RTLD_LOCAL) else { throw .missing(name) }
    func load<Function>(_ function: String) throws(Diagram.Drawing.Failure) -> Function {
      guard let address = dlsym(library, function) else { throw .missing("\(function) of \(name)") }
      return unsafeBitCast(address, to: Function.self)
    }
    createImage = try load("cairo_image_surface_create")
    createPDF = try load("cairo_pdf_surface_create_for_stream")
    writePNG = try load("cairo_surface_write_to_png_stream")
    finishSurface = try load("cairo_surface_finish")
    destroySurface = try load("cairo_surface_destroy")
    createContext = try load("cairo_create")
    contextStatus = try load("cairo_status")
    destroyContext = try load("cairo_destroy")
    parse = try load("rsvg_handle_new_from_data")
    render = try load("rsvg_handle_render_document")
    release = try load("g_object_unref")
  }

  /// Draws an SVG document into the rectangle from the surface's origin.
  func draw(_ svg: String, on surface: OpaquePointer, width: Double, height: Double) throws(Diagram.Drawing.Failure) {
    let text = Array(svg.utf8)
    guard let document = parse(text, text.count, nil) else { throw .failed("reading SVG") }
    defer { release(document) }
    guard let context = createContext(surface) else { throw .failed("drawing") }
    defer { destroyContext(context) }
    // RsvgRectangle: x, y, width, height.
    let isDrawn = withUnsafePointer(to: (0.0, 0.0, width, height)) { render(document, context, $0, nil) }
    guard isDrawn != 0, contextStatus(context) == 0 else { throw .failed("drawing") }
  }
}
