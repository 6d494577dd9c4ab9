import Foundation

/// ShaderCompiler SHADERS OUTPUT.swift
///
/// Compiles every .glsl file under the folder SHADERS, save those in its folder Shared, and writes one Swift file.
let arguments = CommandLine.arguments
guard arguments.count == 3 else {
  FileHandle.standardError.write(Data("usage: ShaderCompiler SHADERS OUTPUT.swift\n".utf8))
  exit(2)
}

let modules = ShaderFolder(root: URL(fileURLWithPath: arguments[1], isDirectory: true)).compile()
guard let modules else { exit(1) }

do {
  try swiftSource(of: modules).write(toFile: arguments[2], atomically: true, encoding: .utf8)
} catch {
  FileHandle.standardError.write(Data("\(arguments[2]): error: \(error.localizedDescription)\n".utf8))
  exit(1)
}
