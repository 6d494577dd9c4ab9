// Which rules a pass offers a node to, in their order. Each rule stands with its law in the file of its topic.

/// What the values of parameters decide.
package let valueRules: [RewriteRule] = [emptyResult, chosenInput, constantResult]

/// What extents and places decide.
package let placeRules: [RewriteRule] = [
  emptyResult, samplingResolved, needlessExtent, cropOfEverything, cropOfCrop, identityAffine, affineOfStep,
]

/// What follows from structure alone: none looks at extents or places.
package let simplifyRules: [RewriteRule] = [
  premultiplyRoundTrip, opaqueAlpha, alphaInRange, curveRoundTrip, tableRoundTrip, foldedFormula, identityPrimaries,
  luminanceOfGrey,
]
