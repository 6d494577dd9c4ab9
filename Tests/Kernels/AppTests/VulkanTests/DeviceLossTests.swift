import CoreImage
import FailingVulkan
import ImageGraph
import Testing

/// Device loss during a render.
extension FailureTests {
  @Test func theRenderAfterALossIsRightAgain() throws {
    fvk_fail(nil, 0, false, VK_SUCCESS)
    let context = try Self.context(.parts)
    var runs = 0
    #expect(throws: RenderError.device(call: "vkQueueSubmit", result: -4)) {
      try context.renderRows(
        Self.request(context),
        between: {
          runs += 1
          if runs == 2 { fvk_fail("vkQueueSubmit", 1, false, VK_ERROR_DEVICE_LOST) }
        }
      ) { _ in }
    }
    #expect(runs == 2)
    for _ in 0..<2 {
      let isRight = try Self.bytes(context) == Self.expected
      #expect(isRight)
    }
    #expect(context.inFlight.runs == 0)
  }

  @Test func theErrorSaysWhatToDo() {
    #expect("\(RenderError.device(call: "vkQueueSubmit", result: -4))".contains("render again"))
    #expect("\(RenderError.device(call: "vkQueueSubmit", result: -3))".contains("recreate the context"))
  }
}
