import CDrawing
import Foundation
import ImageGraph

/// Pages of a PDF, or the one image of an SVG, written as commands come.
final class CairoDocument: DrawingTarget {
  enum Kind {
    case pdf
    case svg
  }

  /// Pixels to a point of what has to become an image: 300 to an inch.
  static let resolution = 300.0 / 72

  private let kind: Kind
  private let canvas: CairoCanvas
  private let consumer: CGDataConsumer
  private(set) var box: CGRect
  private(set) var isOnPage = false
  private var isClosed = false

  /// - Parameter box: what a page shows, in points.
  init(_ kind: Kind, _ consumer: CGDataConsumer, box: CGRect) throws(RenderError) {
    let box = try Self.checked(box)
    let call = try CairoCanvas.functions()
    (self.kind, self.consumer, self.box) = (kind, consumer, box)
    // The consumer lives as long as this object, and the surface no longer.
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

  /// 14,400 points is what PDF allows a page.
  private static func checked(_ box: CGRect) throws(RenderError) -> CGRect {
    let box = box.standardized
    guard box.width > 0, box.height > 0, box.width <= 14_400, box.height <= 14_400, abs(box.minX) < 1e6,
      abs(box.minY) < 1e6
    else {
      throw .invalidArgument("a page of \(box): sides from above 0 to 14400 points are allowed")
    }
    return box
  }

  deinit { close() }

  /// Title, author, subject, keywords, creator: cairo's numbers of them.
  func describe(_ number: UInt32, _ text: String) {
    if kind == .pdf { canvas.call.cairo_pdf_surface_set_metadata(canvas.surface, number, text) }
  }

  func beginPage(_ wanted: CGRect?) {
    if isOnPage { endPage() }
    guard !isClosed else { return }
    if let wanted {
      do {
        box = try Self.checked(wanted)
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
      RenderLog.process.note("CGContext: the document is not whole: \(consumer.failure ?? text)")
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
