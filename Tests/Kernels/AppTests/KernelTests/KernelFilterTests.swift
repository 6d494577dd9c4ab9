import CoreImage
import Foundation
import TestContexts
import TestSupport
import Testing

/// A filter of an app whose output is a kernel's, with the attributes of Core Image's filters.
private final class TwoTones: CIFilter {
  @CIInput var inputImage: CIImage?
  @CIInput var inputAmount = 0.5

  private static let kernel = CIColorKernel(
    source: "kernel vec4 tones(__sample s, float k) { return vec4(s.r * k, s.g * (1.0 - k), s.b, s.a); }")

  override class func customAttributes() -> [String: Any]? {
    [
      kCIAttributeFilterCategories: [kCICategoryColorEffect],
      "inputAmount": [kCIAttributeClass: "NSNumber", kCIAttributeDefault: 0.25, kCIAttributeSliderMax: 1],
    ]
  }

  override var attributes: [String: Any] {
    super.attributes.merging([kCIAttributeFilterDisplayName: "Two Tones"]) { $1 }
  }

  override var outputImage: CIImage? {
    guard let inputImage else { return nil }
    return Self.kernel?.apply(extent: inputImage.extent, arguments: [inputImage, inputAmount])
  }
}

private struct Tones: CIFilterConstructor {
  func filter(withName name: String) -> CIFilter? { TwoTones() }
}

/// App filters with kernels, compared with those of the catalogue.
@Suite struct KernelFilterTests {
  private let image = KernelImageLoads.noise()

  @Test func itSaysOfItselfWhatItsClassSays() throws {
    let filter = TwoTones()
    #expect(filter.inputKeys == ["inputImage", "inputAmount"] && filter.outputKeys == [kCIOutputImageKey])
    #expect(filter.attributes[kCIAttributeFilterDisplayName] as? String == "Two Tones")
    #expect(filter.attributes[kCIAttributeFilterName] as? String == "TwoTones")
    #expect(filter.attributes[kCIAttributeFilterCategories] as? [String] == [kCICategoryColorEffect])
    let amount = try #require(filter.attributes["inputAmount"] as? [String: Any])
    #expect(amount[kCIAttributeSliderMax] as? Int == 1)
    // The initial values of its properties, until the caller sets the defaults that it states.
    #expect(filter.inputAmount == 0.5)
    filter.setDefaults()
    #expect(filter.inputAmount == 0.25)
    #expect(filter.outputImage == nil)
  }

  @Test(arguments: Backend.contextNames)
  func itsImageIsItsKernels(_ backend: String) throws {
    let context = try KernelImageLoads.context(backend)
    let filter = TwoTones()
    filter.setValue(image, forKey: kCIInputImageKey)
    filter.setValue(0.75, forKey: "inputAmount")
    let copy = try #require(filter.copy() as? TwoTones)
    filter.setValue(0, forKey: "inputAmount")
    let before = try KernelImageLoads.pixels(image, image.extent, context)
    let after = try KernelImageLoads.pixels(#require(copy.outputImage), image.extent, context)
    #expect(zip(before, after).allSatisfy { $1 == SIMD4($0.x * 0.75, $0.y * 0.25, $0.z, $0.w) })
  }

  @Test(arguments: Backend.engineNames)
  func byItsNameItIsAStepOfAChain(_ engine: String) throws {
    CIFilter.registerName("RegisteredTones", constructor: Tones())
    let context = try KernelImageLoads.context(engine)
    let filter = try #require(CIFilter(name: "RegisteredTones"))
    #expect(filter.attributes[kCIAttributeFilterDisplayName] as? String == "Two Tones")
    #expect((filter.value(forKey: "inputAmount") as? NSNumber)?.doubleValue == 0.25)
    func chain(_ amount: Double) -> CIImage {
      image.applyingFilter("CIExposureAdjust", parameters: [kCIInputEVKey: 1])
        .applyingFilter("RegisteredTones", parameters: ["inputAmount": amount])
        .applyingFilter("CISepiaTone")
    }
    for (turn, amount) in [0.3, 0.6].enumerated() {
      let statistics = try context.statistics(of: chain(amount), from: image.extent, format: .RGBA8, colorSpace: nil)
      #expect(statistics.dispatches == 1)
      #expect(turn == 0 || statistics.programsCompiled == 0)
    }
  }
}
