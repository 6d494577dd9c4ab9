import Foundation

/// StageCompiler MODULES OUT CLANG RUNTIME WORK
///
/// Writes C for every formula of the compiled shaders in the Swift file MODULES, compiles it by CLANG for each level of
/// processor, and writes a Swift file that holds the shared objects. RUNTIME is the folder of the target CStages, which
/// has the headers. What did not change since the last time is taken from the folder WORK.
@main enum StageCompiler {
  static func main() {
    let arguments = CommandLine.arguments
    guard arguments.count == 6 else { fail("usage: StageCompiler MODULES OUT CLANG RUNTIME WORK") }
    do throws(StageError) {
      let runtime = URL(fileURLWithPath: arguments[4], isDirectory: true)
      let executable = Bundle.main.executableURL ?? URL(fileURLWithPath: arguments[0])
      let folder = StageFolder(
        root: URL(fileURLWithPath: arguments[5], isDirectory: true), compiler: modified(executable) ?? .distantFuture,
        clang: try Clang(path: arguments[3], runtime: runtime))
      guard let modules = try? String(contentsOfFile: arguments[1], encoding: .utf8) else {
        throw StageError("\(arguments[1]): error: cannot be read")
      }
      let groups = StageGroup.all(CompiledModule.all(in: modules))
      guard !groups.isEmpty else { throw StageError("\(arguments[1]): error: there is no module in this file") }
      let text = Data(swiftSource(of: try folder.libraries(of: groups)).utf8)
      let out = URL(fileURLWithPath: arguments[2])
      // A file that says this already stays as it is, so that what depends on it is not built again.
      if (try? Data(contentsOf: out)) != text {
        do { try text.write(to: out, options: .atomic) } catch {
          throw StageError("\(out.path): error: \(error.localizedDescription)")
        }
      }
    } catch {
      fail(error.description)
    }
  }

  /// Base64 in static strings: a compiler takes that faster than lists of numbers.
  private static func swiftSource(of libraries: [StageLevel: Data]) -> String {
    let entries = StageLevel.allCases.compactMap { level in
      libraries[level].map {
        """
            #if arch(\(level.architecture))
            all.append(CompiledStages(level: "\(level.rawValue)", base64: "\($0.base64EncodedString())"))
            #endif

        """
      }
    }
    return """
      // Written by StageCompiler when the package is built.

      extension CompiledStages {
        /// The stages for processors of this architecture, the least able first.
        package static let all: [CompiledStages] = {
          var all: [CompiledStages] = []
      \(entries.joined())    return all
        }()
      }

      """
  }

  private static func fail(_ text: String) -> Never {
    FileHandle.standardError.write(Data((text + "\n").utf8))
    exit(1)
  }
}
