import ImageGraph

/// What a render does, in order: dispatches with their regions, and the images between them.
package struct Schedule: Sendable {
  /// An image that a dispatch reads or writes, by its index in `images`.
  package typealias ImageID = Int

  package struct Image: Sendable {
    package enum Kind: Sendable {
      /// Uploaded from memory: the part of the source in `region`.
      case source(Source)
      /// Lives between two dispatches.
      case intermediate
      /// There from an earlier render: no dispatch writes it.
      case cached(any CachedPixels)
      /// What was asked for.
      case output
      /// Counters of a histogram, four 32-bit words a bin, cleared before use.
      case counters(bins: Int)
    }

    package let kind: Kind
    /// The pixels that it holds, whole numbers, user plane. Row 0 is the top one.
    package let region: UserRect
    package let store: Program.StoreForm?
    /// What an intermediate shows, for finding it again; nil where nobody wants to.
    package let content: IntermediateContent?
    /// True when the pixels are to stay after the run, in memory of their own.
    package let isToBeCached: Bool
    /// Of a source: where its lower left corner lies.
    package let origin: SIMD2<Double>

    package init(
      kind: Kind, region: UserRect, store: Program.StoreForm?, content: IntermediateContent? = nil,
      isToBeCached: Bool = false, origin: SIMD2<Double> = .zero
    ) {
      (self.kind, self.region, self.store, self.content) = (kind, region, store, content)
      (self.isToBeCached, self.origin) = (isToBeCached, origin)
    }

    /// Whether its pixels are those of an earlier render.
    package var isCached: Bool { if case .cached = kind { true } else { false } }

    package var width: Int { Int(region.width) }
    package var height: Int { Int(region.height) }
    /// Pixels from one row to the next in device memory.
    package var pitch: Int {
      let multiple = store?.rowMultiple ?? 4
      return (width + multiple - 1) / multiple * multiple
    }

    /// Bytes in device memory: rows of `rowBytes`; counters are one row. A source's are known when its format is; here
    /// 0.
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
    /// Slot values; slot 0 is the output's geometry.
    package let arguments: [Argument]
    package let inputs: [ImageID]
    package let output: ImageID
    /// The pixels to compute, whole numbers, user plane; within the output's region.
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
  /// The images that are asked for: one, unless schedules were joined.
  package let outputs: [ImageID]

  package init(images: [Image], dispatches: [Dispatch], outputs: [ImageID]) {
    (self.images, self.dispatches, self.outputs) = (images, dispatches, outputs)
  }

  package init(images: [Image], dispatches: [Dispatch], output: ImageID) {
    self.init(images: images, dispatches: dispatches, outputs: [output])
  }

  /// The image that is asked for, the first one of several.
  package var output: ImageID { outputs[0] }

  /// Pixels that its dispatches compute.
  package var pixelCount: Int { dispatches.reduce(0) { $0.plus($1.pixelCount) } }
}
