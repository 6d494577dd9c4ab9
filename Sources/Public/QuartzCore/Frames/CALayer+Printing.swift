import CoreGraphics
import CoreImage
import Foundation
import ImageGraph

extension CALayer {
  /// Writes the layer with its sublayers as a PDF of one page, which shows its `frame` at one point per point of paper.
  ///
  /// The model is drawn, without animations, except in images. Boxes, borders, paths, gradients, text and images become
  /// vector objects of the document, and clips become clips. Layers that draw themselves are drawn again, with the page
  /// as the destination, so that no screen pixels appear. Layers with filters, masks or blending, layers in
  /// perspective, particles and replicas become images of 300 pixels an inch, including their sublayers; shadows become
  /// separate images. Colours are sRGB.
  ///
  /// Layers that need layout or display are updated first. The file is written atomically, and replaces an existing
  /// file only on success.
  ///
  /// - Parameter context: renders the images; nil creates a temporary one.
  /// - Throws: `RenderError.invalidArgument` unless the sides of the frame are above 0 and at most 14400 points;
  ///   `unsupported` if cairo is not installed; `image` if the file cannot be written.
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
        "the sides of the page must be above 0 and at most 14400 points (got \(page.width)x\(page.height)); "
          + "set the layer's frame")
    }
    prepareForFrame()
    let data = NSMutableData()
    guard let consumer = CGDataConsumer(data: data), let context = CGContext(consumer: consumer, mediaBox: &page, nil)
    else {
      throw RenderError.unsupported("a PDF cannot be created: cairo is missing; install libcairo2")
    }
    context.beginPDFPage(nil)
    if superlayer?.contentsAreFlipped() == true {
      // Upright as displayed, although y points down in its superspace.
      context.translateBy(x: 0, y: page.minY + page.maxY)
      context.scaleBy(x: 1, y: -1)
    }
    SimpleRendering(context: context, printer: LayerPrinter(renderer: renderer)).drawRoot(self)
    context.endPDFPage()
    context.closePDF()
    return data as Data
  }
}
