import CoreImage
import Foundation
import ImageGraph
import ImagePlanning
import TestSupport
import Testing

/// Devices that go away.
@Suite(.enabled(if: Backend.vulkanContext != nil)) struct DeviceLossTests {
  /// Its device is shared with other contexts of low priority only: with none.
  private func context() throws -> CIContext {
    try CIContext(checked: [.backend: "vulkan", .priorityRequestLow: true, .memoryTarget: 2])
  }

  private let image = CIImage(node: TestImage.scene(900, 700)).applyingFilter(
    "CIGaussianBlur", parameters: ["inputRadius": 3])

  private func request(_ context: CIContext) -> RenderRequest {
    context.request(
      image.node, UserRect(x: 0, y: 0, width: 900, height: 700), format: .rgba8, space: .sRGB, alpha: .premultiplied)
  }

  @Test func theNextRenderIsRightAgain() throws {
    let context = try context()
    let expected = try context.renderPixels(request(context)).0
    var runs = 0
    #expect(throws: RenderError.device(call: "vkQueueSubmit", result: -4)) {
      try context.renderRows(
        request(context),
        between: {
          runs += 1
          if runs == 2 { context.loseDevice() }
        }
      ) { _ in }
    }
    #expect(runs == 2)
    for _ in 0..<2 {
      let again = try context.renderPixels(request(context)).0
      #expect(memcmp(again.bytes, expected.bytes, expected.byteCount) == 0)
    }
    #expect(context.inFlight.runs == 0)
  }

  @Test func theErrorSaysWhatToDo() {
    #expect("\(RenderError.device(call: "vkQueueSubmit", result: -4))".contains("render again"))
    #expect("\(RenderError.device(call: "vkQueueSubmit", result: -3))".contains("recreate the context"))
  }
}
