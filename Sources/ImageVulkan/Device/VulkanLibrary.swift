import CVulkan
import ImageGraph
import Synchronization

/// The driver as the process sees it: one instance and its physical devices, made on first use and kept.
///
/// Making an instance takes tens of milliseconds, so it happens once, however many contexts there are.
final class VulkanLibrary: Sendable {
  private static let plain = Result { () throws(RenderError) in try VulkanLibrary(validates: false) }
  private static let validating = Result { () throws(RenderError) in try VulkanLibrary(validates: true) }

  /// The process's library, with or without the validation layer.
  ///
  /// - Throws: `unsupported` when there is no driver or, if asked for, no validation layer.
  static func shared(validates: Bool) throws(RenderError) -> VulkanLibrary {
    try (validates ? validating : plain).get()
  }

  let devices: [PhysicalDevice]
  /// What the validation layer said, in the order it came.
  let messages = MessageLog()

  private init(validates: Bool) throws(RenderError) {
    if validates, !cvk_has_validation_layer() {
      throw .unsupported("the Vulkan validation layer is not installed (Debian: vulkan-validationlayers)")
    }
    var handle: VkInstance?
    // The log lives as long as the process, as the instance does.
    let user = Unmanaged.passRetained(messages).toOpaque()
    let result = cvk_create_instance(validates ? recordMessage : nil, user, &handle)
    guard result == VK_SUCCESS, let handle else {
      throw .unsupported("there is no Vulkan driver here (vkCreateInstance gave \(result.rawValue))")
    }
    var count: UInt32 = 0
    try check(vkEnumeratePhysicalDevices(handle, &count, nil), "vkEnumeratePhysicalDevices")
    var found = [VkPhysicalDevice?](repeating: nil, count: Int(count))
    try check(vkEnumeratePhysicalDevices(handle, &count, &found), "vkEnumeratePhysicalDevices")
    devices = found.compactMap { $0 }.enumerated().map { PhysicalDevice($0.element, index: $0.offset) }
  }

  /// The device that `choice` means; with `software`, only CPU devices count. Where nobody chose, devices in the
  /// processor go before those on cards if power counts.
  ///
  /// - Throws: `unsupported` when no usable device fits; the text lists those that there are.
  func device(_ choice: DeviceChoice, software: Bool, lowPower: Bool) throws(RenderError) -> PhysicalDevice {
    let fitting = devices.filter { device in
      if software, device.info.kind != .cpu { return false }
      switch choice {
      case .automatic: return device.info.problem == nil
      case .index(let index): return device.info.index == index
      case .name(let part): return device.info.name.lowercased().contains(part.lowercased())
      }
    }
    func rank(_ device: PhysicalDevice) -> Int { device.info.kind.rank(lowPower: lowPower) }
    guard let best = choice == .automatic ? fitting.min(by: { rank($0) < rank($1) }) : fitting.first else {
      let list = devices.map { "\($0.info.index): \($0.info.name)" }.joined(separator: ", ")
      throw .unsupported(
        "there is no \(software ? "software " : "")Vulkan device \(choice); there are: \(list.isEmpty ? "none" : list)")
    }
    if let problem = best.info.problem { throw .unsupported("\(best.info.name) cannot be used: \(problem)") }
    return best
  }
}

/// Texts that any thread may add to.
final class MessageLog: Sendable {
  private let texts = Mutex<[String]>([])

  func add(_ text: String) { texts.withLock { if $0.count < 1000 { $0.append(text) } } }
  var all: [String] { texts.withLock { $0 } }
}

private let recordMessage: CVKMessage = { user, text in
  guard let user, let text else { return }
  Unmanaged<MessageLog>.fromOpaque(user).takeUnretainedValue().add(String(cString: text))
}

/// Turns a result that is not success into an error that names the call.
func check(_ result: VkResult, _ call: StaticString) throws(RenderError) {
  if result != VK_SUCCESS { throw .device(call: "\(call)", result: result.rawValue) }
}
