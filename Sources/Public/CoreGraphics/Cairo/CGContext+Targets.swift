import Foundation
import ImageColor
import ImageGraph

extension CGContext {
  /// Creates a bitmap context, top row first.
  ///
  /// Returns nil, with the reason in the log, if the values contradict each other, if a side exceeds 32,767 pixels, or
  /// if cairo is not installed. Components have 8 bits. Supported are RGB with premultiplied alpha or an ignored
  /// component, first or last, in both byte orders of 32 bits; grey without alpha; and alpha alone.
  ///
  /// - Parameters:
  ///   - data: at least `bytesPerRow` · `height` bytes, owned by the caller. They have to outlive the context, and are
  ///     up to date after each call. If nil, the context allocates memory filled with zeros.
  ///   - bytesPerRow: the row stride; 0 selects the smallest.
  ///   - space: grey or RGB; nil for alpha alone.
  public convenience init?(
    data: UnsafeMutableRawPointer?, width: Int, height: Int, bitsPerComponent: Int, bytesPerRow: Int,
    space: CGColorSpace?, bitmapInfo: UInt32
  ) {
    self.init(
      data: data, width: width, height: height, bitsPerComponent: bitsPerComponent, bytesPerRow: bytesPerRow,
      space: space, bitmapInfo: bitmapInfo, release: nil)
  }

  /// Creates a bitmap context with a callback that releases the memory.
  ///
  /// - Parameter releaseCallback: called with `releaseInfo` and `data` when the context is deallocated.
  public convenience init?(
    data: UnsafeMutableRawPointer?, width: Int, height: Int, bitsPerComponent: Int, bytesPerRow: Int,
    space: CGColorSpace?, bitmapInfo: UInt32,
    releaseCallback: ((UnsafeMutableRawPointer?, UnsafeMutableRawPointer?) -> Void)?,
    releaseInfo: UnsafeMutableRawPointer?
  ) {
    self.init(
      data: data, width: width, height: height, bitsPerComponent: bitsPerComponent, bytesPerRow: bytesPerRow,
      space: space, bitmapInfo: bitmapInfo, release: releaseCallback.map { call in { call(releaseInfo, data) } })
  }

  private convenience init?(
    data: UnsafeMutableRawPointer?, width: Int, height: Int, bitsPerComponent: Int, bytesPerRow: Int,
    space: CGColorSpace?, bitmapInfo: UInt32, release: (() -> Void)?
  ) {
    do {
      let info = CGBitmapInfo(rawValue: bitmapInfo)
      let layout = try BitmapLayout(
        bitsPerComponent: bitsPerComponent, bitsPerPixel: nil, space: space?.space, info: info)
      guard space != nil || layout.colors == 0 else {
        throw RenderError.invalidArgument("a bitmap needs a colour space")
      }
      let colors = space?.space ?? .sRGB
      let bitmap = try CairoBitmap(
        data: data, width: width, height: height, rowBytes: bytesPerRow, layout: layout, space: colors,
        release: release)
      self.init(bitmap, limit: CGRect(x: 0, y: 0, width: width, height: height), space: colors)
    } catch {
      RenderLog.process.note("CGContext: \(error)")
      return nil
    }
  }

  private var bitmap: CairoBitmap? { target as? CairoBitmap }
  private var document: CairoDocument? { target as? CairoDocument }

  /// The pixels of a unit of the base space: 1 for bitmaps, 300 per inch for documents; nil if commands are recorded.
  package var resolution: CGFloat? {
    if bitmap != nil { return 1 }
    return document == nil ? nil : CGFloat(CairoDocument.resolution)
  }

  /// Returns a copy of the bitmap; nil if the context is no bitmap. Later drawing does not change the image.
  public func makeImage() -> CGImage? {
    guard let bitmap, let pixels = try? bitmap.copy() else { return nil }
    return CGImage(pixels, space: bitmap.layout.colors == 0 ? nil : space, alpha: bitmap.layout.alphaState)
  }

  /// The memory of a bitmap, valid as long as the context; nil if the context is no bitmap. After the first access,
  /// each drawing call updates the memory.
  public var data: UnsafeMutableRawPointer? { bitmap?.share() }
  /// The width of the bitmap in pixels; 0 if the context is no bitmap.
  public var width: Int { bitmap?.width ?? 0 }
  /// The height of the bitmap in rows; 0 if the context is no bitmap.
  public var height: Int { bitmap?.height ?? 0 }
  /// The bits of a component: 8; 0 if the context is no bitmap.
  public var bitsPerComponent: Int { bitmap?.layout.bitsPerComponent ?? 0 }
  /// The bits of a pixel of the bitmap; 0 if the context is no bitmap.
  public var bitsPerPixel: Int { bitmap?.layout.bitsPerPixel ?? 0 }
  /// The row stride of the bitmap, in bytes; 0 if the context is no bitmap.
  public var bytesPerRow: Int { bitmap?.rowBytes ?? 0 }
  /// The colour space of the bitmap; nil for alpha alone, and if the context is no bitmap.
  public var colorSpace: CGColorSpace? { bitmap.flatMap { $0.layout.colors == 0 ? nil : CGColorSpace(space) } }
  /// The position of alpha in a pixel.
  public var alphaInfo: CGImageAlphaInfo { bitmap?.layout.alphaInfo ?? .none }
  /// The component format and byte order of the bitmap.
  public var bitmapInfo: CGBitmapInfo { bitmap?.layout.info ?? [] }

