import CVulkan
import ImageGraph
import ImagePasses
import ImagePlanning

extension DeviceInfo {
  /// The cost rules for renders on this device.
  var rules: CostRules {
    var rules = CostRules(for: kind.costs)
    rules.readsStorage = limits.texelBufferElements < Self.enoughTexels
    return rules
  }

  /// The elements of a texel buffer for an image of 4096 x 4096 pixels.
  private static let enoughTexels = 1 << 24
}

extension DeviceInfo.Kind {
  /// The device type whose cost rules apply.
  package var costs: CostRules.DeviceType {
    switch self {
    case .cpu: .cpu
    case .integrated, .other: .integrated
    case .discrete, .virtual: .discrete
    }
  }
}

extension Device {
  /// Returns the device profile for the planner.
  ///
  /// - Parameters:
  ///   - limits: limits that apply if they are lower than the device's own.
  ///   - isUnified: whether host and device share memory. False forces staging copies.
  func profile(limits: DeviceLimits?, budget: MemoryBudget, rules: CostRules, isUnified: Bool) -> DeviceProfile {
    let facts = physical.facts
    var profile = DeviceProfile(
      name: info.name, limits: limits.map { info.limits.lowered(to: $0) } ?? info.limits, budget: budget, rules: rules,
      isUnified: isUnified, importsImages: facts.externalMemoryHost && sharesMemory,
      readsBlueFirst: readsTexels(VK_FORMAT_B8G8R8A8_UNORM), uniformAlignment: Int(facts.uniformAlignment),
      storageAlignment: Int(facts.storageAlignment),
      texelAlignment: Int(rules.readsStorage ? facts.storageAlignment : facts.texelAlignment))
    profile.readTexels = Set(PixelFormat.allCases.filter { $0.isReadInPlace && readsTexels($0.texelView) })
    return profile
  }
}
