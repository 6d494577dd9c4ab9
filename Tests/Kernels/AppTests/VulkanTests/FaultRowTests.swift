import CVulkan
import CoreImage
import FailingVulkan
import ImageGraph
import ImagePlanning
import TestSupport
import Testing
import VulkanEngine

extension FailureTests {
  /// Reactions of a context to each result that a driver may return. In the suite of `FailingVulkan`, of which there is
  /// only one.
  @Suite struct FaultRowTests {
    private static let image = CIImage(node: TestImage.scene(64, 48)).applyingFilter("CIColorInvert")
      .applyingFilter("CIGaussianBlur", parameters: ["inputRadius": 2]).cropped(
        to: CGRect(x: 0, y: 0, width: 64, height: 48))

    private func context(
      _ change: (inout VulkanContext.Options) -> Void = { _ in }
    ) throws(RenderError) -> CIContext {
      var settings = ContextSettings()
      settings.backend = .vulkan
      settings.vulkan.hardware = .any
      settings.vulkan.pipelineDirectory = nil
      settings.vulkan.timesDispatches = true
      settings.vulkan.loader = fvk_loader
      change(&settings.vulkan)
      return try CIContext(settings)
    }

    private func pixels(_ context: CIContext, _ image: CIImage = image) throws(RenderError) -> [UInt8] {
      let request = context.request(
        image.node, UserRect(image.extent), format: .rgba8, space: .sRGB, alpha: .premultiplied)
      let pixels = try context.renderPixels(request).0
      return Array(UnsafeRawBufferPointer(start: pixels.bytes, count: pixels.byteCount))
    }

    private func right() throws -> [UInt8] {
      fvk_fail(nil, 0, false, VK_SUCCESS)
      return try pixels(context())
    }

    struct Row: Sendable, CustomTestStringConvertible {
      let call: String
      let result: VkResult
      var testDescription: String { "\(call) gives \(result.rawValue)" }
    }

    private static func rows(_ call: String, _ results: VkResult...) -> [Row] {
      results.map { Row(call: call, result: $0) }
    }

    /// The failure of one of these calls ends the render; the error names the call, and the next render is correct.
    @Test(
      arguments: rows(
        "vkCreateComputePipelines", VK_ERROR_OUT_OF_HOST_MEMORY, VK_ERROR_INVALID_SHADER_NV,
        VK_PIPELINE_COMPILE_REQUIRED)
        + rows("vkCreateShaderModule", VK_ERROR_OUT_OF_HOST_MEMORY, VK_ERROR_INVALID_SHADER_NV)
        + rows(
          "vkAllocateDescriptorSets", VK_ERROR_FRAGMENTED_POOL, VK_ERROR_OUT_OF_POOL_MEMORY, VK_ERROR_OUT_OF_HOST_MEMORY
        )
        + rows("vkQueueSubmit", VK_ERROR_OUT_OF_HOST_MEMORY, VK_ERROR_DEVICE_LOST)
        + rows("vkWaitSemaphores", VK_ERROR_DEVICE_LOST) + rows("vkGetQueryPoolResults", VK_ERROR_DEVICE_LOST))
    func theErrorNamesTheCall(_ row: Row) throws {
      let right = try right()
      let context = try context()
      fvk_fail(row.call, 1, false, row.result)
      do throws(RenderError) {
        _ = try pixels(context)
        Issue.record("the failure is ignored")
      } catch {
        guard case .device(let call, let result) = error else { throw error }
        #expect(result == row.result.rawValue && call.hasPrefix(row.call))
        // Errors of creating kernels describe the kernel.
        #expect(!row.call.hasPrefix("vkCreate") || call.contains("for a program of "), "\(call)")
      }
      #expect(fvk_failures() == 1)
      fvk_fail(nil, 0, false, VK_SUCCESS)
      #expect(try pixels(context) == right)
      #expect(context.inFlight == (0, 0))
    }

