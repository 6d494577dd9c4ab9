import Foundation
import ImageColor
import ImageGraph

extension CGContext {
  /// A bitmap, rows top first.
  ///
  /// Nil, with the reason in the log, for numbers that do not go together, for sides of more than 32,767 pixels, and
  /// where cairo is not installed. Bitmaps have 8 bits a component: RGB with premultiplied alpha or a component that
  /// does not count, on either side and in both orders of 32 bits; grey without alpha; alpha alone.
  ///
  /// - Parameters:
  ///   - data: at least `bytesPerRow` · `height` bytes, which stay the caller's and have to outlive the context; they
  ///     are up to date after each call. Nil: memory of the context's own, zeros at first.
  ///   - bytesPerRow: 0: as many as are needed.
  ///   - space: grey or RGB; nil for alpha alone.
  public convenience init?(
    data: UnsafeMutableRawPointer?, width: Int, height: Int, bitsPerComponent: Int, bytesPerRow: Int,
    space: CGColorSpace?, bitmapInfo: UInt32
  ) {
    self.init(
      data: data, width: width, height: height, bitsPerComponent: bitsPerComponent, bytesPerRow: bytesPerRow,
      space: space, bitmapInfo: bitmapInfo, release: nil)
  }

  /// The same with a last word about the memory.
  ///
  /// - Parameter releaseCallback: called with `releaseInfo` and `data` when the context goes away.
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

  /// Pixels in a unit of the base space: 1 of bitmaps, as for 300 an inch of documents; nil where commands are kept.
  package var resolution: CGFloat? {
    if bitmap != nil { return 1 }
    return document == nil ? nil : CGFloat(CairoDocument.resolution)
  }

  /// The pixels as they are now; nil for what is no bitmap. What is drawn later does not change the image.
  public func makeImage() -> CGImage? {
    guard let bitmap, let pixels = try? bitmap.copy() else { return nil }
    return CGImage(pixels, space: bitmap.layout.colors == 0 ? nil : space, alpha: bitmap.layout.alphaState)
  }

  /// The memory of a bitmap, up to date, as long as the context is there; nil for what is no bitmap. Asked for once,
  /// the memory is kept up to date after each call.
  public var data: UnsafeMutableRawPointer? { bitmap?.share() }
  /// Pixels in a row; 0 for what is no bitmap.
  public var width: Int { bitmap?.width ?? 0 }
  /// Rows; 0 for what is no bitmap.
  public var height: Int { bitmap?.height ?? 0 }
  /// 8 for bitmaps.
  public var bitsPerComponent: Int { bitmap?.layout.bitsPerComponent ?? 0 }
  /// Bits of a pixel of a bitmap.
  public var bitsPerPixel: Int { bitmap?.layout.bitsPerPixel ?? 0 }
  /// Bytes from the start of a row to that of the next.
  public var bytesPerRow: Int { bitmap?.rowBytes ?? 0 }
  /// Of a bitmap with colours.
  public var colorSpace: CGColorSpace? { bitmap.flatMap { $0.layout.colors == 0 ? nil : CGColorSpace(space) } }
  /// Where alpha is in a pixel.
  public var alphaInfo: CGImageAlphaInfo { bitmap?.layout.alphaInfo ?? .none }
  /// How a bitmap lies in memory.
  public var bitmapInfo: CGBitmapInfo { bitmap?.layout.info ?? [] }

  // MARK: Documents

  /// A PDF; pages are drawn between `beginPDFPage` and `endPDFPage`, and `closePDF` ends it.
  ///
  /// Paths, text, gradients, images and clips stay what they are; shadows, conic gradients and some blend modes become
  /// images of 300 pixels an inch. Colours are sRGB. Nil, with the reason in the log, when it cannot be written.
  ///
  /// - Parameters:
  ///   - mediaBox: what pages show, in points; nil: 612 × 792. Sides are up to 14,400.
  ///   - auxiliaryInfo: texts under `kCGPDFContextTitle`, `…Author`, `…Subject`, `…Keywords`, `…Creator`.
  public convenience init?(
    consumer: CGDataConsumer, mediaBox: UnsafePointer<CGRect>?, _ auxiliaryInfo: CFDictionary?
  ) { self.init(.pdf, consumer, mediaBox?.pointee, auxiliaryInfo) }

  /// A PDF in a file.
  public convenience init?(_ url: CFURL, mediaBox: UnsafePointer<CGRect>?, _ auxiliaryInfo: CFDictionary?) {
    guard let consumer = CGDataConsumer(url: url) else { return nil }
    self.init(.pdf, consumer, mediaBox?.pointee, auxiliaryInfo)
  }

  /// An SVG image, to be ended by `closeSVG`. An addition; what holds of PDF holds here.
  ///
  /// - Parameter size: in points.
  public convenience init?(svg consumer: CGDataConsumer, size: CGSize) {
    self.init(.svg, consumer, CGRect(origin: .zero, size: size), nil)
    document?.beginPage(nil)
  }

  private convenience init?(
    _ kind: CairoDocument.Kind, _ consumer: CGDataConsumer, _ box: CGRect?, _ about: CFDictionary?
  ) {
    do {
      let document = try CairoDocument(kind, consumer, box: box ?? CGRect(x: 0, y: 0, width: 612, height: 792))
      for (number, key) in documentKeys.enumerated() {
        if let text = about?[key] as? String { document.describe(UInt32(number), text) }
      }
      self.init(document, limit: document.box, space: .sRGB)
    } catch {
      RenderLog.process.note("CGContext: \(error)")
      return nil
    }
  }

  /// Begins a page with a new state.
  ///
  /// - Parameter pageInfo: under `kCGPDFContextMediaBox` the bytes of a `CGRect` for this page and those that follow.
  public func beginPDFPage(_ pageInfo: CFDictionary?) {
    let bytes = pageInfo?[kCGPDFContextMediaBox] as? Data
    let box = bytes.flatMap { data in
      data.count == MemoryLayout<CGRect>.size ? data.withUnsafeBytes { $0.loadUnaligned(as: CGRect.self) } : nil
    }
    begin(box)
  }

  /// Ends the page.
  public func endPDFPage() { endPage() }

  /// Begins a page with a new state; `mediaBox` holds for the pages that follow as well.
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

  /// Ends the PDF; its last bytes are written now. Nothing can be drawn after it.
  public func closePDF() {
    endAllLayers()
    document?.close()
  }

  /// Ends the SVG image; its bytes are written now. Nothing can be drawn after it.
  public func closeSVG() { closePDF() }

  /// Draws waiting commands: none ever wait, but for those of layers that are not at their end.
  public func flush() {}
  /// As `flush`.
  public func synchronize() {}
}

/// cairo_pdf_metadata_t, in its order.
private let documentKeys = ["Title", "Author", "Subject", "Keywords", "Creator"].map { "kCGPDFContext\($0)" }

/// The key of a document's title.
public var kCGPDFContextTitle: String { documentKeys[0] }
/// The key of who wrote a document.
public var kCGPDFContextAuthor: String { documentKeys[1] }
/// The key of what a document is about.
public var kCGPDFContextSubject: String { documentKeys[2] }
/// The key of words to find a document by.
public var kCGPDFContextKeywords: String { documentKeys[3] }
/// The key of what made a document.
public var kCGPDFContextCreator: String { documentKeys[4] }
/// The key of the box that a page shows: the bytes of a `CGRect`.
public var kCGPDFContextMediaBox: String { "kCGPDFContextMediaBox" }
