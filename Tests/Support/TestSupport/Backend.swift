import Foundation
import ImageGraph
import ImagePasses
import ImagePlanning
import ImagePrograms
import ProcessorEngine
import ReferenceEngine
import Testing
import VulkanEngine

/// The engines that render recipes in tests, and the reference.
///
/// `CI_TEST_RULES` sets the device type by whose rules recipes are planned for Vulkan: `discrete` finds differences of
/// graphics hardware without any.
///
/// All engines are under test, unless `CI_TEST_BACKEND` selects one: `processor`, `vulkan` or `reference`. Contexts
/// that tests create without an engine have that one, or else the processor engine.
package enum Backend: String, Sendable, CaseIterable, CustomTestStringConvertible {
  /// The reference on the optimised recipe: finds a wrong pass.
  case optimizedReference
  /// Native stages: finds a wrong stage or step.
  case processor
  /// Kernels on a device: finds a wrong stitch, shader or driver.
  case vulkan

  /// The engines under test that run plans.
  package static let engines: [Backend] = {
    let wanted = ProcessInfo.processInfo.environment["CI_TEST_BACKEND"].flatMap { $0.isEmpty ? nil : $0 }
    if let wanted, !["processor", "vulkan", "reference"].contains(wanted) {
      preconditionFailure("CI_TEST_BACKEND is processor, vulkan or reference, not \(wanted)")
    }
    return [Backend.processor, .vulkan].filter { $0.rawValue == wanted ?? $0.rawValue && $0.schedules != nil }
  }()

  package static let available: [Backend] = [.optimizedReference] + engines

  /// The values of `CIContextOption.backend` under test, without the reference.
  package static let engineNames = engines.map(\.rawValue)

  /// The values of `CIContextOption.backend` under test.
  package static let contextNames = engineNames + ["reference"]

  /// The default engine of tests.
  package static let engineName = contextNames[0]

  /// A context for all tests; nil if its stages cannot be opened.
  package static let processorContext = try? ProcessorContext()

  /// A context for all tests; nil if there is no driver. In CI a test then fails.
  package static let vulkanContext: VulkanContext? = {
    var options = VulkanContext.Options()
    options.validates = ProcessInfo.processInfo.environment["CI_VALIDATE"] == "1"
    if let rules = ProcessInfo.processInfo.environment["CI_TEST_RULES"], !rules.isEmpty {
      guard let type = CostRules.DeviceType(rawValue: rules) else {
        preconditionFailure("CI_TEST_RULES is cpu, integrated or discrete, not \(rules)")
      }
      options.rules = CostRules(for: type)
    }
    return try? VulkanContext(options)
  }()

  /// True where `vulkan` is graphics hardware: hundreds of times faster than a processor.
  package static let isOnGraphics = vulkanContext.map { $0.info.kind != .cpu } ?? false

  /// The engine that runs plans; nil for the reference, and if it is not available.
  package var schedules: (any ScheduleEngine)? {
    switch self {
    case .optimizedReference: nil
    case .processor: Self.processorContext
    case .vulkan: Self.vulkanContext
    }
  }

  package var testDescription: String { rawValue }

  /// Returns the recipe's pixels in `region`, in the working space, transparent outside of its extent.
  ///
  /// - Parameter working: the storage format of intermediates. The processor engine gets floats, as contexts request.
  package func render(_ node: Node, _ region: UserRect, working: Program.StoreForm = .rgbaHalf) throws -> FloatImage {
    var log = RenderLog.silent
    log.verifies = true
    if self == .optimizedReference {
      return try ReferenceRenderer().render(try optimized(node, options: PassOptions(), log: log), region)
    }
    guard let schedules else { throw RenderError.unsupported("there is no \(rawValue) here") }
    let image = try schedules.render(node, region, working: self == .processor ? .rgbaFloat : working, log: log)
    if self == .vulkan, let message = Self.vulkanContext?.validationMessages.first {
      throw RenderError.device(call: "validation layer: \(message)", result: 0)
    }
    return image
  }
}

extension ScheduleEngine {
  /// Returns the pixels of a request; the first row is the top one.
  package func pixels(of request: RenderRequest, log: RenderLog = .silent) throws -> PixelBuffer {
    let region = request.region
    let pixels = try PixelBuffer(width: Int(region.width), height: Int(region.height), format: request.format)
    try run(try Planner(for: profile, rows: rowPlanning).plan(request, log: log).work) { part, rows, rowBytes in
      pixels.copyRows(rows, rowBytes: rowBytes, part: part, of: region)
    }
    return pixels
  }

  /// Returns the recipe's pixels over `region`, in the working space, as floats.
  package func render(
    _ node: Node, _ region: UserRect, working: Program.StoreForm, log: RenderLog = .silent
  ) throws -> FloatImage {
    let request = RenderRequest(node, region: region, format: .rgbaf, options: PassOptions(), working: working)
    let (pixels, image) = (try pixels(of: request, log: log), try FloatImage(region))
    for y in 0..<pixels.height {
      UnsafeMutableRawPointer(image.pixels.baseAddress! + y * image.width)
        .copyMemory(from: pixels.row(y), byteCount: 16 * pixels.width)
    }
    return image
  }
}

/// The meaning: the recipe as written, on the reference.
package func renderReference(_ node: Node, _ region: UserRect) throws -> FloatImage {
  let renderer = ReferenceRenderer(checksReads: ProcessInfo.processInfo.environment["CI_VALIDATE"] == "1")
  return try renderer.render(try optimized(node, by: referencePasses, options: PassOptions()), region)
}
