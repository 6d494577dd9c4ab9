import Foundation
import PackagePlugin

/// Compiles every file of `Shaders/` that has changed to SPIR-V when the package is built.
@main struct ShaderPlugin: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
    let shaders = context.package.directoryURL.appending(path: "Shaders", directoryHint: .isDirectory)
    let work = context.pluginWorkDirectoryURL
    let files =
      FileManager.default.enumerator(at: shaders, includingPropertiesForKeys: nil)?
      .compactMap { $0 as? URL }.filter { $0.pathExtension == "glsl" } ?? []
    return [
      .buildCommand(
        displayName: "Compiling shaders", executable: try context.tool(named: "ShaderCompiler").url,
        arguments: [shaders.path, work.path], inputFiles: files.sorted { $0.path < $1.path },
        outputFiles: [work.appending(path: "CompiledShaders.swift")])
    ]
  }
}