    /// The render does not depend on these calls, or retries them: the pixels are correct at once.
    @Test(
      arguments: rows("vkGetQueryPoolResults", VK_NOT_READY, VK_ERROR_OUT_OF_HOST_MEMORY)
        + rows("vkWaitSemaphores", VK_TIMEOUT, VK_ERROR_OUT_OF_HOST_MEMORY)
        + rows("vkCreateQueryPool", VK_ERROR_OUT_OF_HOST_MEMORY)
        + rows(
          "vkAllocateMemory", VK_ERROR_OUT_OF_HOST_MEMORY, VK_ERROR_OUT_OF_DEVICE_MEMORY, VK_ERROR_TOO_MANY_OBJECTS))
    func thePixelsAreRightAllTheSame(_ row: Row) throws {
      let right = try right()
      let context = try context()
      fvk_fail(row.call, 1, false, row.result)
      #expect(try pixels(context) == right)
      #expect(fvk_failures() == 1)
      fvk_fail(nil, 0, false, VK_SUCCESS)
      #expect(try pixels(context) == right)
    }

    /// If there is no memory even after all caches are released, the error states the requested and the available
    /// amount.
    @Test(
      arguments: rows(
        "vkAllocateMemory", VK_ERROR_OUT_OF_HOST_MEMORY, VK_ERROR_OUT_OF_DEVICE_MEMORY, VK_ERROR_TOO_MANY_OBJECTS))
    func noMemoryIsALimit(_ row: Row) throws {
      let right = try right()
      // Copies pass through staging memory of the pool.
      let context = try context { $0.usesStaging = true }
      #expect(try pixels(context) == right)
      // More than the idle memory.
      let large = CIImage(node: TestImage.scene(640, 480)).applyingFilter("CIColorInvert")
      fvk_fail(row.call, 1, true, row.result)
      do throws(RenderError) {
        _ = try pixels(context, large)
        Issue.record("the failure is ignored")
      } catch {
        guard case .limit(let text, let requested, let allowed) = error else { throw error }
        #expect(requested > allowed && text.contains("(vkAllocateMemory returned \(row.result.rawValue))"), "\(error)")
      }
      fvk_fail(nil, 0, false, VK_SUCCESS)
      #expect(try pixels(context) == right)
      #expect(context.inFlight == (0, 0))
    }

    /// A device with less memory than it reports: smaller tiles are tried, with the same result.
    @Test(arguments: [2, 3, 5] as [UInt64])
    func smallerPartsAreTriedBeforeThereIsAnError(_ share: UInt64) throws {
      let large = CIImage(node: TestImage.scene(640, 480)).applyingFilter("CIColorInvert")
        .applyingFilter("CIGaussianBlur", parameters: ["inputRadius": 3]).cropped(
          to: CGRect(x: 0, y: 0, width: 640, height: 480))
      defer { fvk_bound_memory(0) }
      fvk_fail(nil, 0, false, VK_SUCCESS)
      fvk_bound_memory(0)
      let right = try pixels(context { $0.usesStaging = true }, large)
      let whole = fvk_most_memory()
      let context = try context { $0.usesStaging = true }
      fvk_bound_memory(whole / share)
      let request = context.request(
        large.node, UserRect(large.extent), format: .rgba8, space: .sRGB, alpha: .premultiplied)
      let (made, statistics) = try context.renderPixels(request)
      #expect(fvk_failures() > 0 && statistics.runs > 1 && fvk_most_memory() <= whole / share)
      let isRight = [UInt8](UnsafeRawBufferPointer(start: made.bytes, count: made.byteCount)) == right
      #expect(isRight)

      // A task, which does not wait when it is started.
      let destination = try CIRenderDestination(width: 640, height: 480, format: .RGBA8)
      context.clearCaches()
      let info = try context.startTask(toRender: large, to: destination).waitUntilCompleted()
      #expect(info.statistics.runs > 1)
      let isRightThere = destination.withUnsafeBytes { [UInt8]($0) } == right
      #expect(isRightThere)

      // If no tile fits there is an error, and the next render succeeds.
      fvk_bound_memory(8192)
      context.clearCaches()
      do throws(RenderError) {
        _ = try context.renderPixels(request)
        Issue.record("the failure is ignored")
      } catch {
        guard case .limit(let text, _, _) = error else { throw error }
        #expect(text.contains("(vkAllocateMemory returned -2)"), "\(error)")
      }
      fvk_bound_memory(0)
      let isRightAgain = try pixels(context, large) == right
      #expect(isRightAgain && context.inFlight == (0, 0))
    }

