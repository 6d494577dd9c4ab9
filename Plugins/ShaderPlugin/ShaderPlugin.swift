import Foundation
import PackagePlugin

/// Compiles the changed files of `Shaders/` when the package is built: to SPIR-V, and from that, through C, to native
/// code.
@main struct ShaderPlugin: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
    let shaders = context.package.directoryURL.appending(path: "Shaders", directoryHint: .isDirectory)
    let runtime = context.package.directoryURL.appending(path: "Sources/Native/CStages", directoryHint: .isDirectory)
    let work = context.pluginWorkDirectoryURL
    let modules = work.appending(path: "CompiledShaders.swift")
    let stages = work.appending(path: "CompiledStages+All.swift")
    return [
      .buildCommand(
        displayName: "Compiling shaders", executable: try context.tool(named: "ShaderCompiler").url,
        arguments: [shaders.path, work.path], inputFiles: files(in: shaders, ending: "glsl"), outputFiles: [modules]),
      .buildCommand(
        displayName: "Compiling stages", executable: try context.tool(named: "StageCompiler").url,
        arguments: [
          "shaders", modules.path, stages.path, try context.tool(named: "clang").url.path, runtime.path,
          work.appending(path: "Stages").path,
        ],
        inputFiles: [modules] + files(in: runtime, ending: "h") + files(in: runtime, ending: "c"), outputFiles: [stages]
      ),
    ]
  }

  private func files(in folder: URL, ending: String) -> [URL] {
    let all = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)?.compactMap { $0 as? URL }
    return (all ?? []).filter { $0.pathExtension == ending }.sorted { $0.path < $1.path }
  }
}
