import CVulkan
import ImageGraph

/// The driver as contexts see it: an instance and its physical devices.
///
/// Making an instance takes tens of milliseconds, so contexts share one, which is made on first use and kept.
final class VulkanLibrary: Sendable {
  private static let plain = Result { () throws(RenderError) in try VulkanLibrary(validates: false) }
  private static let validating = Result { () throws(RenderError) in try VulkanLibrary(validates: true) }

  /// The process's library, with or without the validation layer.
  ///
  /// - Throws: `unsupported` when there is no driver or, if asked for, no validation layer.
  static func shared(validates: Bool) throws(RenderError) -> VulkanLibrary {
    try (validates ? validating : plain).get()
  }

  let instance: VulkanInstance
  let devices: [PhysicalDevice]

  /// A library of its own: an instance that nobody else has.
  ///
  /// - Parameters:
  ///   - loader: finds Vulkan's functions; nil: libvulkan.
  ///   - missing: what its devices are taken not to have.
  init(
    loader: PFN_vkGetInstanceProcAddr? = nil, validates: Bool, without missing: Set<DeviceFeature> = []
  ) throws(RenderError) {
    let instance = try VulkanInstance(loader, validates: validates)
    devices = try instance.devices().enumerated().map {
      PhysicalDevice($0.element, of: instance, index: $0.offset, without: missing)
    }
    self.instance = instance
  }

  /// Opens the device that `choice` means. Where nobody chose, the next one where a driver cannot open the best.
  ///
  /// - Returns: the device, and those before it with what their drivers said.
  /// - Throws: `unsupported` when no usable device fits; `device` when the driver refuses all that do.
  func open(
    _ choice: DeviceChoice, hardware: DeviceHardware, lowPower: Bool, lowPriority: Bool
  ) throws(RenderError) -> (device: Device, refusals: [String]) {
    let fitting = try devices(choice, hardware: hardware, lowPower: lowPower)
    var refusals: [String] = []
    for device in fitting.dropLast() {
      do throws(RenderError) {
        return (try device.open(lowPriority: lowPriority), refusals)
      } catch {
        guard case .device = error else { throw error }
        refusals.append("\(device.info.name): \(error)")
      }
    }
    return (try fitting[fitting.count - 1].open(lowPriority: lowPriority), refusals)
  }

  /// The devices that `choice` means, of those whose hardware fits, the best first; one where somebody chose. Where
  /// nobody did, devices in the processor go before those on cards if power counts.
  ///
  /// - Throws: `unsupported` when no usable device fits; the text lists those that there are.
  private func devices(
    _ choice: DeviceChoice, hardware: DeviceHardware, lowPower: Bool
  ) throws(RenderError) -> [PhysicalDevice] {
    var fitting = devices.filter { device in
      guard hardware.fits(device.info.kind) else { return false }
      switch choice {
      case .automatic: return device.info.problem == nil
      case .index(let index): return device.info.index == index
      case .name(let part): return device.info.name.lowercased().contains(part.lowercased())
      }
    }
    if choice == .automatic {
      // Stable: of equals the driver's order counts.
      let ranks = fitting.enumerated().map { ($0.element.info.kind.rank(lowPower: lowPower), $0.offset) }
      fitting = ranks.sorted { $0 < $1 }.map { fitting[$0.1] }
    }
    guard let best = fitting.first else {
      let list = devices.map { "\($0.info.index): \($0.info.name)" }.joined(separator: ", ")
      throw .unsupported(
        "there is no \(hardware.adjective)Vulkan device \(choice); there are: \(list.isEmpty ? "none" : list)")
    }
    if let problem = best.info.problem { throw .unsupported("\(best.info.name) cannot be used: \(problem)") }
    return choice == .automatic ? fitting : [best]
  }
}
