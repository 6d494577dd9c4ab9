import CoreImage
import CoreImage.CIFilterBuiltins
import Foundation
import ImageFilters
import Testing

/// Tests of key-value access to filters, and of the attributes of filters.
@Suite struct KeyValueTests {
  static let image = CIImage.red.cropped(to: CGRect(x: 0, y: 0, width: 8, height: 8))

  @Test func numbersOfEveryTypeAreReturnedAsNSNumber() throws {
    let twos: [Any] = [
      2, 2.0, Float(2), CGFloat(2), UInt8(2), Int64(2), NSNumber(value: 2), Decimal(2), Optional(2.0) as Any,
    ]
    for two in twos {
      let filter = try CIFilter(checked: "CIExposureAdjust")
      filter.setValue(two, forKey: kCIInputEVKey)
      let value = filter.value(forKey: kCIInputEVKey)
      #expect(value is NSNumber && value as? NSNumber == 2, "\(type(of: two))")
      #expect(value as? Double == 2 && value as? Int == 2 && value as? Float == 2)
    }
    let filter = CIFilter.exposureAdjust()
    filter.ev = 0.1
    #expect(filter.value(forKey: kCIInputEVKey) as? Float == 0.1)
    let cube = try CIFilter(checked: "CIColorCube")
    cube.setValue(true, forKey: "inputExtrapolate")
    #expect(cube.value(forKey: "inputExtrapolate") as? NSNumber == true)
    #expect(cube.value(forKey: "inputExtrapolate") as? Bool == true)
  }

  @Test func whatStandsForAVectorOrAColourComesBackAsOne() throws {
    let filter = try CIFilter(checked: "CIVortexDistortion")
    filter.setValue(CGPoint(x: 3, y: 4), forKey: kCIInputCenterKey)
    #expect(filter.value(forKey: kCIInputCenterKey) as? CIVector == CIVector(x: 3, y: 4))
    let crop = try CIFilter(checked: "CICrop")
    crop.setValue(CGRect(x: 1, y: 2, width: 3, height: 4), forKey: "inputRectangle")
    #expect(crop.value(forKey: "inputRectangle") as? CIVector == CIVector(x: 1, y: 2, z: 3, w: 4))
    let color = try CIFilter(checked: "CIConstantColorGenerator")
    color.setValue(CGColor(srgbRed: 1, green: 0, blue: 0, alpha: 1), forKey: kCIInputColorKey)
    #expect(color.value(forKey: kCIInputColorKey) as? CIColor == .red)
  }

  @Test func propertiesOfASubclassComeBackAsNSNumberToo() {
    let filter = Stops()
    filter.setValue(Float(2), forKey: "inputStops")
    #expect(filter.value(forKey: "inputStops") is NSNumber)
    #expect(filter.value(forKey: "inputCenter") as? CGPoint == CGPoint(x: 1, y: 2))
  }

  @Test func printingAFilterListsItsValues() throws {
    let filter = try CIFilter(checked: "CISepiaTone")
    #expect("\(filter)" == "<CISepiaTone: inputImage=nil inputIntensity=1>")
    filter.setValue(0.25, forKey: kCIInputIntensityKey)
    filter.setValue(Self.image, forKey: kCIInputImageKey)
    #expect("\(filter)" == "<CISepiaTone: inputImage=<CIImage extent [0 0 8 8]> inputIntensity=0.25>")
    #expect("\(Stops())" == "<Stops: inputImage=nil inputStops=1 inputCenter=[1 2]>")
    let code = CIFilter.qrCodeGenerator()
    code.message = Data(count: 7)
    #expect("\(code)" == "<CIQRCodeGenerator: inputMessage=<7 bytes> inputCorrectionLevel=M>")
    let text = try CIFilter(checked: "CITextImageGenerator")
    text.setValue(String(repeating: "a\n", count: 500), forKey: "inputText")
    #expect("\(text)".count < 300 && !"\(text)".contains("\n"))
  }