    /// The images of an earlier render are released before a new one fails.
    @Test func whatIsKeptMakesRoom() throws {
      let right = try right()
      let context = try context { $0.usesStaging = true }
      let other = CIImage(node: TestImage.scene(333, 200)).applyingFilter("CIColorInvert")
      _ = try pixels(context, other)
      let before = context.memoryByteCount
      fvk_fail("vkAllocateMemory", 1, false, VK_ERROR_OUT_OF_DEVICE_MEMORY)
      #expect(try pixels(context) == right)
      #expect(fvk_failures() == 1)
      #expect(context.memoryByteCount < before)
      fvk_fail(nil, 0, false, VK_SUCCESS)
    }

    /// A driver that does not open its device is skipped unless it was named.
    @Test(arguments: [VK_ERROR_INITIALIZATION_FAILED, VK_ERROR_EXTENSION_NOT_PRESENT, VK_ERROR_FEATURE_NOT_PRESENT])
    func anotherDeviceTakesItsPlace(_ result: VkResult) throws {
      let right = try right()
      let isOnProcessor = FailureTests.Way.whole.options.hardware == .processor
      let devices = try VulkanContext.devices().count {
        $0.problem == nil && ($0.kind == .cpu || !isOnProcessor)
      }
      fvk_fail("vkCreateDevice", 1, false, result)
      do throws(RenderError) {
        let context = try context()
        #expect(devices > 1)
        // Pixels of another driver may differ by rounding.
        #expect(try pixels(context).count == right.count)
      } catch {
        #expect(devices == 1 && error == .device(call: "vkCreateDevice", result: result.rawValue))
      }
      fvk_fail("vkCreateDevice", 1, true, result)
      #expect(throws: RenderError.device(call: "vkCreateDevice", result: result.rawValue)) { try context() }
      fvk_fail(nil, 0, false, VK_SUCCESS)
      #expect(try pixels(context()) == right)
    }

    /// Without a driver or a device there is no context, and the error states the reason.
    @Test(
      arguments: rows(
        "vkCreateInstance", VK_ERROR_OUT_OF_HOST_MEMORY, VK_ERROR_OUT_OF_DEVICE_MEMORY, VK_ERROR_INCOMPATIBLE_DRIVER)
        + rows("vkEnumeratePhysicalDevices", VK_ERROR_OUT_OF_HOST_MEMORY, VK_ERROR_INITIALIZATION_FAILED))
    func aMissingDriverIsReported(_ row: Row) throws {
      fvk_fail(row.call, 1, true, row.result)
      do throws(RenderError) {
        _ = try context()
        Issue.record("the failure is ignored")
      } catch {
        #expect("\(error)".contains(row.call) && "\(error)".contains("\(row.result.rawValue)"), "\(error)")
      }
      fvk_fail(nil, 0, false, VK_SUCCESS)
    }

    /// A device that is lost in each render is reopened three times, two seconds apart, and then no more.
    @Test func lostAgainAndAgain() throws {
      fvk_fail(nil, 0, false, VK_SUCCESS)
      let context = try context()
      let start = ContinuousClock.now
      fvk_fail("vkQueueSubmit", 1, true, VK_ERROR_DEVICE_LOST)
      let lost = RenderError.device(call: "vkQueueSubmit", result: VK_ERROR_DEVICE_LOST.rawValue)
      for _ in 0..<4 { #expect(throws: lost) { try pixels(context) } }
      // The first time it is reopened at once.
      #expect(ContinuousClock.now - start >= .seconds(4))
      #expect(fvk_calls("vkCreateDevice") == 3)
      do throws(RenderError) {
        _ = try pixels(context)
        Issue.record("the failure is ignored")
      } catch {
        guard case .unsupported(let text) = error else { throw error }
        #expect(text.contains("was lost 3 times in a row"))
      }
      #expect(fvk_calls("vkCreateDevice") == 3)
      fvk_fail(nil, 0, false, VK_SUCCESS)
    }

    /// Losses with a successful render between them are not counted together.
    @Test func lossesApart() throws {
      let right = try right()
      let context = try context()
      for _ in 0..<4 {
        fvk_fail("vkQueueSubmit", 1, false, VK_ERROR_DEVICE_LOST)
        #expect(throws: RenderError.self) { try pixels(context) }
        #expect(try pixels(context) == right)
      }
      fvk_fail(nil, 0, false, VK_SUCCESS)
    }
  }
}
