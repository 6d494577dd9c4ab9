/// Core Image's filter categories.
package enum Category: String, Sendable, CaseIterable {
  case distortionEffect = "CICategoryDistortionEffect"
  case geometryAdjustment = "CICategoryGeometryAdjustment"
  case compositeOperation = "CICategoryCompositeOperation"
  case halftoneEffect = "CICategoryHalftoneEffect"
  case colorAdjustment = "CICategoryColorAdjustment"
  case colorEffect = "CICategoryColorEffect"
  case transition = "CICategoryTransition"
  case tileEffect = "CICategoryTileEffect"
  case generator = "CICategoryGenerator"
  case reduction = "CICategoryReduction"
  case gradient = "CICategoryGradient"
  case stylize = "CICategoryStylize"
  case sharpen = "CICategorySharpen"
  case blur = "CICategoryBlur"
  case video = "CICategoryVideo"
  case stillImage = "CICategoryStillImage"
  case interlaced = "CICategoryInterlaced"
  case nonSquarePixels = "CICategoryNonSquarePixels"
  case highDynamicRange = "CICategoryHighDynamicRange"
  case builtIn = "CICategoryBuiltIn"
  case xmpSerializable = "CICategoryXMPSerializable"
}

/// The category sets of most filters: the group by purpose, and the supported kinds of pixels.
extension [Category] {
  /// Returns the categories of filters for images and video.
  static func usual(_ groups: Category...) -> [Category] { sorted(groups + [.builtIn, .stillImage, .video]) }

  /// Returns the categories of filters for images and video, including values beyond white.
  static func extended(_ groups: Category...) -> [Category] {
    sorted(groups + [.builtIn, .stillImage, .video, .highDynamicRange])
  }

  /// Returns the categories of pointwise filters, which support interlaced rows and non-square pixels.
  static func pointwise(_ groups: Category...) -> [Category] {
    sorted(groups + [.builtIn, .stillImage, .video, .interlaced, .nonSquarePixels])
  }

  /// Returns the categories of pointwise filters, including values beyond white.
  static func extendedPointwise(_ groups: Category...) -> [Category] {
    sorted(groups + [.builtIn, .stillImage, .video, .interlaced, .nonSquarePixels, .highDynamicRange])
  }

  private static func sorted(_ categories: [Category]) -> [Category] {
    categories.sorted { $0.rawValue.lowercased() < $1.rawValue.lowercased() }
  }
}

extension Filter {
  /// The group under which the filter is listed: the first of the categories that describe its purpose.
  package var category: Category {
    let groups: [Category] = [
      .compositeOperation, .colorAdjustment, .colorEffect, .blur, .sharpen, .stylize, .halftoneEffect,
      .geometryAdjustment, .distortionEffect, .tileEffect, .transition, .generator, .gradient, .reduction,
    ]
    return groups.first(where: categories.contains) ?? .builtIn
  }
}
