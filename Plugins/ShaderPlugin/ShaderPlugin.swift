import Foundation
import PackagePlugin

/// Compiles every file of `Shaders/` to SPIR-V when the package is built.
@main struct ShaderPlugin: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
    let shaders = context.package.directoryURL.appending(path: "Shaders", directoryHint: .isDirectory)
    let output = context.pluginWorkDirectoryURL.appending(path: "CompiledShaders.swift")
    let files =
      FileManager.default.enumerator(at: shaders, includingPropertiesForKeys: nil)?
      .compactMap { $0 as? URL }.filter { $0.pathExtension == "glsl" } ?? []
    return [
      .buildCommand(
        displayName: "Compiling shaders", executable: try context.tool(named: "ShaderCompiler").url,
        arguments: [shaders.path, output.path], inputFiles: files.sorted { $0.path < $1.path }, outputFiles: [output])
    ]
  }
}