  // MARK: Documents

  /// Creates a PDF. Pages are drawn between `beginPDFPage` and `endPDFPage`; `closePDF` completes it.
  ///
  /// Paths, text, gradients, images and clips stay vector graphics or images. Shadows, conic gradients and some blend
  /// modes are rasterized with 300 pixels per inch. Colours are sRGB. Returns nil, with the reason in the log, if the
  /// document cannot be written.
  ///
  /// - Parameters:
  ///   - mediaBox: the visible region of pages, in points; nil selects 612 × 792. Sides are up to 14,400.
  ///   - auxiliaryInfo: strings under `kCGPDFContextTitle`, `…Author`, `…Subject`, `…Keywords`, `…Creator`.
  public convenience init?(
    consumer: CGDataConsumer, mediaBox: UnsafePointer<CGRect>?, _ auxiliaryInfo: CFDictionary?
  ) { self.init(.pdf, consumer, mediaBox?.pointee, auxiliaryInfo) }

  /// Creates a PDF in a file.
  public convenience init?(_ url: CFURL, mediaBox: UnsafePointer<CGRect>?, _ auxiliaryInfo: CFDictionary?) {
    guard let consumer = CGDataConsumer(url: url) else { return nil }
    self.init(.pdf, consumer, mediaBox?.pointee, auxiliaryInfo)
  }

  /// Creates an SVG image, which `closeSVG` completes. An addition; content is drawn as in a PDF.
  ///
  /// - Parameter size: in points.
  public convenience init?(svg consumer: CGDataConsumer, size: CGSize) {
    self.init(.svg, consumer, CGRect(origin: .zero, size: size), nil)
    document?.beginPage(nil)
  }

  private convenience init?(
    _ kind: CairoDocument.Kind, _ consumer: CGDataConsumer, _ box: CGRect?, _ metadata: CFDictionary?
  ) {
    do {
      let document = try CairoDocument(kind, consumer, box: box ?? CGRect(x: 0, y: 0, width: 612, height: 792))
      for (index, key) in documentKeys.enumerated() {
        if let text = metadata?[key] as? String { document.describe(UInt32(index), text) }
      }
      self.init(document, limit: document.box, space: .sRGB)
    } catch {
      RenderLog.process.note("CGContext: \(error)")
      return nil
    }
  }

  /// Begins a page with the initial state.
  ///
  /// - Parameter pageInfo: under `kCGPDFContextMediaBox` the bytes of a `CGRect`, for this page and later ones.
  public func beginPDFPage(_ pageInfo: CFDictionary?) {
    let bytes = pageInfo?[kCGPDFContextMediaBox] as? Data
    let box = bytes.flatMap { data in
      data.count == MemoryLayout<CGRect>.size ? data.withUnsafeBytes { $0.loadUnaligned(as: CGRect.self) } : nil
    }
    begin(box)
  }

  /// Ends the page.
  public func endPDFPage() { endPage() }

  /// Begins a page with the initial state; `mediaBox` applies to later pages as well.
  public func beginPage(mediaBox: UnsafePointer<CGRect>?) { begin(mediaBox?.pointee) }

  /// Ends the page.
  public func endPage() {
    endAllLayers()
    document?.endPage()
  }

  private func begin(_ box: CGRect?) {
    endPage()
    reset()
    document?.beginPage(box)
    if let document { limit = document.box }
  }

  /// Completes the PDF and writes its last bytes. Later drawing has no effect.
  public func closePDF() {
    endAllLayers()
    document?.close()
  }

  /// Completes the SVG image and writes its bytes. Later drawing has no effect.
  public func closeSVG() { closePDF() }

  /// Has no effect: commands are executed at once, except those of an open transparency layer.
  public func flush() {}
  /// Has no effect; see `flush`.
  public func synchronize() {}
}

/// The keys of cairo_pdf_metadata_t, in its order.
private let documentKeys = ["Title", "Author", "Subject", "Keywords", "Creator"].map { "kCGPDFContext\($0)" }

/// The key of a document's title.
public var kCGPDFContextTitle: String { documentKeys[0] }
/// The key of a document's author.
public var kCGPDFContextAuthor: String { documentKeys[1] }
/// The key of a document's subject.
public var kCGPDFContextSubject: String { documentKeys[2] }
/// The key of a document's keywords.
public var kCGPDFContextKeywords: String { documentKeys[3] }
/// The key of the application that created a document.
public var kCGPDFContextCreator: String { documentKeys[4] }
/// The key of a page's media box: the bytes of a `CGRect`.
public var kCGPDFContextMediaBox: String { "kCGPDFContextMediaBox" }
