import CVulkan
import ImageGraph

/// A Vulkan instance with its physical devices.
///
/// Creating an instance takes tens of milliseconds, so contexts share one, which is created on first use and retained.
final class VulkanLibrary: Sendable {
  private static let plain = Result { () throws(RenderError) in try VulkanLibrary(validates: false) }
  private static let validating = Result { () throws(RenderError) in try VulkanLibrary(validates: true) }

  /// Returns the library of the process, with or without the validation layer.
  ///
  /// - Throws: `unsupported` if there is no driver, or if `validates` is true and there is no validation layer.
  static func shared(validates: Bool) throws(RenderError) -> VulkanLibrary {
    try (validates ? validating : plain).get()
  }

  let instance: VulkanInstance
  let devices: [PhysicalDevice]

  /// Creates a library with an instance that is not shared.
  ///
  /// - Parameters:
  ///   - loader: the loader of Vulkan functions; nil: that of libvulkan.
  ///   - missing: features that are treated as unavailable.
  init(
    loader: PFN_vkGetInstanceProcAddr? = nil, validates: Bool, without missing: Set<DeviceFeature> = []
  ) throws(RenderError) {
    let instance = try VulkanInstance(loader, validates: validates)
    devices = try instance.devices().enumerated().map {
      PhysicalDevice($0.element, of: instance, index: $0.offset, without: missing)
    }
    self.instance = instance
  }

  /// Creates the logical device for `choice`. With automatic selection, tries the next device if the driver rejects the
  /// best one.
  ///
  /// - Returns: the device, and the rejected ones before it with their errors.
  /// - Throws: `unsupported` if no usable device matches; `device` if the drivers reject all that match.
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

  /// Returns the devices that match `choice` and the hardware, the best first. An explicit choice has one device. With
  /// automatic selection and `lowPower`, integrated devices precede discrete ones.
  ///
  /// - Throws: `unsupported`, with a list of the devices, if no usable device matches.
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
      // Devices with equal ranks stay in the driver's order.
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
