import ImageGraph

/// The constants of all decisions between computing again and storing, and of the form of kernels.
///
/// The unit is the cost of reading a stored pixel. The defaults are for lavapipe, where arithmetic is expensive
/// compared with memory. `CostRules(for:)` has those of other devices.
package struct CostRules: Hashable, Sendable {
  /// The cost of a colour formula for a pixel. Formulas range from one multiplication to three powers; the mean is
  /// accurate enough.
  package var formula = 3.0
  /// The cost of writing a pixel of an intermediate.
  package var write = 4.0
  /// The cost of the arithmetic for a read of a neighbourhood.
  package var tap = 0.5
  /// The maximum number of instructions of a program. Above, drivers take long to compile it, and registers spill.
  package var programInstructions = 160
  /// The maximum number of images that a program reads.
  package var programInputs = 8
  /// The maximum number of argument slots of a program. A slot has 16 bytes, and uniform buffers have at least 16 KiB
  /// on every device.
  package var programSlots = 512
  /// The number of invocations of a work group, side by side in a row.
  package var groupWidth = 64
  /// Whether four pixels are stored as 64-bit integers, if the device supports them.
  package var stores64 = true
  /// Whether images are read as storage buffers, 16 bytes at a time. For devices whose texel buffers are small or do
  /// not support every format.
  package var readsStorage = false
  /// Whether a product and a sum may be contracted to one rounding. If drivers decide that per kernel, a tile with
  /// kernels of its own differs from the whole image in units of the last place.
  package var contracts = true
  /// Whether external images are read pixel by pixel in their format, if the device supports that. The host then does
  /// not expand them to four components, for which planes of video would wait. Integers are converted to floats by the
  /// device in every kernel, instead of by a product with 1/255 in some.
  package var readsInPlace = false
  /// The rows whose pixels one invocation counts for a histogram. Above 1, a group counts in shared memory, and adds
  /// its counts to the global counters.
  package var histogramRows = 1
  /// Whether kernels access an app's images directly, if those were created for that. Else commands copy them from and
  /// to buffers.
  package var usesImages = false
  /// Whether an intermediate that is read by rows exists as a ring of rows only.
  package var usesRowRings = false
  /// Whether adjacent pixels are loaded 16 bytes at a time.
  package var packsLoads = true
  /// Whether formulas without branches are computed for four pixels at once.
  package var widens = true
  /// Whether every step is stored, to measure the benefit of fusion.
  package var neverFuses = false

  package init() {}

  /// Disables the forms of kernels that belong to disabled fast paths.
  package mutating func apply(_ fastPaths: FastPaths) {
    packsLoads = packsLoads && fastPaths.contains(.packedLoads)
    widens = widens && fastPaths.contains(.wideFormulas)
    stores64 = stores64 && fastPaths.contains(.wideStores)
    usesImages = usesImages && fastPaths.contains(.imageAccess)
  }

  /// The cost of a mean of two pixels of an image with repeated edges. It is little more than a read, and does not
  /// justify a pass.
  package var pair: Double { formula + 2 * (1.5 + tap) }
}
