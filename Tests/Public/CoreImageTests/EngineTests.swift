import CoreImage
import Foundation
import ImageGraph
import ImagePlanning
import ProcessorEngine
import Synchronization
import TestSupport
import Testing
import VulkanEngine

/// Tests of the choice of the engine.
@Suite struct EngineTests {
  private static let hasGraphics =
    (try? VulkanContext.devices().contains { $0.kind != .cpu && $0.problem == nil }) ?? false

  @Test func softwareIsTheProcessor() throws {
    #expect(try CIContext(checked: [.useSoftwareRenderer: true]).backendName == "processor")
    #expect(CIContext(options: [.useSoftwareRenderer: true]).backendName == "processor")
  }

  /// A driver that runs Vulkan on the CPU is not a GPU.
  @Test(.enabled(if: !hasGraphics && (ProcessInfo.processInfo.environment["CI_BACKEND"] ?? "").isEmpty))
  func withoutAGPUTheProcessorRenders() throws {
    #expect(CIContext().backendName == "processor")
    #expect(try CIContext(checked: [.backend: "automatic"]).backendName == "processor")
  }

  @Test(.enabled(if: Backend.vulkanContext != nil)) func vulkanOnTheCPUIsUsedIfRequested() throws {
    let name = try #require(Backend.vulkanContext?.info.name)
    #expect(try CIContext(checked: [.backend: "vulkan"]).deviceName == name)
    #expect(try CIContext(checked: [.device: name]).backendName == "vulkan")
    #expect(try CIContext(checked: [.device: name]).deviceName == name)
  }

  @Test func theEnvironmentWins() throws {
    for name in Backend.contextNames {
      let settings = ContextSettings([.backend: "vulkan"], environment: ["CI_BACKEND": name])
      #expect(try CIContext(settings).backendName == name)
    }
  }

  @Test func statisticsSayWhatRendered() throws {
    for name in Backend.contextNames {
      let context = try CIContext(checked: [.backend: name])
      let statistics = try context.statistics(
        of: .red.cropped(to: CGRect(x: 0, y: 0, width: 4, height: 4)), from: CGRect(x: 0, y: 0, width: 4, height: 4),
        format: .RGBA8, colorSpace: nil)
      #expect(statistics.engine?.rawValue == name)
      #expect("\(statistics)".hasPrefix(name))
    }
  }

  /// Native stages for another processor cannot be loaded.
  @Test func whereStagesCannotBeOpenedAnotherEngineRendersAndALineSaysSo() throws {
    let foreign = try #require(ProcessorLevel.allCases.first { !$0.isSupported })
    let lines = Mutex<[String]>([])
    var settings = ContextSettings([:], environment: [:])
    settings.level = foreign
    settings.vulkan.hardware = .processor
    settings.log = RenderLog { line in lines.withLock { $0.append(line) } }
    let context = try CIContext(settings)
    let hasVulkan = (try? VulkanContext.devices().contains { $0.kind == .cpu && $0.problem == nil }) ?? false
    #expect(context.backendName == (hasVulkan ? "vulkan" : "reference"))
    #expect(lines.withLock { $0.count } == 1)
    #expect(lines.withLock { $0[0].contains("renders instead") })
    settings.backend = .processor
    #expect(throws: RenderError.self) { try CIContext(settings) }
  }

  @Test func graphicsHardwareIsKnownByItsDeviceFiles() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "dev-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    try FileManager.default.createDirectory(at: folder.appending(path: "dri"), withIntermediateDirectories: true)
    func with(_ name: String) throws -> Bool {
      let file = folder.appending(path: name)
      try Data().write(to: file)
      defer { try? FileManager.default.removeItem(at: file) }
      return DeviceHardware.mayHaveGraphics(in: folder)
    }
    #expect(!DeviceHardware.mayHaveGraphics(in: folder))
    #expect(!DeviceHardware.mayHaveGraphics(in: folder.appending(path: "nowhere")))
    // A display controller without a GPU.
    #expect(try !with("dri/card0") && !with("null"))
    for name in ["dri/renderD128", "nvidia0", "nvidiactl", "dxg", "kgsl-3d0", "mali0"] { #expect(try with(name)) }
  }
}
