import CoreImage
import CoreImage.CIFilterBuiltins
import Foundation
import Testing

/// Tests of custom filters, and of filters' properties other than inputs.
@Suite struct RegistryTests {
  static let image = CIImage.red.cropped(to: CGRect(x: 0, y: 0, width: 8, height: 8))

  /// An exposure filter with inputs that are accessible by key.
  final class Brighten: CIFilter {
    @CIInput var inputImage: CIImage?
    @CIInput var inputStops = 1.0
    @CIInput var inputCenter = CGPoint(x: 1, y: 2)
    @CIInput var inputCount: NSNumber = 3
    @CIInput var inputIsOn: Bool?

    override class func customAttributes() -> [String: Any]? {
      [
        kCIAttributeFilterDisplayName: "Brighten",
        "inputStops": [kCIAttributeClass: "NSNumber", kCIAttributeDefault: 2],
      ]
    }

    override var outputImage: CIImage? {
      inputImage?.applyingFilter("CIExposureAdjust", parameters: [kCIInputEVKey: inputStops])
    }
  }

  struct Maker: CIFilterConstructor {
    func filter(withName name: String) -> CIFilter? { name == "TestGivesNone" ? nil : Brighten() }
  }

  @Test func aRegisteredFilterIsMadeByItsNameEverywhere() throws {
    CIFilter.registerName(
      "TestBrighten", constructor: Maker(),
      classAttributes: [
        kCIAttributeFilterCategories: ["TestCategory", kCICategoryVideo], kCIAttributeFilterDisplayName: "More light",
        kCIAttributeDescription: "Brightens.", kCIAttributeReferenceDocumentation: URL(fileURLWithPath: "/page"),
      ])
    let filter = try #require(CIFilter(name: "TestBrighten", parameters: ["inputImage": Self.image, "inputStops": 1]))
    #expect(filter is Brighten)
    #expect(filter.name == "TestBrighten")
    #expect(filter.outputImage == Self.image.applyingFilter("CIExposureAdjust", parameters: [kCIInputEVKey: 1.0]))
    #expect(Self.image.applyingFilter("TestBrighten", parameters: ["inputStops": 1]) == filter.outputImage)
    #expect(CIFilter.filterNames(inCategory: "TestCategory") == ["TestBrighten"])
    #expect(CIFilter.filterNames(inCategories: ["TestCategory", kCICategoryVideo]) == ["TestBrighten"])
    #expect(CIFilter.filterNames(inCategory: nil).contains("TestBrighten"))
    #expect(CIFilter.localizedName(forFilterName: "TestBrighten") == "More light")
    #expect(CIFilter.localizedDescription(forFilterName: "TestBrighten") == "Brightens.")
    #expect(CIFilter.localizedReferenceDocumentation(forFilterName: "TestBrighten") == URL(fileURLWithPath: "/page"))
    // Registered attributes override those that the class declares.
    #expect(filter.attributes[kCIAttributeFilterDisplayName] as? String == "More light")
    #expect(filter.attributes[kCIAttributeFilterName] as? String == "TestBrighten")
    #expect((filter.attributes["inputStops"] as? [String: Any])?[kCIAttributeDefault] as? Int == 2)
    let copy = try #require(filter.copy() as? Brighten)
    copy.inputStops = 4
    #expect((filter as? Brighten)?.inputStops == 1)
    #expect(copy.inputImage == Self.image)
  }

  @Test func whatCannotBeRegisteredOrMadeIsRefused() throws {
    CIFilter.registerName("CIExposureAdjust", constructor: Maker())
    #expect(!(try CIFilter(checked: "CIExposureAdjust") is Brighten))
    CIFilter.registerName("TestGivesNone", constructor: Maker())
    #expect(CIFilter(name: "TestGivesNone") == nil)
    #expect(Brighten(name: "CIExposureAdjust") == nil)
  }

  @Test func registeringFromManyThreadsLosesNothing() async {
    await withTaskGroup(of: Void.self) { group in
      for index in 0..<64 {
        group.addTask { CIFilter.registerName("TestThread\(index)", constructor: Maker(), classAttributes: [:]) }
      }
    }
    #expect((0..<64).allSatisfy { CIFilter(name: "TestThread\($0)") is Brighten })
  }

  @Test func keysReachThePropertiesOfASubclass() throws {
    let filter = Brighten()
    #expect(filter.inputKeys == ["inputImage", "inputStops", "inputCenter", "inputCount", "inputIsOn"])
    #expect(filter.outputKeys == ["outputImage"])
    filter.setValue(Self.image, forKey: kCIInputImageKey)
    filter.setValue(3, forKey: "inputStops")
    filter.setValue(CIVector(x: 5, y: 6), forKey: "inputCenter")
    filter.setValue(Float(7), forKey: "inputCount")
    filter.setValue(true, forKey: "inputIsOn")
    #expect(filter.inputImage == Self.image)
    #expect(filter.inputStops == 3)
    #expect(filter.inputCenter == CGPoint(x: 5, y: 6))
    #expect(filter.inputCount == 7)
    #expect(filter.inputIsOn == true)
    #expect(filter.value(forKey: "inputStops") as? Double == 3)
    #expect(filter.value(forKey: "outputImage") as? CIImage == filter.outputImage)
    filter.setValue(nil, forKey: "inputCenter")
    #expect(filter.inputCenter == CGPoint(x: 1, y: 2))
    filter.setDefaults()
    #expect(filter.inputImage == nil)
    #expect(filter.inputStops == 2)
    #expect(filter.inputIsOn == nil)
  }

