/// Makes whole parts of images by code of an app, on the processor: a step that ends what stands before it and begins
/// what comes after. Contexts run it before they plan a render, and put its images in its place.
package final class ImageProcessorStep: Sendable {
  /// Pixels, premultiplied and in the working space, and where they lie.
  package struct Part: Sendable {
    package var pixels: PixelBuffer
    package var region: UserRect
    /// Where the pixels are, when a device has them: `pixels` has none then.
    package var device: (any DevicePart)?
    /// Which piece of an input this is, and of how many.
    package var piece = 0
    package var pieceCount = 1

    package init(_ pixels: PixelBuffer, _ region: UserRect) { (self.pixels, self.region) = (pixels, region) }
  }

  /// One of its images.
  package struct Output: Sendable {
    package let processor: ImageProcessorStep
    package let index: Int
  }

  package let name: String
  /// Nil: as images between dispatches are stored.
  package let inputFormats: [PixelFormat?]
  /// One for each of its images.
  package let outputFormats: [PixelFormat?]
  /// Alpha is 1 wherever its images have pixels.
  package let isOpaque: Bool
  /// It may run on several threads at a time, each with a part of its own.
  package let isConcurrent: Bool
  /// It works in a device's memory where it can.
  package let usesImages: Bool
  /// What is read of an input to make a rectangle of an output: pieces that it is given one after the other, at least
  /// one. Inputs have the same number of them, or one.
  package let pieces: @Sendable (_ input: Int, _ output: UserRect) -> [UserRect]
  /// Fills pixels of the outputs; called once for each piece.
  package let run: @Sendable (_ inputs: [Part], _ outputs: [Part]) throws -> Void

  package init(
    _ name: String, inputFormats: [PixelFormat?], outputFormats: [PixelFormat?], isOpaque: Bool, isConcurrent: Bool,
    usesImages: Bool = false,
    pieces: @escaping @Sendable (_ input: Int, _ output: UserRect) -> [UserRect],
    run: @escaping @Sendable (_ inputs: [Part], _ outputs: [Part]) throws -> Void
  ) {
    (self.name, self.inputFormats, self.outputFormats) = (name, inputFormats, outputFormats)
    (self.isOpaque, self.isConcurrent, self.usesImages) = (isOpaque, isConcurrent, usesImages)
    (self.pieces, self.run) = (pieces, run)
  }
}

/// Pixels in a device's memory, as the engine that has the device knows them.
package protocol DevicePart: Sendable {}
