/// Makes whole parts of a picture by code of an app, on the processor: a step that ends what stands before it and
/// begins what comes after. Contexts run it before they plan a render, and put the picture in its place.
package struct PictureProcessor: Sendable {
  /// Pixels, premultiplied and in the working space, and where they lie.
  package struct Part: Sendable {
    package var pixels: PixelBuffer
    package var region: UserRect

    package init(_ pixels: PixelBuffer, _ region: UserRect) { (self.pixels, self.region) = (pixels, region) }
  }

  package var name: String
  /// Nil: as pictures between dispatches are stored.
  package var inputFormats: [PixelFormat?]
  package var outputFormat: PixelFormat?
  /// Alpha is 1 wherever the picture has pixels.
  package var isOpaque: Bool
  /// Fills the pixels of the output, which may be a tile of it.
  package var run: @Sendable (_ inputs: [Part], _ output: Part) throws -> Void

  package init(
    _ name: String, inputFormats: [PixelFormat?], outputFormat: PixelFormat?, isOpaque: Bool,
    run: @escaping @Sendable (_ inputs: [Part], _ output: Part) throws -> Void
  ) {
    (self.name, self.inputFormats, self.outputFormat) = (name, inputFormats, outputFormat)
    (self.isOpaque, self.run) = (isOpaque, run)
  }
}
