import CoreGraphics
import CoreImage
import Foundation
import ImageGraph

extension CALayer {
  /// Writes the layer with all that is in it as a PDF of one page, which shows its `frame`, a point on a point of
  /// paper.
  ///
  /// The model is drawn, not what animations show, but in images. Boxes, borders, paths, gradients, text and images are
  /// objects of the document, and clips are clips; layers that draw themselves are asked to draw again, on paper, so
  /// that nothing shows the pixels of a screen. Layers with filters, masks or blending, in perspective, and particles
  /// and copies become images of 300 pixels an inch, with what is in them, and shadows do alone. Colours are sRGB.
  ///
  /// Before, layers are laid out and displayed that need it. The file is there when it is whole, in place of one of
  /// before; until then nothing is changed.
  ///
  /// - Parameter context: renders what becomes images; nil: one that is made for this.
  /// - Throws: `RenderError.invalidArgument` for a frame whose sides are not above 0 to 14400 points; `unsupported`
  ///   where cairo is not installed; `image` where the file cannot be written.
  public func writePDF(to url: URL, context: CIContext? = nil) throws {
    let data = try printed(by: context ?? CIContext())
    do {
      try data.write(to: url, options: .atomic)
    } catch {
      throw RenderError.image("\(url.path) cannot be written: \(error.localizedDescription)")
    }
  }

  private func printed(by renderer: CIContext) throws -> Data {
    var page = frame
    guard page.width > 0, page.height > 0, page.width <= 14_400, page.height <= 14_400, abs(page.minX) < 1e6,
      abs(page.minY) < 1e6
    else {
      throw RenderError.invalidArgument(
        "a page of \(page.width)x\(page.height) points; give the layer a frame with sides from above 0 to 14400 points")
    }
    prepareForFrame()
    let data = NSMutableData()
    guard let consumer = CGDataConsumer(data: data), let context = CGContext(consumer: consumer, mediaBox: &page, nil)
    else {
      throw RenderError.unsupported("a PDF cannot be made: cairo is not there; install libcairo2")
    }
    context.beginPDFPage(nil)
    if superlayer?.contentsAreFlipped() == true {
      // Upright as it is seen, though its superspace runs down.
      context.translateBy(x: 0, y: page.minY + page.maxY)
      context.scaleBy(x: 1, y: -1)
    }
    SimpleRendering(context: context, printer: LayerPrinter(renderer: renderer)).drawRoot(self)
    context.endPDFPage()
    context.closePDF()
    return data as Data
  }
}
