import CoreImage
import ImageFilters
import Testing

@Suite struct FilterTests {
  let image = CIImage.red.cropped(to: CGRect(x: 0, y: 0, width: 8, height: 8))

  @Test func unknownNamesGiveNilAndTheNearestNames() {
    #expect(CIFilter(name: "CIGausianBlur") == nil)
    #expect(throws: CIFilterError.unknownFilter("CIExposureAjust", nearest: ["CIExposureAdjust"])) {
      try CIFilter(checked: "CIExposureAjust")
    }
    #expect(throws: CIFilterError.unknownFilter("exposureadjust", nearest: ["CIExposureAdjust"])) {
      try CIFilter(checked: "exposureadjust")
    }
    #expect(throws: CIFilterError.unknownFilter("", nearest: [])) { try CIFilter(checked: "") }
  }

  @Test func filtersStartWithTheirDefaults() throws {
    let filter = try CIFilter(checked: "CIExposureAdjust")
    #expect(filter.value(forKey: kCIInputEVKey) as? NSNumber == 0)
    #expect(filter.value(forKey: kCIInputImageKey) == nil)
    #expect(filter.outputImage == nil)
    filter.setValue(image, forKey: kCIInputImageKey)
    #expect(filter.outputImage?.extent == image.extent)
  }

  @Test func nilBringsTheDefaultBack() throws {
    let filter = try CIFilter(checked: "CIExposureAdjust")
    filter.setValue(2, forKey: kCIInputEVKey)
    filter.setValue(nil, forKey: kCIInputEVKey)
    #expect(filter.value(forKey: kCIInputEVKey) as? NSNumber == 0)
    filter.setValue(image, forKey: kCIInputImageKey)
    filter.setDefaults()
    #expect(filter.value(forKey: kCIInputImageKey) == nil)
  }

  @Test func unknownKeysAreErrorsThatNameTheKnownOnes() throws {
    let filter = try CIFilter(checked: "CIExposureAdjust")
    let expected = CIFilterError.unknownKey(
      filter: "CIExposureAdjust", key: "inputEv", known: ["inputImage", "inputEV"])
    #expect(throws: expected) { try filter.set(1, forKey: "inputEv") }
    #expect("\(expected)" == "CIExposureAdjust has no input inputEv; it has inputImage, inputEV")
  }

  @Test func wrongClassesAreErrorsThatNameFilterKeyClassAndRange() throws {
    let filter = try CIFilter(checked: "CIExposureAdjust")
    #expect {
      try filter.set("much", forKey: kCIInputEVKey)
    } throws: {
      "\($0)" == "CIExposureAdjust.inputEV takes a number (NSNumber), usually -10...10, not String much"
    }
  }

  @Test func rectanglesOfTheWrongClassAreNumbersInTheMessage() throws {
    let filter = try CIFilter(checked: "CIExposureAdjust")
    #expect {
      try filter.set(CGRect(x: 1, y: 2, width: 3, height: 4), forKey: kCIInputEVKey)
    } throws: {
      "\($0)".hasSuffix("not CGRect [1 2 3 4]")
    }
  }

  @Test func aWrongValueInTheCompatibleFormIsRememberedUntilItIsSetRightly() throws {
    let filter = try CIFilter(checked: "CIExposureAdjust")
    filter.setValue(image, forKey: kCIInputImageKey)
    filter.setValue("much", forKey: kCIInputEVKey)
    #expect(filter.outputImage == nil)
    #expect(throws: CIFilterError.self) { try filter.checkedOutputImage() }
    filter.setValue(1, forKey: kCIInputEVKey)
    #expect(filter.outputImage != nil)
  }

  @Test func theMissingInputIsNamed() throws {
    let filter = try CIFilter(checked: "CIExposureAdjust")
    #expect(throws: CIFilterError.missingInput(filter: "CIExposureAdjust", key: "inputImage")) {
      try filter.checkedOutputImage()
    }
  }

  @Test func copiesGoTheirOwnWay() throws {
    let filter = CIFilter.exposureAdjust()
    filter.ev = 1
    let copy = try #require(filter.copy() as? any CIFilter & CIExposureAdjust)
    copy.ev = 2
    #expect(filter.ev == 1)
    #expect(copy.ev == 2)
  }

  @Test func typedPropertiesAndKeysAreOneThing() {
    let filter = CIFilter.exposureAdjust()
    filter.setValue(3, forKey: "inputEV")
    #expect(filter.ev == 3)
    filter.inputImage = image
    #expect(filter.value(forKey: kCIInputImageKey) as? CIImage == image)
    #expect(filter.value(forKey: kCIOutputImageKey) as? CIImage == filter.outputImage)
  }

  @Test func filtersAreInAllRequestedCategories() {
    let all = CIFilter.filterNames(inCategory: nil)
    #expect(all == all.sorted())
    #expect(all.contains("CIExposureAdjust"))
    let adjusting = CIFilter.filterNames(inCategories: [kCICategoryColorAdjustment, kCICategoryVideo])
    #expect(adjusting.contains("CIExposureAdjust"))
    #expect(!CIFilter.filterNames(inCategory: kCICategoryBlur).contains("CIExposureAdjust"))
    #expect(CIFilter.filterNames(inCategory: "none").isEmpty)
  }

  @Test func namesForPeopleAreCoreImages() {
    #expect(CIFilter.localizedName(forFilterName: "CIExposureAdjust") == "Exposure Adjust")
    #expect(CIFilter.localizedName(forFilterName: "CINone") == nil)
    #expect(CIFilter.localizedName(forCategory: kCICategoryColorAdjustment) == "Color Adjustment")
    #expect(CIFilter.localizedName(forCategory: kCICategoryNonSquarePixels) == "Non-Square Pixels")
    #expect(CIFilter.localizedDescription(forFilterName: "CIExposureAdjust") == "Exposure in stops.")
  }

  /// A custom filter: two steps in one.
  final class TwoStops: CIFilter {
    var inputImage: CIImage?
    override var outputImage: CIImage? {
      inputImage?.applyingFilter("CIExposureAdjust", parameters: [kCIInputEVKey: 2])
    }
  }

  @Test func subclassesAreFilters() throws {
    let filter: CIFilter = TwoStops()
    #expect(filter.name == "TwoStops")
    #expect(filter.outputImage == nil)
    #expect(throws: CIFilterError.self) { try filter.checkedOutputImage() }
    #expect(throws: CIFilterError.unreachableInput(filter: "TwoStops", key: "anything", known: [])) {
      try filter.set(4, forKey: "anything")
    }
  }

  @Test func inputsThatHaveNoMeaningGiveTheEmptyImage() {
    #expect(image.applyingFilter("CINone").extent.isNull)
    #expect(image.applyingFilter("CIExposureAdjust", parameters: ["inputEV": "much"]).extent.isNull)
    #expect(throws: CIFilterError.self) {
      try image.applyingFilter(checked: "CIExposureAdjust", parameters: ["inputEV": "much"])
    }
  }
}
