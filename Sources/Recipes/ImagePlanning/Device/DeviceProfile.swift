import ImageGraph
import ImagePasses

/// A device as planning sees it: a value, so that plans can be made for devices that are not here.
package struct DeviceProfile: Sendable {
  /// For messages.
  package var name: String
  package var limits: DeviceLimits
  package var budget: MemoryBudget
  package var rules: CostRules
  /// True when the host reads and writes all memory of the device: no staging copies.
  package var isUnified: Bool
  /// True when kernels can read images of the host where they lie.
  package var importsImages: Bool
  /// True when programs read images as they lie, whatever their format and rows: nothing is ever copied or turned.
  package var readsAllImages: Bool
  /// True when kernels can read texels with blue first; else such images are turned while they are copied.
  package var readsBlueFirst: Bool
  /// Formats of fewer components, or of ten bits, that kernels can read texel by texel.
  package var readTexels: Set<PixelFormat> = []
  /// Bytes between the places where argument buffers, outputs and texels can begin.
  package var uniformAlignment: Int
  package var storageAlignment: Int
  package var texelAlignment: Int
  /// Pixels that the device is given at a time, before whoever waits for them is asked whether to go on.
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

  /// Pixels of one input that a kernel reaches, of so many bytes each.
  package func reach(bytesPerPixel: Int) -> Int {
    rules.readsStorage ? limits.storageBufferRange / bytesPerPixel : limits.texelBufferElements
  }

  /// A device with room for everything: shows what would run, whatever its size.
  package static func unbounded(named name: String, rules: CostRules) -> DeviceProfile {
    DeviceProfile(name: name, budget: MemoryBudget(target: 1 << 60), rules: rules)
  }
}
