import CoreImage

/// What compositions of the tests make of a frame.
package enum PlayedLook {
  package static func apply(to image: CIImage) -> CIImage {
    image.applyingFilter("CISepiaTone").applyingFilter("CIExposureAdjust", parameters: ["inputEV": 0.4])
  }
}