  @Test func wrongClassesForASubclassAreRefusedAndNothingChanges() throws {
    let filter = Brighten()
    #expect(
      throws: CIFilterError.wrongClass(
        filter: "Brighten", key: "inputStops", allowed: "a value of type Double", given: "String much")
    ) { try filter.set("much", forKey: "inputStops") }
    #expect(throws: CIFilterError.self) { try filter.set(1, forKey: "inputImage") }
    #expect(filter.inputStops == 1)
    filter.setValue("much", forKey: "inputStops")
    #expect(throws: CIFilterError.self) { try filter.checkedOutputImage() }
  }

  @Test func aFilterThatIsOffPassesTheImageThrough() throws {
    let filter = CIFilter.exposureAdjust()
    filter.inputImage = Self.image
    filter.ev = 2
    #expect(filter.outputImage != Self.image)
    filter.isEnabled = false
    #expect(filter.outputImage == Self.image)
    #expect(try filter.checkedOutputImage() == Self.image)
    let generator = try CIFilter(checked: "CICheckerboardGenerator")
    #expect(generator.outputImage != nil)
    generator.isEnabled = false
    #expect(generator.outputImage == nil)
  }

  @Test func bitmapsOfCodesAreTheirModules() throws {
    let filter = CIFilter.qrCodeGenerator()
    filter.message = Data("Hello world".utf8)
    filter.correctionLevel = "L"
    #expect(filter.outputKeys == ["outputImage", "outputCGImage"])
    let bitmap = try #require(filter.value(forKey: "outputCGImage") as? CGImage)
    #expect((bitmap.width, bitmap.height) == (23, 23))
    #expect(filter.value(forKey: "outputNothing") == nil)
    filter.message = Data()
    #expect(filter.value(forKey: "outputCGImage") == nil)
  }

  @Test func dataOfHistogramsAreFourFloatsForEachBin() throws {
    let filter = CIFilter.areaHistogram()
    filter.inputImage = CIImage.white.cropped(to: CGRect(x: 0, y: 0, width: 4, height: 4))
    filter.extent = CGRect(x: 0, y: 0, width: 4, height: 4)
    filter.count = 8
    let data = try #require(filter.value(forKey: "outputData") as? Data)
    let floats = data.withUnsafeBytes { Array($0.bindMemory(to: Float.self)) }
    // 16 white pixels: all of them in the last bin.
    #expect(floats.count == 32)
    #expect(floats.suffix(4).allSatisfy { $0 == 1 })
    #expect(floats.prefix(28).allSatisfy { $0 == 0 })
    #expect(filter.value(forKey: "outputImageNonMPS") as? CIImage == filter.outputImage)
  }

  @Test func attributedStringsComeBackAsTheyWereSet() throws {
    let text = NSMutableAttributedString(string: "Hello ")
    text.append(
      NSAttributedString(
        string: "world", attributes: [.font: CIFont(name: "DejaVuSans-Bold", size: 20), .foregroundColor: CIColor.red]))
    let filter = CIFilter.attributedTextImageGenerator()
    filter.text = text
    #expect(filter.text.string == "Hello world")
    let back = try #require(filter.value(forKey: "inputText") as? NSAttributedString)
    #expect(back.attribute(.font, at: 7, effectiveRange: nil) as? CIFont == CIFont(name: "DejaVuSans-Bold", size: 20))
    #expect(try filter.checkedOutputImage().extent.height == 24)
    filter.setValue("plain", forKey: "inputText")
    #expect(filter.text.string == "plain")
  }

  @Test func descriptorsComeBackAsTheyWereSet() throws {
    let payload = Data((0..<16).map { UInt8($0) })
    let descriptor = try #require(
      CIQRCodeDescriptor(payload: payload, symbolVersion: 1, maskPattern: 3, errorCorrectionLevel: .levelM))
    let filter = CIFilter.barcodeGenerator()
    #expect(filter.outputImage == nil)
    filter.barcodeDescriptor = descriptor
    #expect(filter.barcodeDescriptor == descriptor)
    #expect((filter.barcodeDescriptor as? CIQRCodeDescriptor)?.errorCorrectedPayload == payload)
    #expect(try filter.checkedOutputImage().extent == CGRect(x: 0, y: 0, width: 23, height: 23))
    #expect((filter.value(forKey: "outputCGImageForQRCodeDescriptor") as? CGImage)?.width == 23)
    #expect(filter.value(forKey: "outputCGImageForAztecCodeDescriptor") == nil)
    // 17 codewords of 6 bits: 3 of data in one compact layer.
    let aztec = CIAztecCodeDescriptor(
      payload: Data([0b0000_0100, 0b0010_0000, 0b1100_0000]), isCompact: true, layerCount: 1, dataCodewordCount: 3)
    #expect(aztec?.errorCorrectedPayload == Data([0b0000_0100, 0b0010_0000, 0b1100_0000]))
    filter.setValue(aztec, forKey: "inputBarcodeDescriptor")
    #expect(filter.outputImage?.extent == CGRect(x: 0, y: 0, width: 19, height: 19))
    let stacked = CIPDF417CodeDescriptor(
      payload: Data([0, 4, 0, 1, 0, 2, 3, 132]), isCompact: false, rowCount: 3, columnCount: 2)
    #expect(stacked?.errorCorrectedPayload.count == 8)
    #expect(CIPDF417CodeDescriptor(payload: Data([0, 4, 0]), isCompact: false, rowCount: 3, columnCount: 2) == nil)
    #expect(
      CIDataMatrixCodeDescriptor(payload: Data([1, 2, 3]), rowCount: 10, columnCount: 10, eccVersion: .v140) == nil)
    #expect(CIAztecCodeDescriptor(payload: Data(), isCompact: true, layerCount: 1, dataCodewordCount: 3) == nil)
  }
}
