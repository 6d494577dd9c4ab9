import ImageGraph
import TestSupport
import Testing
import VulkanEngine

/// The copy rates with which benchmarks compare uploads and downloads.
@Suite struct CopyRateTests {
  @Test func copiesOfAllKindsAreTimed() throws {
    guard Backend.engines.contains(.vulkan) else { return }
    let context = try #require(Backend.vulkanContext)
    let directions: [(VulkanContext.CopyLocation, VulkanContext.CopyLocation)] = [
      (.host, .device), (.device, .device), (.device, .host),
    ]
    for (from, to) in directions {
      let times = try context.copyTimes(of: 1 << 16, from: from, to: to, runs: 3)
      #expect(times.count == 3)
      #expect(times.allSatisfy { $0 >= 0 && $0.isFinite })
    }
    #expect(context.validationMessages.isEmpty)
  }

  @Test func stagingMemoryIsMapped() throws {
    guard Backend.engines.contains(.vulkan) else { return }
    let context = try #require(Backend.vulkanContext)
    let read = try context.withStaging(byteCount: 4096) { bytes in
      bytes.initializeMemory(as: UInt8.self, repeating: 7)
      return bytes.count == 4096 && bytes.allSatisfy { $0 == 7 }
    }
    #expect(read)
  }

  @Test func tooLargeAllocationsAreRejected() throws {
    guard Backend.engines.contains(.vulkan) else { return }
    let context = try #require(Backend.vulkanContext)
    let error = #expect(throws: RenderError.self) {
      try context.copyTimes(of: Int.max / 2, from: .device, to: .device, runs: 1)
    }
    guard case .limit(let what, let requested, let allowed)? = error else {
      Issue.record("\(error.map { "\($0)" } ?? "nothing") was thrown, not a limit")
      return
    }
    #expect(what.contains("one allocation"))
    #expect(requested > allowed)
  }
}
