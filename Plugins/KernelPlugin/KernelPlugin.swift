import Foundation
import PackagePlugin

/// Compiles the kernels of a target, its files *.ci.metal, *.cikernel and *.ci.glsl, when it is built: into a resource,
/// `default.metallib`, which `CIKernel(functionName:fromMetalLibraryData:)` loads, and into native code in the target
/// itself, which the processor engine runs. Kernels can include files *.h of their folder. Errors in the kernel source
/// are errors of the build.
@main struct KernelPlugin: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
    guard let target = target as? any SourceModuleTarget else { return [] }
    let kernels = files(in: target.directoryURL, ending: [".ci.metal", ".cikernel", ".ci.glsl"])
    guard !kernels.isEmpty else {
      Diagnostics.warning("\(target.name) uses KernelPlugin and has no *.ci.metal, *.cikernel or *.ci.glsl")
      return []
    }
    let headers = files(in: target.directoryURL, ending: [".h"])
    let work = context.pluginWorkDirectoryURL
    let (library, list) = (work.appending(path: "default.metallib"), work.appending(path: "Kernels.list"))
    var commands: [Command] = [
      .buildCommand(
        displayName: "Compiling the kernels of \(target.name)",
        executable: try context.tool(named: "KernelBuildTool").url,
        arguments: [library.path, list.path] + (kernels + headers).map(\.path), inputFiles: kernels + headers,
        outputFiles: [library])
    ]
    // A target that contains only kernels does not link the engine that would run native code.
    if let runtime = target.recursiveTargetDependencies.first(where: { $0.name == "CStages" })?.directoryURL {
      let stages = work.appending(path: "KernelStages.swift")
      commands.append(
        .buildCommand(
          displayName: "Compiling the kernels of \(target.name) for processors",
          executable: try context.tool(named: "StageCompiler").url,
          arguments: [
            "kernels", list.path, stages.path, try context.tool(named: "clang").url.path, runtime.path,
            work.appending(path: "Stages").path,
          ],
          inputFiles: [library] + files(in: runtime, ending: [".h", ".c"]), outputFiles: [stages]))
    }
    return commands
  }

  private func files(in folder: URL, ending: [String]) -> [URL] {
    let all =
      FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)?.compactMap { $0 as? URL } ?? []
    return all.filter { file in ending.contains { file.lastPathComponent.hasSuffix($0) } }.sorted { $0.path < $1.path }
  }
}
