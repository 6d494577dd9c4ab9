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
    switch self {
    case .optimizedReference:
      return try ReferenceRenderer().render(try optimized(node, options: PassOptions(), log: log), region)
    case .vulkan:
      guard let context = Self.vulkanContext else { throw RenderError.unsupported("no Vulkan driver") }
      let request = RenderRequest(node, region: region, format: .rgbaf, options: PassOptions(), working: working)
      let picture = try FloatPicture(region)
      try context.run(try Planner(for: context.profile).plan(request, log: log).work) { part, rows, rowBytes in
        let (left, top) = (Int(part.min.x - region.min.x), Int(region.max.y - part.max.y))
        for y in 0..<Int(part.height) {
          UnsafeMutableRawPointer(picture.pixels.baseAddress! + (top + y) * picture.width + left)
            .copyMemory(from: rows + y * rowBytes, byteCount: Int(part.width) * 16)
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
