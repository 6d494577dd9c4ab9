import CoreImage
import Foundation
import TestFiles
import Testing

/// The filter in README.md, docs/porting.md and the documentation catalogue, as it is printed there.
private final class Glow: CIFilter {
  @CIInput var inputImage: CIImage?
  @CIInput var inputRadius = 10.0

  override var outputImage: CIImage? {
    guard let inputImage else { return nil }
    let blurred = inputImage.clampedToExtent().applyingGaussianBlur(sigma: inputRadius).cropped(to: inputImage.extent)
    return inputImage.applyingFilter("CIScreenBlendMode", parameters: [kCIInputBackgroundImageKey: blurred])
  }
}

private struct Glows: CIFilterConstructor {
  func filter(withName name: String) -> CIFilter? { name == "Glow" ? Glow() : nil }
}

@Suite struct OwnFilterTests {
  private let gray = CIImage(color: CIColor(red: 0.5, green: 0.5, blue: 0.5))
    .cropped(to: CGRect(x: 0, y: 0, width: 8, height: 8))

  @Test func keysReachItsInputsAndItsOutputIsAChain() throws {
    let glow = Glow()
    #expect(glow.inputKeys == ["inputImage", "inputRadius"])
    #expect(glow.outputImage == nil)
    glow.setValue(gray, forKey: kCIInputImageKey)
    glow.setValue(2, forKey: kCIInputRadiusKey)
    #expect(glow.inputRadius == 2)
    #expect(glow.outputImage?.extent == gray.extent)
  }

  @Test func aRegisteredNameMakesItLikeOneOfTheCatalogue() {
    CIFilter.registerName(
      "Glow", constructor: Glows(), classAttributes: [kCIAttributeFilterCategories: [kCICategoryStylize]])
    let image = gray.applyingFilter("Glow", parameters: [kCIInputRadiusKey: 2])
    #expect(image.extent == gray.extent)
    #expect(CIFilter.filterNames(inCategory: kCICategoryStylize).contains("Glow"))
  }

  /// Checks that the pages show the tested version.
  @Test(arguments: ["README.md", "docs/porting.md", "Sources/Public/CoreImage/CoreImage.docc/CustomFilters.md"])
  func thePagesShowThisFilter(page: String) throws {
    func body(of file: URL) throws -> [String] {
      let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n").map(String.init)
      let start = try #require(lines.firstIndex { $0.hasSuffix("final class Glow: CIFilter {") })
      let end = try #require(lines[start...].firstIndex(of: "}"))
      return lines[(start + 1)..<end].map { line in
        (line.components(separatedBy: "//").first ?? line).trimmingCharacters(in: .whitespaces)
      }
    }
    #expect(
      try body(of: repository.appending(path: page)) == body(of: testFile("Public/CoreImageTests/OwnFilterTests.swift"))
    )
  }
}
