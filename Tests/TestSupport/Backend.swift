import Foundation
import ImageGraph
import ImagePasses
import ImagePlanning
import ImageReference
import ImageVulkan
import Testing

/// What can render a recipe in tests, beside the reference itself.
package enum Backend: String, Sendable, CaseIterable, CustomTestStringConvertible {
  /// The reference on the optimised recipe: finds a wrong pass.
  case optimizedReference
  /// The production path: finds a wrong stitch, shader or driver.
  case vulkan

  /// What `CIContextOption.backend` may be in tests.
  package static let contextNames = vulkanContext == nil ? ["reference"] : ["vulkan", "reference"]

  package static let available: [Backend] = vulkanContext == nil ? [.optimizedReference] : allCases

  /// One context for all tests; nil when no driver answers. CI has a test that fails then.
  package static let vulkanContext: VulkanContext? = {
    var options = VulkanContext.Options()
    options.validates = ProcessInfo.processInfo.environment["CI_VALIDATE"] == "1"
    return try? VulkanContext(options)
  }()

  package var testDescription: String { rawValue }

  /// The recipe's pixels over `region`, in the working space, clear outside of its extent.
  package func render(_ node: Node, _ region: UserRect, working: Program.StoreForm = .rgbaHalf) throws -> FloatPicture {
    var log = RenderLog.silent
    log.verifies = true
    let recipe = try optimized(node, options: PassOptions(), log: log)
    switch self {
    case .optimizedReference: return try ReferenceRenderer().render(recipe, region)
    case .vulkan:
      let schedule = try makeSchedule(recipe, ScheduleTarget(region, as: .rgbaFloat, working: working))
      let picture = try FloatPicture(region)
      guard let context = Self.vulkanContext else { throw RenderError.unsupported("no Vulkan driver") }
      try context.run(schedule) { rows, rowBytes in
        for y in 0..<picture.height {
          UnsafeMutableRawPointer(picture.pixels.baseAddress! + y * picture.width)
            .copyMemory(from: rows.baseAddress! + y * rowBytes, byteCount: picture.width * 16)
        }
      }
      if let message = context.validationMessages.first {
        throw RenderError.device(call: "validation layer: \(message)", result: 0)
      }
      return picture
    }
  }
}

/// The meaning: the recipe as written, on the reference.
package func renderReference(_ node: Node, _ region: UserRect) throws -> FloatPicture {
  let renderer = ReferenceRenderer(checksReads: ProcessInfo.processInfo.environment["CI_VALIDATE"] == "1")
  return try renderer.render(try optimized(node, by: meaning, options: PassOptions()), region)
}
