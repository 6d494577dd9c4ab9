// The rules of each pass, in order of application. A rule is documented with its law in the file of its topic.

/// Rules that depend on the values of parameters.
package let valueRules: [RewriteRule] = [emptyResult, chosenInput, constantResult]

/// Rules that depend on extents and geometry.
package let geometryRules: [RewriteRule] = [
  emptyResult, samplingResolved, needlessExtent, cropOfEverything, cropOfCrop, identityAffine, affineOfStep,
]

/// Rules that depend on structure only, not on extents or geometry.
package let simplifyRules: [RewriteRule] = [
  premultiplyRoundTrip, opaqueAlpha, alphaInRange, curveRoundTrip, tableRoundTrip, foldedFormula, identityPrimaries,
  luminanceOfGrey,
]