  @Test func severalKeysAreSetAndReadAtOnce() throws {
    let filter = try CIFilter(checked: "CISepiaTone")
    filter.setValuesForKeys([kCIInputImageKey: Self.image, kCIInputIntensityKey: 0.5])
    let values = filter.dictionaryWithValues(forKeys: [kCIInputImageKey, kCIInputIntensityKey])
    #expect(values[kCIInputImageKey] as? CIImage == Self.image && values[kCIInputIntensityKey] as? Double == 0.5)
    filter.setValuesForKeys([kCIInputImageKey: NSNull()])
    #expect(filter.dictionaryWithValues(forKeys: [kCIInputImageKey])[kCIInputImageKey] is NSNull)
  }

  @Test func attributesAreOverridable() {
    #expect(Stops().attributes["inputNote"] as? String == "own")
    #expect(Stops().attributes[kCIAttributeFilterName] as? String == "Stops")
  }

  /// Properties that would be accessible with `@objc dynamic` on a Mac.
  final class Plain: CIFilter {
    var inputImage: CIImage?
    var inputStops: NSNumber = 1
    @CIInput var inputCenter = CGPoint.zero
    override var outputImage: CIImage? { inputImage }
  }

  @Test func inputsThatKeysDoNotReachSayWhatToDo() throws {
    let filter = Plain()
    let expected = CIFilterError.unreachableInput(filter: "Plain", key: "inputImage", known: ["inputCenter"])
    #expect(throws: expected) { try filter.set(Self.image, forKey: "inputImage") }
    #expect(
      "\(expected)"
        == "Plain has no input for the key inputImage; declare it as `@CIInput var inputImage` (its keys are "
        + "inputCenter)"
    )
    #expect(throws: CIFilterError.self) { try filter.set(1, forKey: "inputWrong") }
    #expect(filter.inputImage == nil && filter.inputKeys == ["inputCenter", "inputImage", "inputStops"])
    // They are readable.
    filter.inputStops = 4
    #expect(filter.value(forKey: "inputStops") as? NSNumber == 4)
    // An input that cannot be set is reported.
    CIFilter.registerName("TestPlain", constructor: Maker())
    #expect(throws: expected.named("TestPlain")) { try Self.image.applyingFilter(checked: "TestPlain") }
    #expect(Self.image.applyingFilter("TestPlain").extent.isNull)
  }

  struct Maker: CIFilterConstructor {
    func filter(withName name: String) -> CIFilter? { Plain() }
  }

  // MARK: Outputs

  /// The filters with outputs in addition to their image.
  static let withOutputs = Catalogue.all.filter { $0.outputKeys.count > 1 }.map(\.name)

  private func filled(_ name: String) throws -> CIFilter {
    let filter = try CIFilter(checked: name)
    let corners: [String: CIVector] = [
      "inputTopLeft": CIVector(x: 6, y: 38), "inputTopRight": CIVector(x: 48, y: 34),
      "inputBottomRight": CIVector(x: 44, y: 4), "inputBottomLeft": CIVector(x: 2, y: 1),
      "inputExtent": CIVector(x: 0, y: 0, z: 60, w: 40),
    ]
    for key in filter.inputKeys {
      switch key {
      case kCIInputImageKey:
        filter.setValue(CIImage.red.cropped(to: CGRect(x: 0, y: 0, width: 60, height: 40)), forKey: key)
      case "inputMessage": filter.setValue(Data("Hello".utf8), forKey: key)
      default: if let corner = corners[key] { filter.setValue(corner, forKey: key) }
      }
    }
    return filter
  }

  @Test(arguments: withOutputs.filter { $0 != "CIBarcodeGenerator" })
  func everyAdvertisedOutputIsThere(_ name: String) throws {
    let filter = try filled(name)
    for key in filter.outputKeys {
      let value = try #require(filter.value(forKey: key), "\(key)")
      switch key {
      case "outputTransform": #expect((value as? CIVector)?.count == 9)
      case "outputRotationFilter": #expect((value as? CIFilter)?.name == "CIPerspectiveRotate")
      case "outputData": #expect((value as? Data)?.isEmpty == false)
      case "outputCGImage": #expect((value as? CGImage)?.width ?? 0 > 0)
      default: #expect(value is CIImage, "\(key)")
      }
    }
  }

  @Test func everyKindOfBarcodeHasItsBitmap() throws {
    let codes: [(String, CIBarcodeDescriptor?)] = [
      (
        "QRCode",
        CIQRCodeDescriptor(
          payload: Data((0..<16).map { UInt8($0) }), symbolVersion: 1, maskPattern: 3, errorCorrectionLevel: .levelM)
      ),
      (
        "AztecCode",
        CIAztecCodeDescriptor(
          payload: Data([0b0000_0100, 0b0010_0000, 0b1100_0000]), isCompact: true, layerCount: 1, dataCodewordCount: 3)
      ),
      (
        "PDF417Code",
        CIPDF417CodeDescriptor(
          payload: Data([0, 4, 0, 1, 0, 2, 3, 132]), isCompact: false, rowCount: 3, columnCount: 2)
      ),
      (
        "DataMatrixCode",
        CIDataMatrixCodeDescriptor(payload: Data([1, 2, 3]), rowCount: 10, columnCount: 10, eccVersion: .v200)
      ),
    ]
    let filter = CIFilter.barcodeGenerator()
    var keys: Set = ["outputImage"]
    for (kind, descriptor) in codes {
      filter.barcodeDescriptor = try #require(descriptor)
      let key = "outputCGImageFor\(kind)Descriptor"
      #expect(filter.value(forKey: key) is CGImage && filter.value(forKey: "outputCGImage") is CGImage)
      keys.formUnion([key, "outputCGImage"])
    }
    #expect(filter.outputImage != nil && keys.isSuperset(of: filter.outputKeys))
  }

  /// The corners of an image, transformed by `outputTransform`, are those of the result.
  @Test(arguments: withOutputs.filter { $0.hasPrefix("CIKeystone") || $0 == "CIPerspectiveRotate" })
  func theTransformIsThatOfTheResult(_ name: String) throws {
    let filter = try filled(name)
    if name == "CIPerspectiveRotate" {
      for (key, angle) in ["inputPitch": 0.2, "inputYaw": -0.1, "inputRoll": 0.3] {
        filter.setValue(angle, forKey: key)
      }
    }
    let n = try #require(filter.value(forKey: "outputTransform") as? CIVector).numbers
    let corners = [(0.0, 0.0), (60, 0), (60, 40), (0, 40)].map { x, y in
      let depth = n[6] * x + n[7] * y + n[8]
      return ((n[0] * x + n[1] * y + n[2]) / depth, (n[3] * x + n[4] * y + n[5]) / depth)
    }
    let (xs, ys) = (corners.map(\.0), corners.map(\.1))
    let extent = try filter.checkedOutputImage().extent
    #expect(abs(extent.minX - xs.min()!) < 0.01 && abs(extent.maxX - xs.max()!) < 0.01)
    #expect(abs(extent.minY - ys.min()!) < 0.01 && abs(extent.maxY - ys.max()!) < 0.01)
    guard name.hasPrefix("CIKeystone") else { return }
    // Angles have single precision.
    let rotation = try #require(filter.value(forKey: "outputRotationFilter") as? CIFilter)
    let turned = try rotation.checkedOutputImage().extent
    #expect(abs(turned.minX - extent.minX) < 0.01 && abs(turned.maxX - extent.maxX) < 0.01)
    #expect(abs(turned.minY - extent.minY) < 0.01 && abs(turned.maxY - extent.maxY) < 0.01)
  }
}

extension CIFilterError {
  fileprivate func named(_ name: String) -> CIFilterError {
    guard case .unreachableInput(_, let key, let known) = self else { return self }
    return .unreachableInput(filter: name, key: key, known: known)
  }
}
