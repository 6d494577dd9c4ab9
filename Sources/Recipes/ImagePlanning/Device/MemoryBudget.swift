/// The memory target and its fractions for all purposes.
///
/// | member | fraction | reason |
/// | --- | --- | --- |
/// | `target` | all | the sum of all planned runs; it is reserved before anything is allocated |
/// | `tileReserve` | 1/16 | not planned for tiles: their schedules, and the buffers of codecs |
/// | `phaseImage(heldBytes:)` | 1/8 of the free bytes | the image of a phase stays in memory during the remaining work |
/// | `streamedSource` | 1/4 | a larger source that can be read in rows is read in parts: a render needs further images of the same size |
/// | `forStrips` | ¾, at most 48 MiB | strips of a file that is read and written during the render: a few megabytes cost little overhead and fit the processor's caches |
/// | `prefetch` | 1/8, at most 8 MiB | rows that are prefetched for a strip, and as many that wait to be written |
/// | `rows` | 1/4 | rows of all threads while images are computed row by row; the remainder is for the images that are read and written |
/// | `copiedSource` | 1/4 | a larger source is copied to the device in parts, as for `streamedSource` |
/// | `cachedSources` | 1/4, at most ½ GiB if the target is derived | uploaded sources for the next render; runs evict them |
/// | `idle` | the same | idle buffers for the next run; runs take them first |
/// | `cachedIntermediates` | half of that, 1/8 | intermediates that a later render may reuse: less certain than the other caches |
///
/// If the caller specifies no target, it is derived from:
///
/// | | fraction | of | reason |
/// | --- | --- | --- | --- |
/// | `ofFreeDeviceMemory` | 3/4 | the free device memory | other processes use the device |
/// | `ofAvailableHostMemory` | 1/2 | the available host memory | other processes, and the app's own images |
/// | `ofProcess` | 13/16 | the limit of the whole process | the driver, codecs and the allocator are not planned (docs/large-images.md) |
package struct MemoryBudget: Hashable, Sendable {
  /// The bytes that runs may plan for.
  package let target: Int
  /// The maximum size of the caches. Limited if the target is derived, as other processes use the memory too.
  private let cacheLimit: Int
  private static let streamingTarget = 64 << 20

  /// Creates a budget with a target that the caller specified.
  package init(target: Int) { (self.target, cacheLimit) = (target, .max) }

  /// Creates a budget with a target that was derived from the available memory.
  package init(derived target: Int) { (self.target, cacheLimit) = (target, 1 << 29) }

  package var tileReserve: Int { target / 16 }

  /// Returns the maximum size of a phase's image.
  ///
  /// - Parameter heldBytes: the bytes that the render holds already.
  package func phaseImage(heldBytes: Int) -> Int { (target - heldBytes) / 8 }

  package var streamedSource: Int { target / 4 }
  package var forStrips: MemoryBudget { MemoryBudget(target: min(target, Self.streamingTarget) / 4 * 3) }
  package var prefetch: Int { min(target, Self.streamingTarget) / 8 }
  package var rows: Int { target / 4 }
  package var copiedSource: Int { target / 4 }
  package var cachedSources: Int { min(target / 4, cacheLimit) }
  package var idle: Int { cachedSources }
  package var cachedIntermediates: Int { cachedSources / 2 }

  package static func ofFreeDeviceMemory(_ byteCount: Int) -> Int { byteCount / 4 * 3 }
  package static func ofAvailableHostMemory(_ byteCount: Int) -> Int { byteCount / 2 }
  package static func ofProcess(_ byteCount: Double) -> Double { byteCount * 13 / 16 }
}
