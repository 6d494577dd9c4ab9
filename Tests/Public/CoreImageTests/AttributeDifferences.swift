/// An attribute of inputs that is not Core Image's, and why.
struct AttributeDifference: @unchecked Sendable {
  /// Nil: of every filter.
  var filter: String?
  /// Nil: every input.
  var key: String?
  /// Only inputs of this type; nil: of any.
  var type: String?
  let attributes: [String]
  /// Nil: the attribute is missing.
  var ours: Any?
  let reason: String
}

/// All of them; everything else in Resources/filters.json holds as it stands there.
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
