import CoreImage

/// The filters of the tests' compositions.
package enum PlayedLook {
  package static func apply(to image: CIImage) -> CIImage {
    image.applyingFilter("CISepiaTone").applyingFilter("CIExposureAdjust", parameters: ["inputEV": 0.4])
  }
}
