import ImageGraph

/// The work of a render: dispatches with their regions, in order, and the images that they read and write.
package struct Schedule: Sendable {
  /// The index in `images` of an image that a dispatch reads or writes.
  package typealias ImageID = Int

  package struct Image: Sendable {
    package enum Kind: Sendable {
      /// Uploaded from memory: the part of the source in `region`.
      case source(Source)
      /// An intermediate between two dispatches.
      case intermediate
      /// An intermediate of an earlier render. No dispatch writes it.
      case cached(any CachedPixels)
      /// The result of the schedule.
      case output
      /// The counters of a histogram: four 32-bit words a bin, cleared before use.
      case counters(bins: Int)
    }

    package let kind: Kind
    /// The region of its pixels: whole pixels in the user plane. Row 0 is the top one.
    package let region: UserRect
    package let store: Program.StoreForm?
    /// The content of an intermediate, by which it is cached. Nil if it is not cached.
    package let content: IntermediateContent?
    /// Whether the pixels are kept after the run, in memory of their own.
    package let isToBeCached: Bool
    /// The lower left corner of a source in the user plane.
    package let origin: SIMD2<Double>

    package init(
      kind: Kind, region: UserRect, store: Program.StoreForm?, content: IntermediateContent? = nil,
      isToBeCached: Bool = false, origin: SIMD2<Double> = .zero
    ) {
      (self.kind, self.region, self.store, self.content) = (kind, region, store, content)
      (self.isToBeCached, self.origin) = (isToBeCached, origin)
    }

    /// Whether the pixels are from an earlier render.
    package var isCached: Bool { if case .cached = kind { true } else { false } }

    /// The planes of a source of Y'CbCr. Nil for other images.
    package var planes: YCbCrPlanes? { if case .source(let source) = kind { source.planes } else { nil } }

    package var width: Int { Int(region.width) }
    package var height: Int { Int(region.height) }
    /// The row stride in device memory, in pixels.
    package var pitch: Int {
      let multiple = store?.rowMultiple ?? 4
      return (width + multiple - 1) / multiple * multiple
    }

    /// The bytes in device memory. Counters are one row. A source's bytes depend on its format; here they are 0.
    package var byteCount: Int {
      switch (kind, store) {
      case (.counters(let bins), _): (bins + 3) / 4 * 4 * 16
      case (_, .planes(let planes)): planes.planes(pitch: pitch, height: height).reduce(0) { $0 + $1.byteCount }
      default: pitch * height * (store?.bytesPerPixel ?? 0)
      }
    }
  }

  package struct Dispatch: Sendable {
    package let program: Program
    /// The values of the slots. Slot 0 is the output's geometry.
    package let arguments: [Argument]
    package let inputs: [ImageID]
    package let output: ImageID
    /// The pixels to compute: whole pixels in the user plane, inside the output's region.
    package let region: UserRect

    package init(
      program: Program, arguments: [Argument], inputs: [ImageID], output: ImageID, region: UserRect
    ) {
      (self.program, self.arguments, self.inputs) = (program, arguments, inputs)
      (self.output, self.region) = (output, region)
    }

    package var pixelCount: Int { Int(region.width) * Int(region.height) }
  }

  package let images: [Image]
  package let dispatches: [Dispatch]
  /// The results: one, unless schedules were joined.
  package let outputs: [ImageID]

  package init(images: [Image], dispatches: [Dispatch], outputs: [ImageID]) {
    (self.images, self.dispatches, self.outputs) = (images, dispatches, outputs)
  }

  package init(images: [Image], dispatches: [Dispatch], output: ImageID) {
    self.init(images: images, dispatches: dispatches, outputs: [output])
  }

  /// The result, or the first of several.
  package var output: ImageID { outputs[0] }

  /// The number of pixels that its dispatches compute.
  package var pixelCount: Int { dispatches.reduce(0) { $0.plus($1.pixelCount) } }
}
