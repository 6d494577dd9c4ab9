import ImageGraph
import ImagePasses

/// The properties of a device that planning depends on. It is a value, so that plans can be made for devices that are
/// not present.
package struct DeviceProfile: Sendable {
  /// The name in messages.
  package var name: String
  package var limits: DeviceLimits
  package var budget: MemoryBudget
  package var rules: CostRules
  /// Whether the host can access all memory of the device, so that no staging copies are needed.
  package var isUnified: Bool
  /// Whether kernels can read host images without a copy.
  package var importsImages: Bool
  /// Whether programs read images in any format and row layout, so that images are never copied or converted.
  package var readsAllImages: Bool
  /// Whether kernels can read texels with blue first. If not, such images are reordered when they are copied.
  package var readsBlueFirst: Bool
  /// The formats with fewer components, or with ten bits, that kernels can read texel by texel.
  package var readTexels: Set<PixelFormat> = []
  /// The alignments of argument buffers, outputs and texels, in bytes.
  package var uniformAlignment: Int
  package var storageAlignment: Int
  package var texelAlignment: Int
  /// The pixels that are submitted to the device at a time. Cancellation is checked between such submissions.
  package var pixelsAtOnce = Int.max
  /// The fast paths that plans and the engine may take.
  package var fastPaths = FastPaths.all

  package init(
    name: String, limits: DeviceLimits = .none, budget: MemoryBudget, rules: CostRules = CostRules(),
    isUnified: Bool = true, importsImages: Bool = true, readsAllImages: Bool = false, readsBlueFirst: Bool = true,
    uniformAlignment: Int = 16, storageAlignment: Int = 16, texelAlignment: Int = 16
  ) {
    (self.name, self.limits, self.budget, self.rules) = (name, limits, budget, rules)
    (self.isUnified, self.importsImages) = (isUnified, importsImages)
    (self.readsAllImages, self.readsBlueFirst) = (readsAllImages, readsBlueFirst)
    (self.uniformAlignment, self.storageAlignment) = (uniformAlignment, storageAlignment)
    self.texelAlignment = texelAlignment
  }

  /// Returns the number of pixels of an input that a kernel can address.
  package func reach(bytesPerPixel: Int) -> Int {
    rules.readsStorage ? limits.storageBufferRange / bytesPerPixel : limits.texelBufferElements
  }

  /// Returns a device with unlimited memory, to print the schedule of a render of any size.
  package static func unbounded(named name: String, rules: CostRules) -> DeviceProfile {
    DeviceProfile(name: name, budget: MemoryBudget(target: 1 << 60), rules: rules)
  }
}
