import CVulkan
import CoreImage
import Foundation
import Testing
import WindowApp

/// Calls of windows that do not succeed: the next frame is shown as usual.
@Suite(.serialized) struct FailingWindowTests {
  struct Fault: Sendable, CustomTestStringConvertible {
    let call: String
    let result: VkResult
    var testDescription: String { "\(call) gives \(result.rawValue)" }
  }

  /// Results of acquiring or presenting an image: the window has changed, is gone, or has no image available.
  static let passing: [Fault] =
    [
      VK_SUBOPTIMAL_KHR, VK_ERROR_OUT_OF_DATE_KHR, VK_ERROR_SURFACE_LOST_KHR, VK_TIMEOUT, VK_NOT_READY,
    ].map { Fault(call: "vkAcquireNextImageKHR", result: $0) }
    + [VK_SUBOPTIMAL_KHR, VK_ERROR_OUT_OF_DATE_KHR, VK_ERROR_SURFACE_LOST_KHR].map {
      Fault(call: "vkQueuePresentKHR", result: $0)
    }

  private func expectShown(_ width: Int, _ height: Int, by app: App, on display: Display) throws {
    let whole = CGRect(x: 0, y: 0, width: width, height: height)
    var bytes = [UInt8](repeating: 0, count: width * height * 4)
    try CIContext(checked: [.backend: "vulkan"]).render(
      checked: Scene.pattern.image(width: width, height: height), toBitmap: &bytes, rowBytes: width * 4, bounds: whole,
      format: .RGBA8, colorSpace: CGColorSpace(name: CGColorSpace.sRGB)!)
    let expected = bytes.enumerated().filter { $0.offset % 4 < 3 }.map(\.element)
    for _ in 0..<100 {
      if try display.window(width, height) == expected { return }
      usleep(50_000)
    }
    Issue.record("the window shows something else")
  }

  private func opened(_ display: Display) throws -> App {
    let app = try App(
      "pattern", 96, 64, on: display, ["CI_BACKEND": "vulkan", "CI_VALIDATE": "1", "FAILING_VULKAN": "1"])
    #expect(app.greeting == "ok vulkan")
    return app
  }

  @Test(arguments: passing) func framesAreShownAfterAFault(_ fault: Fault) throws {
    let display = try Display()
    let app = try opened(display)
    for nth in [1, 2] {
      #expect(app.ask("fail \(fault.call) \(nth) \(fault.result.rawValue)") == "ok ")
      #expect(app.ask("draw 4") == "ok 96 64")
      #expect(app.ask("failures") == "ok 1")
    }
    try expectShown(96, 64, by: app, on: display)
    #expect(app.ask("validation") == "ok 0 ")
    #expect(app.end() == 0)
  }

  /// After a change, the first call reports that the surface is lost: a new surface replaces it.
  @Test(arguments: ["vkGetPhysicalDeviceSurfaceCapabilitiesKHR", "vkCreateSwapchainKHR"])
  func lostSurfacesAreRecreated(_ call: String) throws {
    let display = try Display()
    let app = try opened(display)
    #expect(app.ask("draw 2") == "ok 96 64")
    #expect(app.ask("fail vkQueuePresentKHR 1 \(VK_ERROR_OUT_OF_DATE_KHR.rawValue)") == "ok ")
    #expect(app.ask("draw 1") == "ok 96 64")
    #expect(app.ask("fail \(call) 1 \(VK_ERROR_SURFACE_LOST_KHR.rawValue)") == "ok ")
    #expect(app.ask("draw 3") == "ok 96 64")
    #expect(app.ask("failures") == "ok 1")
    try expectShown(96, 64, by: app, on: display)
    #expect(app.ask("validation") == "ok 0 ")
    #expect(app.end() == 0)
  }

  /// Errors that no later frame can recover name the call, and the process ends normally.
  @Test(arguments: [
    Fault(call: "vkQueuePresentKHR", result: VK_ERROR_DEVICE_LOST),
    Fault(call: "vkAcquireNextImageKHR", result: VK_ERROR_OUT_OF_HOST_MEMORY),
    Fault(call: "vkQueueSubmit", result: VK_ERROR_OUT_OF_DEVICE_MEMORY),
  ])
  func driverErrorsAreNamed(_ fault: Fault) throws {
    let display = try Display()
    let app = try opened(display)
    #expect(app.ask("draw 2") == "ok 96 64")
    #expect(app.ask("fail \(fault.call) 1 \(fault.result.rawValue)") == "ok ")
    let answer = app.ask("draw 2")
    #expect(answer.hasPrefix("error RenderError.") && answer.contains(fault.call), "\(answer)")
    #expect(app.end() == 0)
  }
}
