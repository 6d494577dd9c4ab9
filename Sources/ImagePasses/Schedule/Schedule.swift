import ImageGraph

/// What a render does, in order: dispatches with their regions, and the pictures between them.
package struct Schedule: Sendable {
  /// A picture that a dispatch reads or writes, by its index in `pictures`.
  package typealias PictureID = Int

  package struct Picture: Sendable {
    package enum Kind: Sendable {
      /// Uploaded from memory: the part of the source in `region`.
      case source(Source)
      /// Lives between two dispatches.
      case intermediate
      /// What was asked for.
      case output
      /// Counters of a histogram, four 32-bit words a bin, cleared before use.
      case counters(bins: Int)
    }

    package var kind: Kind
    /// The pixels that it holds, whole numbers, user plane. Row 0 is the top one.
    package var region: UserRect
    package var store: Program.StoreForm?
    /// The step of the recipe that an intermediate is stored of; nil for the others.
    package var step: Node?
    /// What an intermediate shows, for finding it again; nil where nobody wants to.
    package var content: PictureContent?
    /// The pixels, where they are there from an earlier render: no dispatch writes them.
    package var kept: (any KeptPicture)?
    /// True when the pixels are to stay after the run, in memory of their own.
    package var isToBeKept = false
    /// Of a source: where its lower left corner lies.
    package var origin = SIMD2<Double>.zero
    /// Of a source that is too large to be whole in memory: the part that is read for this run and those beside it.
    package var held: UserRect?

    package init(kind: Kind, region: UserRect, store: Program.StoreForm?) {
      (self.kind, self.region, self.store) = (kind, region, store)
    }

    package var width: Int { Int(region.width) }
    package var height: Int { Int(region.height) }
    /// Pixels from one row to the next in device memory.
    package var pitch: Int { (width + 3) / 4 * 4 }
  }

  package struct Dispatch: Sendable {
    package var program: Program
    /// Slot values; slot 0 is the output's geometry.
    package var arguments: [Argument]
    package var inputs: [PictureID]
    package var output: PictureID
    /// The pixels to compute, whole numbers, user plane; within the output's region.
    package var region: UserRect

    package init(
      program: Program, arguments: [Argument], inputs: [PictureID], output: PictureID, region: UserRect
    ) {
      (self.program, self.arguments, self.inputs) = (program, arguments, inputs)
      (self.output, self.region) = (output, region)
    }

    package var pixelCount: Int { Int(region.width) * Int(region.height) }
  }

  package var pictures: [Picture]
  package var dispatches: [Dispatch]
  package var output: PictureID
  /// Bytes that the render has in memory for this run beside what the run takes itself: parts of sources, pictures made
  /// before, the rows that tiles are put together to.
  package var heldBytes = 0
  /// Where asked for: what others of the same structure are made with.
  package var shape: ScheduleShape?

  package init(pictures: [Picture], dispatches: [Dispatch], output: PictureID) {
    (self.pictures, self.dispatches, self.output) = (pictures, dispatches, output)
  }
}

/// A picture that is there before a schedule and takes the place of a node.
package struct GivenPicture: Sendable {
  /// Its pixels, in the working space and premultiplied.
  package var source: Source
  /// The pixels of the node that it has, whole numbers.
  package var region: UserRect

  package init(source: Source, region: UserRect) { (self.source, self.region) = (source, region) }
}

/// The part of a source that a schedule reads.
package struct SourceWindow: Sendable {
  /// What kernels see.
  package var region: UserRect
  /// What is to be in memory; nil: the whole.
  package var held: UserRect?

  package init(region: UserRect, held: UserRect? = nil) { (self.region, self.held) = (region, held) }
}
