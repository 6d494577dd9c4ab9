import Foundation

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

extension Diagram.Drawing {
  /// Why there is no image of a drawing.
  package enum Failure: Error, Sendable, CustomStringConvertible {
    /// The library that draws SVG is not installed.
    case missing(String)
    /// It is, and refused.
    case refused(String)

    package var description: String {
      switch self {
      case .missing(let library):
        "images of graphs as PNG or PDF are drawn by librsvg, and \(library) is not there: install librsvg2-2, or "
          + "choose SVG"
      case .refused(let step): "librsvg cannot draw this graph: \(step) failed"
      }
    }
  }

  /// The drawing as PNG, two pixels a point; fewer where a side would be longer than 16,384 pixels.
  ///
  /// - Parameter name: of the library to look for.
  package func png(by name: String = SVGLibrary.name) throws(Failure) -> Data {
    let library = try SVGLibrary(name)
    let scale = min(2, 16_384 / max(width, height))
    let pixels = ((width * scale).rounded(.up), (height * scale).rounded(.up))
    // CAIRO_FORMAT_RGB24: the drawing is opaque.
    let surface = library.createImage(1, Int32(pixels.0), Int32(pixels.1))
    guard let surface else { throw .refused("making an image") }
    defer { library.destroySurface(surface) }
    try library.draw(svg, on: surface, width: pixels.0, height: pixels.1)
    let bytes = Bytes()
    guard library.writePNG(surface, collect, Unmanaged.passUnretained(bytes).toOpaque()) == 0 else {
      throw .refused("writing PNG")
    }
    return bytes.data
  }

  /// The drawing as PDF, one page of its size.
  package func pdf(by name: String = SVGLibrary.name) throws(Failure) -> Data {
    let library = try SVGLibrary(name)
    let bytes = Bytes()
    let surface = library.createPDF(collect, Unmanaged.passUnretained(bytes).toOpaque(), width, height)
    guard let surface else { throw .refused("making a page") }
    defer { library.destroySurface(surface) }
    try library.draw(svg, on: surface, width: width, height: height)
    library.finishSurface(surface)
    return bytes.data
  }
}

/// What cairo has written so far.
private final class Bytes {
  var data = Data()
}

private func collect(_ bytes: UnsafeMutableRawPointer?, _ part: UnsafePointer<UInt8>?, _ count: UInt32) -> Int32 {
  guard let bytes, let part else { return 11 }  // CAIRO_STATUS_WRITE_ERROR
  Unmanaged<Bytes>.fromOpaque(bytes).takeUnretainedValue().data.append(part, count: Int(count))
  return 0
}

/// The few functions of librsvg and cairo that turn SVG into images.
///
/// Found when a graph is drawn and not when a program starts: no app needs these libraries in order to render.
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
    // Never closed: GLib, which comes with it, cannot be unloaded.
    guard let library = dlopen(name, RTLD_NOW | RTLD_LOCAL) else { throw .missing(name) }
    func find<Function>(_ function: String) throws(Diagram.Drawing.Failure) -> Function {
      guard let address = dlsym(library, function) else { throw .missing("\(function) of \(name)") }
      return unsafeBitCast(address, to: Function.self)
    }
    createImage = try find("cairo_image_surface_create")
    createPDF = try find("cairo_pdf_surface_create_for_stream")
    writePNG = try find("cairo_surface_write_to_png_stream")
    finishSurface = try find("cairo_surface_finish")
    destroySurface = try find("cairo_surface_destroy")
    createContext = try find("cairo_create")
    contextStatus = try find("cairo_status")
    destroyContext = try find("cairo_destroy")
    parse = try find("rsvg_handle_new_from_data")
    render = try find("rsvg_handle_render_document")
    release = try find("g_object_unref")
  }

  /// Draws an SVG document into the rectangle from the surface's origin.
  func draw(_ svg: String, on surface: OpaquePointer, width: Double, height: Double) throws(Diagram.Drawing.Failure) {
    let text = Array(svg.utf8)
    guard let document = parse(text, text.count, nil) else { throw .refused("reading SVG") }
    defer { release(document) }
    guard let context = createContext(surface) else { throw .refused("drawing") }
    defer { destroyContext(context) }
    // RsvgRectangle: x, y, width, height.
    let isDrawn = withUnsafePointer(to: (0.0, 0.0, width, height)) { render(document, context, $0, nil) }
    guard isDrawn != 0, contextStatus(context) == 0 else { throw .refused("drawing") }
  }
}
