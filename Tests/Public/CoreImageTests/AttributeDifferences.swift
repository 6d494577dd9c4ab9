/// A difference between an attribute of inputs and Core Image's, with its reason.
struct AttributeDifference: @unchecked Sendable {
  /// Nil: all filters.
  var filter: String?
  /// Nil: all inputs.
  var key: String?
  /// The type of the inputs; nil: any type.
  var type: String?
  let attributes: [String]
  /// Nil: the attribute is missing.
  var ours: Any?
  let reason: String
}

/// All differences; all other attributes equal those in Resources/filters.json.
let knownDifferences = [
  AttributeDifference(
    filter: "CICameraCalibrationLensCorrection", key: "inputUseInverseLookUpTable", attributes: ["min"],
    ours: false as Any?, reason: "the only Boolean whose range is not false...true; here all have it"),
  AttributeDifference(
    filter: "CICameraCalibrationLensCorrection", key: "inputUseInverseLookUpTable", attributes: ["max"],
    ours: true as Any?, reason: "the only Boolean whose range is not false...true; here all have it"),
  AttributeDifference(
    filter: "CIColorCubeWithColorSpace", key: "inputExtrapolate", attributes: ["default"], ours: false as Any?,
    reason: "Core Image gives it none; here it is false from the start, as in the other cubes"),
]
