/// A step by an app's code that computes whole image regions on the processor. It separates the steps before it from
/// those after it. Contexts run it before they plan a render, and replace the step with its result images.
package final class ImageProcessorStep: Sendable {
  /// Pixels, premultiplied and in the working space, and their region.
  package struct Tile: Sendable {
    package var pixels: PixelBuffer
    package var region: UserRect
    /// The pixels in device memory. If set, `pixels` has no content.
    package var device: (any DeviceTile)?
    /// The index of this tile among the region-of-interest tiles of an input, and their number.
    package var roiTileIndex = 0
    package var roiTileCount = 1

    package init(_ pixels: PixelBuffer, _ region: UserRect) { (self.pixels, self.region) = (pixels, region) }
  }

  /// A result image of the step.
  package struct Output: Sendable {
    package let processor: ImageProcessorStep
    package let index: Int
  }

  package let name: String
  /// The pixel format of each input. Nil: the format of intermediates.
  package let inputFormats: [PixelFormat?]
  /// The pixel format of each result.
  package let outputFormats: [PixelFormat?]
  /// Whether alpha is 1 wherever the results have pixels.
  package let isOpaque: Bool
  /// Whether the code may run on several threads at a time, each with its own tile.
  package let isConcurrent: Bool
  /// Whether the code uses device images if the context has a device.
  package let usesImages: Bool
  /// Returns the regions of interest of an input for a rectangle of an output, at least one. The code receives them one
  /// after the other. All inputs must have the same number of tiles, or one.
  package let roiTiles: @Sendable (_ input: Int, _ output: UserRect) -> [UserRect]
  /// Computes pixels of the outputs. Called once for each region-of-interest tile.
  package let run: @Sendable (_ inputs: [Tile], _ outputs: [Tile]) throws -> Void

  package init(
    _ name: String, inputFormats: [PixelFormat?], outputFormats: [PixelFormat?], isOpaque: Bool, isConcurrent: Bool,
    usesImages: Bool = false,
    roiTiles: @escaping @Sendable (_ input: Int, _ output: UserRect) -> [UserRect],
    run: @escaping @Sendable (_ inputs: [Tile], _ outputs: [Tile]) throws -> Void
  ) {
    (self.name, self.inputFormats, self.outputFormats) = (name, inputFormats, outputFormats)
    (self.isOpaque, self.isConcurrent, self.usesImages) = (isOpaque, isConcurrent, usesImages)
    (self.roiTiles, self.run) = (roiTiles, run)
  }
}

/// Pixels in device memory, in the type of the engine of that device.
package protocol DeviceTile: Sendable {}
