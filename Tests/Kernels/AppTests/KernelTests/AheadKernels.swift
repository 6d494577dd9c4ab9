import CoreImage
import Foundation
import KernelLanguage
import KernelModules
import ProcessorEngine
import StageCompiler
import TestFiles
import TestSupport

/// Kernels that are compiled as by the plugin KernelPlugin: to a library, and to native stages, which are loaded at
/// once.
struct AheadKernels {
  let library: Data

  /// - Parameter levels: the processor levels of the stages; by default the level that contexts use.
  init(_ texts: [KernelText], levels: [ProcessorLevel] = ProcessorLevel.supported.suffix(1)) throws {
    library = try KernelLibrary.file(of: texts) { glsl in Glslang.compile(glsl) }
    let list = try KernelLibrary(library).stageList()
    let root = FileManager.default.temporaryDirectory.appendingPathComponent("ahead-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: root) }
    let runtime = repository.appendingPathComponent("Sources/Native/CStages")
    let folder = StageFolder(
      root: root, compiler: .distantPast, clang: try Clang(path: Self.clang.path, runtime: runtime))
    let groups = try list.split(separator: "\n").map { StageGroup(try KernelForm($0)) }
    let wanted = levels.compactMap { StageLevel(rawValue: $0.rawValue) }
    for (level, object) in try folder.libraries(of: groups, on: StageGroup.memory, for: wanted) {
      let file = root.appendingPathComponent("\(level.rawValue).so")
      try object.write(to: file)
      try LinkedStages.shared.add(file, for: ProcessorLevel(rawValue: level.rawValue)!)
    }
  }

  func kernels() throws -> [CIKernel] {
    try CIKernel.kernelNames(fromMetalLibraryData: library).map { try kernel($0) }
  }

  /// Returns the kernel of a name, as an instance of its class.
  func kernel(_ name: String) throws -> CIKernel {
    if let kernel = try? CIColorKernel(functionName: name, fromMetalLibraryData: library) { return kernel }
    if let kernel = try? CIWarpKernel(functionName: name, fromMetalLibraryData: library) { return kernel }
    return try CIKernel(functionName: name, fromMetalLibraryData: library)
  }

  /// The C compiler of the toolchain that runs the tests.
  private static let clang: URL = {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").map {
      URL(fileURLWithPath: String($0))
    }
    let swift = folders.map { $0.appendingPathComponent("swift").resolvingSymlinksInPath() }
      .filter { FileManager.default.isExecutableFile(atPath: $0.path) }
    let candidates = swift.map { $0.deletingLastPathComponent() } + folders
    return candidates.map { $0.appendingPathComponent("clang") }
      .first { FileManager.default.isExecutableFile(atPath: $0.path) } ?? URL(fileURLWithPath: "/usr/bin/clang")
  }()
}
