import CoreImage
import Foundation
import TestSupport
import Testing

/// Several filters combined to one.
@Suite struct FilterGeneratorTests {
  private let gray = CIImage(color: CIColor(red: 0.5, green: 0.5, blue: 0.5))
    .cropped(to: CGRect(x: 0, y: 0, width: 8, height: 8))

  private func glow() throws -> CIFilterGenerator {
    let blur = try CIFilter(checked: "CIGaussianBlur")
    let blend = try CIFilter(checked: "CIScreenBlendMode")
    let exposure = try CIFilter(checked: "CIExposureAdjust")
    exposure.setValue(-1, forKey: kCIInputEVKey)
    let generator = CIFilterGenerator()
    generator.connect(exposure, withKey: kCIOutputImageKey, to: blur, withKey: kCIInputImageKey)
    generator.connect(blur, withKey: nil, to: blend, withKey: kCIInputImageKey)
    generator.exportKey(kCIInputImageKey, from: exposure, withName: nil)
    generator.exportKey(kCIInputImageKey, from: exposure, withName: nil)
    generator.exportKey(kCIInputBackgroundImageKey, from: blend, withName: nil)
    generator.exportKey(kCIInputRadiusKey, from: blur, withName: "inputGlow")
    generator.exportKey(kCIOutputImageKey, from: blend, withName: nil)
    generator.setAttributes([kCIAttributeSliderMax: 50], forExportedKey: "inputGlow")
    return generator
  }

  private func set(_ filter: CIFilter) {
    filter.setValue(gray, forKey: kCIInputImageKey)
    filter.setValue(gray, forKey: kCIInputBackgroundImageKey)
    filter.setValue(2, forKey: "inputGlow")
  }

  private func expected() -> CIImage {
    gray.applyingFilter("CIExposureAdjust", parameters: [kCIInputEVKey: -1])
      .applyingFilter("CIGaussianBlur", parameters: [kCIInputRadiusKey: 2])
      .applyingFilter("CIScreenBlendMode", parameters: [kCIInputBackgroundImageKey: gray])
  }

  @Test func aChainIsOneFilter() throws {
    let generator = try glow()
    #expect(generator.exportedKeys.count == 4)
    let filter = generator.filter()
    #expect(filter.inputKeys == ["inputImage", "inputBackgroundImage", "inputGlow"])
    #expect(filter.outputKeys == [kCIOutputImageKey])
    #expect(filter.outputImage == nil)
    set(filter)
    #expect(filter.outputImage == expected())
    let attributes = filter.attributes["inputGlow"] as? [String: Any]
    #expect(number(attributes?[kCIAttributeSliderMax]) == 50 && attributes?[kCIAttributeClass] as? String == "NSNumber")
    // Each filter has its own copies.
    let other = generator.filter()
    #expect(number(other.value(forKey: "inputGlow")) == 10)
    let copy = try #require(filter.copy() as? CIFilter)
    copy.setValue(nil, forKey: "inputGlow")
    #expect(number(copy.value(forKey: "inputGlow")) == 10 && number(filter.value(forKey: "inputGlow")) == 2)
    #expect(throws: CIFilterError.self) { try filter.set("much", forKey: "inputGlow") }
  }

  @Test func aFileBringsItBack() throws {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).cigenerator")
    defer { try? FileManager.default.removeItem(at: file) }
    #expect(try glow().write(to: file, atomically: true))
    let filter = try #require(CIFilterGenerator(contentsOf: file)).filter()
    set(filter)
    #expect(filter.outputImage == expected())
    try Data("{}".utf8).write(to: file)
    #expect(CIFilterGenerator(contentsOf: file) == nil)
  }

  @Test func aRegisteredOneIsMadeByItsName() throws {
    try glow().registerFilterName("GeneratedGlow")
    let filter = try #require(CIFilter(name: "GeneratedGlow"))
    set(filter)
    #expect(filter.outputImage == expected())
    #expect(CIFilter.filterNames(inCategory: kCICategoryFilterGenerator).contains("GeneratedGlow"))
  }

  @Test func plugInsAreLoadedByPathAndRunNoCodeUnasked() throws {
    let folder = FileManager.default.temporaryDirectory
    let file = folder.appendingPathComponent("PlugInGlow.cigenerator")
    defer { try? FileManager.default.removeItem(at: file) }
    #expect(try glow().write(to: file, atomically: true))
    try CIPlugIn.load(checked: file, allowExecutableCode: false)
    let filter = try #require(CIFilter(name: "PlugInGlow"))
    set(filter)
    #expect(filter.outputImage == expected())
    let library = folder.appendingPathComponent("plugin.so")
    #expect(
      throws: CIFilterError.plugIn(
        "plugin.so", "it contains code, which requires allowExecutableCode")
    ) { try CIPlugIn.load(checked: library, allowExecutableCode: false) }
    #expect(throws: CIFilterError.self) { try CIPlugIn.load(checked: library, allowExecutableCode: true) }
    // A library that is not a plug-in.
    let other = ["/lib/x86_64-linux-gnu/libm.so.6", "/lib/aarch64-linux-gnu/libm.so.6"]
      .first { FileManager.default.fileExists(atPath: $0) }
    guard let other else { return }
    let error = #expect(throws: CIFilterError.self) {
      try CIPlugIn.load(checked: URL(fileURLWithPath: other), allowExecutableCode: true)
    }
    #expect(error == .plugIn("libm.so.6", "it has no function coreimage_plugin"))
  }

  @Test func circlesGiveNothing() throws {
    let (a, b) = (try CIFilter(checked: "CIColorInvert"), try CIFilter(checked: "CIColorInvert"))
    let generator = CIFilterGenerator()
    generator.connect(a, withKey: nil, to: b, withKey: kCIInputImageKey)
    generator.connect(b, withKey: nil, to: a, withKey: kCIInputImageKey)
    generator.exportKey(kCIOutputImageKey, from: b, withName: nil)
    #expect(generator.filter().outputImage == nil)
    generator.disconnectObject(b, withKey: kCIOutputImageKey, to: a, withKey: kCIInputImageKey)
    generator.exportKey(kCIInputImageKey, from: a, withName: nil)
    let filter = generator.filter()
    filter.setValue(gray, forKey: kCIInputImageKey)
    #expect(filter.outputImage?.extent == gray.extent)
  }

  private func number(_ value: Any?) -> Double? {
    (value as? NSNumber)?.doubleValue ?? value as? Double ?? (value as? Int).map(Double.init)
  }
}
