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

/// The categories of most filters: the group that people look for them in, and what the pixels may be.
extension [Category] {
  /// Filters for images and video.
  static func usual(_ groups: Category...) -> [Category] { sorted(groups + [.builtIn, .stillImage, .video]) }

  /// So, and for values beyond white.
  static func extended(_ groups: Category...) -> [Category] {
    sorted(groups + [.builtIn, .stillImage, .video, .highDynamicRange])
  }

  /// Filters that look at one pixel at a time, so that interlaced rows and oblong pixels do no harm.
  static func pointwise(_ groups: Category...) -> [Category] {
    sorted(groups + [.builtIn, .stillImage, .video, .interlaced, .nonSquarePixels])
  }

  /// So, and for values beyond white.
  static func extendedPointwise(_ groups: Category...) -> [Category] {
    sorted(groups + [.builtIn, .stillImage, .video, .interlaced, .nonSquarePixels, .highDynamicRange])
  }

  private static func sorted(_ categories: [Category]) -> [Category] {
    categories.sorted { $0.rawValue.lowercased() < $1.rawValue.lowercased() }
  }
}

extension Filter {
  /// The group that people look for the filter in: the first of those that say what it does.
  package var category: Category {
    let groups: [Category] = [
      .compositeOperation, .colorAdjustment, .colorEffect, .blur, .sharpen, .stylize, .halftoneEffect,
      .geometryAdjustment, .distortionEffect, .tileEffect, .transition, .generator, .gradient, .reduction,
    ]
    return groups.first(where: categories.contains) ?? .builtIn
  }
}
