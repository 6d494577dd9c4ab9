import Foundation
import TestFiles
import Testing

/// The documentation of typed properties, generated from declarations by the build tool.
@Suite struct InputSentenceTests {
  private let home: TestFolder
  private var folder: URL { home.url }

  init() throws {
    home = try TestFolder()
  }

  /// Returns the typed forms of the filters that a source declares.
  private func typedForms(_ source: String) throws -> String {
    let (file, result) = (folder.appending(path: "Some.swift"), folder.appending(path: "Forms.swift"))
    try Data(source.utf8).write(to: file)
    let compiler = try #require(Bundle.main.executableURL).deletingLastPathComponent()
      .appending(path: "CatalogueCompiler")
    _ = try FinishedProgram.output(compiler.path, ["builtins", result.path, file.path])
    return try String(contentsOf: result, encoding: .utf8)
  }

  /// Returns the sentence of an input with this declaration.
  private func sentence(_ parameter: String) throws -> String {
    let forms = try typedForms(
      """
      enum Some {
        static let input = \(parameter)
        static let filter = Filter("CISome", summary: "Does some.", parameters: [input])
      }
      """)
    let lines = forms.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
    return String(try #require(lines.first { $0.hasPrefix("/// `input") }).dropFirst(4))
  }

  @Test func aNumberHasItsUnitItsRangesAndItsDefault() throws {
    #expect(
      try sentence(#"Parameter<Float>("inputRadius", type: .distance, default: 10, min: 0, slider: 0...100)"#)
        == "`inputRadius`: a number of pixels, 0 or more, usually 0...100; default 10.")
    #expect(
      try sentence(#"Parameter<Float>("inputAmount", default: -0.5, min: -1, max: 1, slider: -1...1)"#)
        == "`inputAmount`: a number, -1...1; default -0.5.")
    #expect(
      try sentence(#"Parameter<Float>("inputAngle", type: .angle, default: 0, slider: -Double.pi...Double.pi)"#)
        == "`inputAngle`: an angle in radians, usually -π...π; default 0.")
  }

  @Test func otherValuesAreWrittenAsPeopleWriteThem() throws {
    #expect(
      try sentence(#"Parameter<SIMD2<Double>>("inputCenter", type: .position, default: [150, 150])"#)
        == "`inputCenter`: a point, in pixels; default (150, 150).")
    #expect(
      try sentence(#"Parameter<UserRect>("inputExtent", default: UserRect(x: 0, y: 0, width: 30, height: 20))"#)
        == "`inputExtent`: a rectangle, in pixels; default (0, 0, 30, 20).")
    #expect(
      try sentence(#"Parameter<ColorValue>("inputColor", type: .color, default: .white)"#)
        == "`inputColor`: a colour; default white.")
    #expect(
      try sentence(#"Parameter<Bool>("inputExact", default: true)"#) == "`inputExact`: true or false; default true.")
    #expect(try sentence(#"Parameter<String>("inputLevel", default: "M")"#) == #"`inputLevel`: a string; default "M"."#)
  }

  @Test func whatIsMissingMayBeLeftOutOrHasToBeSet() throws {
    #expect(try sentence(#"Parameter<Node>("inputImage", type: .image)"#) == "`inputImage`: an image; required.")
    #expect(
      try sentence(#"Parameter<ColorSpace>("inputColorSpace", isOptional: true)"#)
        == "`inputColorSpace`: a colour space; optional.")
  }

  @Test func computedNumbersAreLeftOut() throws {
    #expect(try sentence(#"Parameter<Float>("inputTurn", default: tau / 2)"#) == "`inputTurn`: a number.")
  }

  @Test func filtersThatShareAProtocolSayOnlyWhatIsTrueOfAll() throws {
    let forms = try typedForms(
      """
      enum First {
        static let width = Parameter<Float>("inputWidth", default: 6)
        static let sharp = Parameter<Float>("inputSharpness", default: 1)
        static let filter = Filter("CIFirst", summary: "One.", builtin: "CIScreens", parameters: [width, sharp])
      }
      enum Second {
        static let width = Parameter<Float>("inputWidth", default: 8)
        static let sharp = Parameter<Float>("inputSharpness", default: 1)
        static let filter = Filter("CISecond", summary: "Two.", builtin: "CIScreens", parameters: [width, sharp])
      }
      """)
    #expect(forms.contains("/// `inputWidth`: a number; range and default are the filter's."))
    #expect(forms.contains("/// `inputSharpness`: a number; default 1."))
    #expect(forms.contains("/// The inputs of 2 filters as properties, CIFirst and CISecond among them."))
    #expect(forms.contains("/// Returns a new CISecond with its defaults: Two."))
  }
}
