import Foundation
import PackagePlugin

/// Compiles the kernels of a target, its files *.ci.metal, *.cikernel and *.ci.glsl, when it is built: into one
/// resource, `default.metallib`, which `CIKernel(functionName:fromMetalLibraryData:)` loads. Errors of the texts are
/// errors of the build.
@main struct KernelPlugin: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
    guard let target = target as? any SourceModuleTarget else { return [] }
    let all =
      FileManager.default.enumerator(at: target.directoryURL, includingPropertiesForKeys: nil)?
      .compactMap { $0 as? URL } ?? []
    let endings = [".ci.metal", ".cikernel", ".ci.glsl"]
    let kernels = all.filter { file in endings.contains { file.lastPathComponent.hasSuffix($0) } }
      .sorted { $0.path < $1.path }
    guard !kernels.isEmpty else {
      Diagnostics.warning("\(target.name) uses KernelPlugin and has no *.ci.metal, *.cikernel or *.ci.glsl")
      return []
    }
    let library = context.pluginWorkDirectoryURL.appending(path: "default.metallib")
    return [
      .buildCommand(
        displayName: "Compiling the kernels of \(target.name)",
        executable: try context.tool(named: "KernelBuilder").url,
        arguments: [library.path] + kernels.map(\.path), inputFiles: kernels, outputFiles: [library])
    ]
  }
}
