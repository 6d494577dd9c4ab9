/// The memory target, and every share of it that something asks for.
///
/// | member | share | why |
/// | --- | --- | --- |
/// | `target` | all | what runs may plan for, together: reserved before anything is allocated |
/// | `sparedByTiles` | 1/16 | tiles leave it to what is not planned: their schedules, and the buffers of codecs |
/// | `firstImage(beside:)` | 1/8 of what is free | an image that is made first is there while all the rest is made |
/// | `streamedSource` | 1/4 | a larger source that gives rows is read in parts: beside it a render needs images of the same size |
/// | `ofStrips` | ¾, at most 48 MiB | strips of a file that is read and written while they are made: they cost little where they are some megabytes, and stay near the processor |
/// | `ahead` | 1/8, at most 8 MiB | rows that are read before such a strip needs them, and as many that wait to be written |
/// | `rows` | 1/4 | rows of all threads while images are made row by row: beside them are the images that are read and made |
/// | `copiedSource` | 1/4 | a larger source is copied to the device in parts: the same |
/// | `keptSources` | 1/4, at most ½ GiB where nobody stated the target | uploaded sources for the next render; runs push them out |
/// | `idle` | the same | buffers that lie ready for the next run; runs take them first |
/// | `keptIntermediates` | half of that, 1/8 | images that a later render may ask for again: a guess, so less than what is known to be used |
///
/// Where nobody states the target:
///
/// | | share | of | why |
/// | --- | --- | --- | --- |
/// | `ofFreeDeviceMemory` | 3/4 | what the device has free | others draw on it, too |
/// | `ofAvailableHostMemory` | 1/2 | what the system has to give | others live there, and so do the app's own images |
/// | `ofProcess` | 13/16 | what a whole process may take | the driver, codecs and the allocator lie beside the plan (docs/large-images.md) |
package struct MemoryBudget: Hashable, Sendable {
  /// Bytes that runs may plan for.
  package let target: Int
  /// What is kept for later renders grows no further than this where nobody stated the target: memory is not this
  /// process's alone.
  private let mostKept: Int
  private static let streamed = 64 << 20

  /// - Parameter target: as somebody stated it.
  package init(target: Int) { (self.target, mostKept) = (target, .max) }

  /// A target that nobody stated.
  package init(unstated target: Int) { (self.target, mostKept) = (target, 1 << 29) }

  package var sparedByTiles: Int { target / 16 }

  /// - Parameter held: bytes that the render has already.
  package func firstImage(beside held: Int) -> Int { (target - held) / 8 }

  package var streamedSource: Int { target / 4 }
  package var ofStrips: MemoryBudget { MemoryBudget(target: min(target, Self.streamed) / 4 * 3) }
  package var ahead: Int { min(target, Self.streamed) / 8 }
  package var rows: Int { target / 4 }
  package var copiedSource: Int { target / 4 }
  package var keptSources: Int { min(target / 4, mostKept) }
  package var idle: Int { keptSources }
  package var keptIntermediates: Int { keptSources / 2 }

  package static func ofFreeDeviceMemory(_ byteCount: Int) -> Int { byteCount / 4 * 3 }
  package static func ofAvailableHostMemory(_ byteCount: Int) -> Int { byteCount / 2 }
  package static func ofProcess(_ byteCount: Double) -> Double { byteCount * 13 / 16 }
}
