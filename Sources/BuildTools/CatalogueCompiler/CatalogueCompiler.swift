import Foundation

/// Reads the source files of the filter catalogue, and writes code that is generated from their declarations.
///
/// `CatalogueCompiler catalogue OUT FILE…` writes `Catalogue`; `CatalogueCompiler builtins OUT FILE…` writes the typed
/// classes of CIFilterBuiltins; `CatalogueCompiler documentation OUT FILE…` writes the documentation comments of the
/// filters.
@main enum CatalogueCompiler {
  static func main() {
    let arguments = CommandLine.arguments.dropFirst()
    guard let form = arguments.first, ["catalogue", "builtins", "documentation"].contains(form), arguments.count >= 2
    else {
      fail("usage: CatalogueCompiler catalogue|builtins|documentation OUT FILE…")
    }
    do {
      var declarations = Declarations()
      for file in arguments.dropFirst(2) where file.hasSuffix(".swift") {
        try declarations.read(try String(contentsOfFile: file, encoding: .utf8), file: file)
      }
      let filters = try declarations.filters()
      let text =
        switch form {
        case "catalogue": catalogueText(filters)
        case "builtins": try builtinsText(filters)
        default: documentationText(filters, declarations.comments)
        }
      let file = arguments.dropFirst().first!
      // An unchanged file keeps its date, so that its dependents are not rebuilt.
      if (try? String(contentsOfFile: file, encoding: .utf8)) != text {
        try text.write(toFile: file, atomically: true, encoding: .utf8)
      }
    } catch {
      fail("\(error)")
    }
  }

  private static func fail(_ text: String) -> Never {
    FileHandle.standardError.write(Data((text + "\n").utf8))
    exit(1)
  }
}
