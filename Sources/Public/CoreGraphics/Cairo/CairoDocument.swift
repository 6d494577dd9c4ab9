import CDrawing
import Foundation
import ImageGraph

/// A PDF or an SVG image, written as commands are issued.
final class CairoDocument: DrawingTarget {
  enum Kind {
    case pdf
    case svg
  }

  /// The pixels per point of rasterized content: 300 per inch.
  static let resolution = 300.0 / 72

  private let kind: Kind
  private let canvas: CairoCanvas
  private let consumer: CGDataConsumer
  private(set) var box: CGRect
  private(set) var isOnPage = false
  private var isClosed = false

  /// Creates a document.
  ///
  /// - Parameter box: the visible region of a page, in points.
  init(_ kind: Kind, _ consumer: CGDataConsumer, box: CGRect) throws(RenderError) {
    let box = try Self.checked(box)
    let call = try CairoCanvas.functions()
    (self.kind, self.consumer, self.box) = (kind, consumer, box)
    // The document retains the consumer, and owns the surface.
    let closure = Unmanaged.passUnretained(consumer).toOpaque()
    let write: CDWrite = { closure, bytes, count in
      guard let closure, let bytes else { return 1 }
      let consumer = Unmanaged<CGDataConsumer>.fromOpaque(closure).takeUnretainedValue()
      // CAIRO_STATUS_WRITE_ERROR
      return consumer.write(UnsafeRawBufferPointer(start: bytes, count: Int(count))) ? 0 : 11
    }
    let surface =
      kind == .pdf
      ? call.cairo_pdf_surface_create_for_stream(write, closure, box.width, box.height)
      : call.cairo_svg_surface_create_for_stream(write, closure, box.width, box.height)
    canvas = try CairoCanvas(surface, call)
    call.cairo_surface_set_fallback_resolution(canvas.surface, Self.resolution * 72, Self.resolution * 72)
  }

  /// Returns the box in standard form. PDF limits the sides of a page to 14,400 points.
  private static func checked(_ box: CGRect) throws(RenderError) -> CGRect {
    let box = box.standardized
    guard box.width > 0, box.height > 0, box.width <= 14_400, box.height <= 14_400, abs(box.minX) < 1e6,
      abs(box.minY) < 1e6
    else {
      throw .invalidArgument("the sides of a page must be above 0 and at most 14400 points (got \(box))")
    }
    return box
  }

  deinit { close() }

  /// Sets a metadata string: title, author, subject, keywords or creator, by cairo's index.
  func describe(_ index: UInt32, _ text: String) {
    if kind == .pdf { canvas.call.cairo_pdf_surface_set_metadata(canvas.surface, index, text) }
  }

  func beginPage(_ newBox: CGRect?) {
    if isOnPage { endPage() }
    guard !isClosed else { return }
    if let newBox {
      do {
        box = try Self.checked(newBox)
      } catch {
        RenderLog.process.note("CGContext: \(error)")
      }
    }
    if kind == .pdf { canvas.call.cairo_pdf_surface_set_size(canvas.surface, box.width, box.height) }
    isOnPage = true
  }

  func endPage() {
    guard isOnPage, !isClosed else { return }
    if kind == .pdf { canvas.call.cairo_surface_show_page(canvas.surface) }
    isOnPage = false
  }

  func close() {
    if isClosed { return }
    endPage()
    isClosed = true
    canvas.call.cairo_surface_finish(canvas.surface)
    consumer.close()
    let status = canvas.call.cairo_surface_status(canvas.surface)
    if status != 0 {
      let text = canvas.call.cairo_status_to_string(status).map { String(cString: $0) } ?? ""
      RenderLog.process.note("CGContext: the document is incomplete: \(consumer.failure ?? text)")
    }
  }

  func draw(_ command: DrawingCommand) {
    guard isOnPage, !isClosed else { return }
    let flip = CGAffineTransform(a: 1, b: 0, c: 0, d: -1, tx: -box.minX, ty: box.maxY)
    let page = CGRect(x: 0, y: 0, width: box.width, height: box.height)
    CairoReplay(
      canvas, device: flip, extent: page, space: .sRGB, resolution: Self.resolution, isDocument: true
    ).draw(command)
  }
}
