import CoreImage
import CoreImage.CIFilterBuiltins
import Foundation
import Testing

/// A custom filter, as an app declares it.
final class Brighter: CIFilter {
  var inputImage: CIImage?
  override var outputImage: CIImage? {
    inputImage?.applyingFilter("CIExposureAdjust", parameters: [kCIInputEVKey: 1])
  }
}

@Suite struct ImportTests {
  @Test func testingAndCoreImageAreImportedSideBySide() {
    #expect(CIImage(color: .red).extent.isInfinite)
  }

  @Test func typedPropertiesAreSetThroughTheExistential() {
    let filter = CIFilter.exposureAdjust()
    filter.ev = 1.5
    #expect(filter.value(forKey: "inputEV") as? Float == 1.5)
    filter.inputImage = CIImage.red.cropped(to: CGRect(x: 0, y: 0, width: 4, height: 4))
    #expect(filter.outputImage?.extent == CGRect(x: 0, y: 0, width: 4, height: 4))
  }

  @Test func customFiltersAreSubclasses() {
    let filter = Brighter()
    #expect(filter.outputImage == nil)
    filter.inputImage = CIImage.red.cropped(to: CGRect(x: 0, y: 0, width: 4, height: 4))
    #expect(filter.outputImage?.extent.width == 4)
  }

  @Test func theOlderLabelForParametersStillWorks() {
    let image = CIImage.empty()
    #expect(CIFilter(name: "CIExposureAdjust", parameters: [kCIInputImageKey: image]) != nil)
  }
}
