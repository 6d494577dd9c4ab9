import ImageGraph

/// The numbers behind every decision between computing again and storing, and of kernels' form, in one place.
///
/// Unit: what reading one stored pixel costs. The figures here are for lavapipe, where arithmetic is dear compared with
/// memory; `CostRules(for:)` has those of other devices.
package struct CostRules: Hashable, Sendable {
  /// A colour formula on one pixel. They run from one multiplication to three powers; the mean decides well enough.
  package var formula = 3.0
  /// Writing one pixel of an intermediate image.
  package var write = 4.0
  /// The arithmetic around one read of a neighbourhood.
  package var tap = 0.5
  /// Instructions in one program; above, drivers take long to compile and registers spill.
  package var programInstructions = 160
  /// Images that one program reads.
  package var programInputs = 8
  /// Argument slots of one program (16 bytes each; 16 KiB is what every device's uniform buffers hold).
  package var programSlots = 512
  /// Invocations of a work group, side by side in a row.
  package var groupWidth = 64
  /// Four pixels are stored as 64-bit integers, where the device has such.
  package var stores64 = true
  /// Images are read as storage buffers, 16 bytes at a time: for devices whose texel buffers are small, or cannot be
  /// of every format.
  package var readsStorage = false
  /// Products and sums may be rounded once together. Where drivers do that as they like, a part of an image that has
  /// kernels of its own differs from the whole in units of the last place.
  package var contracts = true
  /// Images from outside are read pixel by pixel, as they are where the device can: the host does not make four
  /// components of fewer, which is what videos' planes would wait for, and whole numbers become floats by the device's
  /// own rounding in every kernel, not in some by a product with 1/255.
  package var readsInPlace = false
  /// Rows of which one invocation counts the pixels of a histogram; above 1 those of a group count in memory of the
  /// group, and add what came out to the counters that all share.
  package var countedRows = 1
  /// Kernels read and write images of an app where they are, as far as these were made for that; else commands copy
  /// them from and to buffers.
  package var usesImages = false
  /// Of what is stored only a few rows exist at a time, where it is read by rows.
  package var keepsRows = false
  /// Pixels side by side are loaded 16 bytes at a time.
  package var packsLoads = true
  /// Formulas without branches are computed for four pixels at once.
  package var widens = true
  /// Store every step: the measure of what fusion is worth.
  package var neverFuses = false

  package init() {}

  /// Turns off the forms of kernels that belong to fast paths which are off.
  package mutating func take(_ fastPaths: FastPaths) {
    packsLoads = packsLoads && fastPaths.contains(.packedLoads)
    widens = widens && fastPaths.contains(.wideFormulas)
    stores64 = stores64 && fastPaths.contains(.wideStores)
    usesImages = usesImages && fastPaths.contains(.imageAccess)
  }

  /// A mean of two pixels of an image, repeated at its edges: little more than reading one, and no pass of its own.
  package var pair: Double { formula + 2 * (1.5 + tap) }
}
