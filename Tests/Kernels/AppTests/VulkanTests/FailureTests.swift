import CoreImage
import FailingVulkan
import Foundation
import ImageGraph
import ImagePlanning
import TestSupport
import Testing
import VulkanEngine

/// Failing Vulkan calls, one at a time: the render is correct nevertheless, or its error names the call; no object
/// leaks; the next render is correct.
///
/// Serialized, as there is one `FailingVulkan`.
@Suite(.serialized, .enabled(if: Backend.vulkanContext != nil)) struct FailureTests {
  /// The configuration of a render.
  enum Way: CaseIterable {
    /// In many submissions, with copies.
    case parts
    /// In one submission, with work on the host. The source is read without a copy.
    case whole
    /// In one submission, below the validation layer.
    case validated

    var options: VulkanContext.Options {
      var options = VulkanContext.Options()
      // Software devices are opened faster than graphics cards.
      options.hardware = FailureTests.hasSoftware ? .processor : .any
      options.pipelineDirectory = FailureTests.folder
      options.timesDispatches = true
      options.usesStaging = self == .parts
      options.memoryTarget = self == .parts ? 1 << 19 : 1 << 24
      options.validates = self == .validated
      return options
    }
  }

  private static let hasSoftware =
    (try? VulkanContext.devices().contains { $0.kind == .cpu && $0.problem == nil }) == true
  private static let hasValidation = (try? VulkanContext(Way.validated.options)) != nil
  /// The calls that the present device does not use: it imports no images, or reads them without buffer views.
  private static let entriesWithoutUse: Set<String> = {
    guard let profile = (try? VulkanContext(Way.whole.options))?.profile else { return [] }
    // Images are only created for software devices.
    var entries: Set = ["vkCreateImage", "vkBindImageMemory", "vkCreateImageView"]
    // Rows begin at multiples of 16 bytes; if a device requires more, importing depends on the allocator.
    if !profile.importsImages || profile.texelAlignment > 16 { entries.insert("vkGetMemoryHostPointerPropertiesEXT") }
    if profile.rules.readsStorage { entries.insert("vkCreateBufferView") }
    return entries
  }()
  private static let folder = FileManager.default.temporaryDirectory.appending(path: "failing-vulkan")

  private static let entries = (0..<100).compactMap { fvk_entry($0).map { String(cString: $0) } }
  private static let entriesOfValidation = ["vkEnumerateInstanceLayerProperties", "vkCreateDebugUtilsMessengerEXT"]
  /// The calls without which a render can succeed.
  private static let optionalEntries: Set = [
    "vkEnumerateDeviceExtensionProperties", "vkGetMemoryHostPointerPropertiesEXT", "vkCreatePipelineCache",
    "vkGetPipelineCacheData", "vkCreateQueryPool", "vkGetQueryPoolResults", "vkWaitSemaphores", "vkQueueWaitIdle",
  ]

  /// A blur, and a histogram that the last step reads.
  private static let image: CIImage = {
    let image = CIImage(node: TestImage.scene(200, 150))
    let histogram = image.applyingFilter(
      "CIAreaHistogram",
      parameters: ["inputExtent": CIVector(cgRect: image.extent), "inputCount": 16, "inputScale": 1])
    return image.applyingFilter("CIGaussianBlur", parameters: ["inputRadius": 3]).applyingFilter(
      "CIScreenBlendMode", parameters: ["inputBackgroundImage": histogram.clampedToExtent()]
    ).cropped(to: image.extent)
  }()

  static func context(_ way: Way) throws(RenderError) -> CIContext {
    var settings = ContextSettings()
    (settings.backend, settings.vulkan) = (.vulkan, way.options)
    settings.vulkan.loader = fvk_loader
    return try CIContext(settings)
  }

  static func request(_ context: CIContext) -> RenderRequest {
    context.request(image.node, UserRect(image.extent), format: .rgba8, space: .sRGB, alpha: .premultiplied)
  }

  static func bytes(_ context: CIContext) throws(RenderError) -> [UInt8] {
    let pixels = try context.renderPixels(request(context)).0
    return Array(UnsafeRawBufferPointer(start: pixels.bytes, count: pixels.byteCount))
  }

  /// The correct pixels, of a context without failing calls.
  static let expected: [UInt8] = (try? CIContext(checked: [.backend: "vulkan"])).flatMap { try? bytes($0) } ?? []

  /// The leaks of contexts that have been released; reported once.
  static var left: String { String(cString: fvk_left()) }

  /// The number of calls of each entry point until a context has rendered.
  private static let calls: [Way: [String: UInt32]] = {
    var calls: [Way: [String: UInt32]] = [:]
    for way in Way.allCases {
      fvk_fail(nil, 0, false, VK_SUCCESS)
      guard let context = try? context(way), (try? bytes(context)) != nil else { continue }
      calls[way] = Dictionary(uniqueKeysWithValues: entries.map { ($0, fvk_calls($0)) })
    }
    return calls
  }()

  @Test func withoutFailuresAllIsRightAndNothingIsLeft() throws {
    for way in Way.allCases where way != .validated || Self.hasValidation {
      fvk_fail(nil, 0, false, VK_SUCCESS)
      let isRight = try Self.bytes(Self.context(way)) == Self.expected
      #expect(isRight && !Self.expected.isEmpty, "\(way)")
      #expect(Self.left == "", "\(way)")
    }
    let context = try Self.context(.parts)
    let statistics = try context.renderPixels(Self.request(context)).1
    #expect(statistics.runs > 3 && statistics.dispatches > 8)
  }

  @Test(arguments: entries.filter { hasValidation || !entriesOfValidation.contains($0) })
  func aCallThatFails(_ entry: String) throws {
    var isReached = false
    for way in Self.entriesOfValidation.contains(entry) ? [Way.validated] : [.parts, .whole] {
      // Some of many calls; one if there is none, for calls during the release of the context.
      let count = Self.calls[way]?[entry] ?? 0
      let chosen = count <= 6 ? Array(1...max(count, 1)) : (0..<6).map { 1 + $0 * (count - 1) / 5 }
      for nth in chosen {
        for andLater in [false, true] {
          let fault = Fault(entry: entry, nth: nth, andLater: andLater, result: VK_ERROR_OUT_OF_DEVICE_MEMORY)
          isReached = try expectSurvival(of: fault, way) || isReached
        }
      }
    }
    #expect(isReached || Self.entriesWithoutUse.contains(entry))
  }

  @Test(arguments: ["vkQueueSubmit", "vkWaitSemaphores"])
  func aDeviceThatIsLost(_ entry: String) throws {
    for way in [Way.parts, .whole] {
      for nth in 1...max(1, min(Self.calls[way]?[entry] ?? 1, 6)) {
        for andLater in [false, true] {
          let fault = Fault(entry: entry, nth: nth, andLater: andLater, result: VK_ERROR_DEVICE_LOST)
          #expect(try expectSurvival(of: fault, way), "\(fault)")
        }
      }
    }
  }

  /// A call that fails, with its result.
  private struct Fault: CustomStringConvertible {
    var entry: String
    var nth: UInt32
    var andLater: Bool
    var result: VkResult

    var description: String { "call \(nth) of \(entry)\(andLater ? " and later ones" : ""): \(result.rawValue)" }
    var isOptional: Bool {
      FailureTests.optionalEntries.contains(entry) && result != VK_ERROR_DEVICE_LOST
        // Without the layer's name there is an error, but not the call's.
        || FailureTests.entriesOfValidation.contains(entry)
    }

    func isNamed(by error: RenderError) -> Bool {
      switch error {
      // When kernels are created, the call is followed by their description.
      case .device(let call, let code): (call == entry || call.hasPrefix(entry + " for ")) && code == result.rawValue
      // A limit names the object for which there is no memory.
      case .limit(let text, _, _): text.contains("(\(entry) returned \(result.rawValue))")
      // If no instance can be created, there is no driver; if no layer is found, no validation.
      case .unsupported(let text): text.contains(entry) || entry == "vkEnumerateInstanceLayerProperties"
      default: false
      }
    }
  }

  /// Renders while a call fails, then once more, and releases the context while it fails.
  ///
  /// - Returns: true when the call was reached.
  private func expectSurvival(of fault: Fault, _ way: Way) throws -> Bool {
    var record = FailureRecord(entry: fault.entry, way: "\(way)", fault: "\(fault)")
    let start = ContinuousClock.now
    let isReached = try renders(with: fault, way, &record)
    record.seconds = (ContinuousClock.now - start) / .seconds(1)
    let isReachedAtTheEnd = fvk_failures() > 0
    fvk_fail(nil, 0, false, VK_SUCCESS)
    let left = Self.left
    if left != "" { record.problems.append("left: \(left)") }
    #expect(record.problems == [], "\(fault), \(way)")
    if isReached || isReachedAtTheEnd { try record.keep() }
    return isReached || isReachedAtTheEnd
  }

  private func renders(with fault: Fault, _ way: Way, _ record: inout FailureRecord) throws -> Bool {
    fvk_fail(fault.entry, fault.nth, fault.andLater, fault.result)
    var context: CIContext?
    do throws(RenderError) {
      let made = try Self.context(way)
      context = made
      if try Self.bytes(made) != Self.expected { record.problems.append("another image") }
      if fault.andLater, !fault.isOptional, fvk_failures() > 0 { record.problems.append("the failure is ignored") }
    } catch {
      (record.status, record.message) = (1, "\(error)")
      if !fault.isNamed(by: error) { record.problems.append("the error does not name the call: \(error)") }
    }
    let isReached = fvk_failures() > 0
    fvk_fail(nil, 0, false, VK_SUCCESS)
    guard let context else { return isReached }
    if try Self.bytes(context) != Self.expected { record.problems.append("the next image is another one") }
    if context.inFlight != (0, 0) { record.problems.append("in flight: \(context.inFlight)") }
    if context.validationMessages != [] { record.problems.append("validation: \(context.validationMessages)") }
    withExtendedLifetime(context) { fvk_fail(fault.entry, 1, fault.andLater, fault.result) }
    return isReached
  }
}
