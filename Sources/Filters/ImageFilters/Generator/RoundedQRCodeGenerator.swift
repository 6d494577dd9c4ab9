import Barcodes
import CBarcode
import Foundation

/// CIRoundedQRCodeGenerator: a QR code with round modules and markers, two colours and a free area in the middle.
///
/// Formula: c′ = c_0 + k (c_1 - c_0), k " the fraction of the pixel inside a dark shape"
///
/// Source: ISO/IEC 18004:2015 for the modules; shapes and the free area are our own. Dark modules lose the corners at
/// which both neighbours are light, to a radius of half a module. Markers are three rounded squares of 7, 5 and 3
/// modules, circles at 2. The free area is a square of whole modules that touches no marker. The correction level, then
/// the version are raised until it hides at most two thirds of the correctable codewords of each block.
package enum RoundedQRCodeGenerator {
  /// The side of a module.
  static let scale = Parameter<Float>("inputScale", default: 16, min: 8, max: 64, slider: 16...32, unit: .pixels)
  /// The shape of the markers: 0 square, 1 with round corners, 2 circles.
  static let roundedMarkers = Parameter<Int>("inputRoundedMarkers", type: .integer, default: 1, min: 0, max: 2)
  static let roundedData = Parameter<Bool>("inputRoundedData", type: .boolean, default: true, min: 0, max: 1)
  /// The side of the free area, as a fraction of the code's.
  static let centerSpaceSize = Parameter<Float>(
    "inputCenterSpaceSize", default: 0.25, min: 0, max: 0.3333, slider: 0.2...0.3333)

  static let filter = Filter(
    "CIRoundedQRCodeGenerator", displayName: "Rounded QR Code Generator",
    summary: "QR code with rounded modules and markers, colours, scale and a free centre.",
    categories: [.builtIn, .generator, .stillImage],
    since: "macOS 26.0 / iOS 26.0 / tvOS 26.0 (attributes report 16.0 / 19)",
    parameters: [.message, .correctionLevel, scale, roundedMarkers, roundedData, centerSpaceSize, .color0, .color1],
    outputKeys: ["outputImage", "outputCGImage"], example: ["inputScale": 10]
  ) { (inputs) throws(RenderError) in
    guard inputs[scale].isFinite, inputs[centerSpaceSize].isFinite else {
      throw .invalidArgument("CIRoundedQRCodeGenerator: inputScale and inputCenterSpaceSize must be finite")
    }
    let fraction = Double(min(max(inputs[centerSpaceSize], 0), 0.3334))
    let (modules, free) = try QRCodeGenerator.code(
      for: inputs[.message], level: inputs[.correctionLevel], free: fraction, filter: "CIRoundedQRCodeGenerator")
    let drawing = RoundedModules(
      modules, free: free, side: Int(min(max(inputs[scale], 8), 64).rounded()),
      markers: min(max(inputs[roundedMarkers], 0), 2), roundsData: inputs[roundedData])
    return Node.source(try drawing.source(margin: QRCodeGenerator.margin))
      .mapped(by: FalseColor.formula, Luma.weights, inputs[.color0].working, inputs[.color1].working)
  }
}
