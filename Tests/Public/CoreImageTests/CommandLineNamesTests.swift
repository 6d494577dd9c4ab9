import Foundation
import ImageFilters
import Testing

/// Tests of names on the command line: abbreviations, colours, searches.
@Suite struct CommandLineNamesTests {
  private let tool: CommandLineTests

  init() throws { tool = try CommandLineTests() }

  @Test func theVersionIsPrinted() throws {
    let result = try tool.citool("--version")
    #expect(result.status == 0 && result.text.prefixMatch(of: #/citool \d+\.\d+\.\d+\n/#) != nil)
    // The meaning of FFmpeg's licence; the video tests check which one it is.
    #expect(result.text.contains("FFmpeg") && result.text.contains("GPL"), "\(result.text)")
  }

  @Test func thePrefixAndTheCaseOfNamesMayDiffer() throws {
    for name in ["CIColorInvert", "ColorInvert", "colorinvert", "cicolorinvert"] {
      #expect(try tool.citool("apply", tool.corner, "-f", name, "-o", "\(name).png").status == 0)
      #expect(try tool.citool("compare", "CIColorInvert.png", "\(name).png").text == "identical: 3x2\n")
      #expect(try tool.citool("describe", name).text.hasPrefix("CIColorInvert"))
    }
    #expect(try tool.citool("describe", "ColorInver").status == 3)
  }

  @Test func coloursHaveNames() throws {
    func color(_ text: String) throws -> String {
      let name = text.filter { $0.isLetter || $0.isNumber } + ".png"
      let done = try tool.citool(
        "apply", "-f", "CIConstantColorGenerator", "color=\(text)", "--rect", "0,0,2,2", "-o", name)
      #expect(done.status == 0, "\(done.errors)")
      return name
    }
    let red = try color("1,0,0")
    for text in ["red", "Red", "#ff0000", "#f00", "#FF0000ff", "1,0,0,1"] {
      #expect(try tool.citool("compare", red, color(text)).text == "identical: 2x2\n", "\(text)")
    }
    #expect(try tool.citool("compare", color("orange"), color("#ff8000")).text == "identical: 2x2\n")
    for text in ["ultraviolet", "#ff", "1,0", "#gggggg"] {
      let wrong = try tool.citool(
        "apply", "-f", "CIConstantColorGenerator", "color=\(text)", "--rect", "0,0,2,2", "-o", "x.png")
      #expect(wrong.status == 2 && wrong.errors.contains("colour"), "\(wrong.errors)")
    }
  }

  @Test func theListHasASearch() throws {
    let blurs = try tool.citool("list", "blur", "gaussian").text
    #expect(blurs.contains("CIGaussianBlur") && !blurs.contains("CIBoxBlur"))
    #expect(try tool.citool("list", "BLUR", "--category", "Stylize").text.contains("CIGaussianBlur") == false)
    let nothing = try tool.citool("list", "xyzzy")
    #expect(nothing.status == 1 && nothing.errors.contains("xyzzy"))
    #expect(try tool.citool("list", "--names").text.split(separator: "\n").count == Catalogue.all.count)
    #expect(try tool.citool("describe", "bloom", "--keys").text == "image\nradius\nintensity\n")
  }

  @Test func dataMayComeFromAFile() throws {
    try tool.write("hello", as: "message.txt")
    #expect(try tool.citool("apply", "-f", "CIQRCodeGenerator", "message=@message.txt", "-o", "a.png").status == 0)
    #expect(try tool.citool("apply", "-f", "CIQRCodeGenerator", "message=hello", "-o", "b.png").status == 0)
    #expect(try tool.citool("compare", "a.png", "b.png").text.hasPrefix("identical"))
    #expect(try tool.citool("apply", "-f", "CIQRCodeGenerator", "message=@none.txt", "-o", "c.png").status == 1)
  }
}
