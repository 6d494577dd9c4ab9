import Foundation

// swift-format-ignore-file: AlwaysUseLowerCamelCase
// Names are Core Animation's.

/// A constant of Core Animation that is a text.
protocol LayerName: RawRepresentable, Hashable, Sendable, LayerValue where RawValue == String {}

extension LayerName {
  static func reading(_ object: Any) -> Self? {
    (object as? Self) ?? (object as? String ?? (object as? NSString).map { "\($0)" }).flatMap(Self.init(rawValue:))
  }
}

/// Where contents go in the bounds. "top" is the side of greater y.
public struct CALayerContentsGravity: LayerName {
  public let rawValue: String
  /// Any name; those that are not known act as `center`.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// In the middle, in its own size.
  public static let center = Self(rawValue: "center")
  /// At the top, in its own size.
  public static let top = Self(rawValue: "top")
  /// At the bottom, in its own size.
  public static let bottom = Self(rawValue: "bottom")
  /// On the left, in its own size.
  public static let left = Self(rawValue: "left")
  /// On the right, in its own size.
  public static let right = Self(rawValue: "right")
  /// In the upper left corner, in its own size.
  public static let topLeft = Self(rawValue: "topLeft")
  /// In the upper right corner, in its own size.
  public static let topRight = Self(rawValue: "topRight")
  /// In the lower left corner, in its own size.
  public static let bottomLeft = Self(rawValue: "bottomLeft")
  /// In the lower right corner, in its own size.
  public static let bottomRight = Self(rawValue: "bottomRight")
  /// Stretched to the bounds.
  public static let resize = Self(rawValue: "resize")
  /// As large as fits, its shape kept.
  public static let resizeAspect = Self(rawValue: "resizeAspect")
  /// As small as covers the bounds, its shape kept; hangs over.
  public static let resizeAspectFill = Self(rawValue: "resizeAspectFill")
}

/// How contents are read where they are scaled.
public struct CALayerContentsFilter: LayerName {
  public let rawValue: String
  /// Any name; those that are not known act as `linear`.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// The nearest pixel.
  public static let nearest = Self(rawValue: "nearest")
  /// The mean of four pixels, weighted by distance.
  public static let linear = Self(rawValue: "linear")
  /// The mean of all pixels that count where contents are made smaller.
  public static let trilinear = Self(rawValue: "trilinear")
}

/// What a layer's own bitmap is made of.
public struct CALayerContentsFormat: LayerName {
  public let rawValue: String
  /// Any name; those that are not known act as `RGBA8Uint`.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Four components of 8 bits.
  public static let RGBA8Uint = Self(rawValue: "RGBA8")
  /// Four half floats; drawn in 8 bits, which is what a `CGContext` has.
  public static let RGBA16Float = Self(rawValue: "RGBAh")
  /// Grey of 8 bits.
  public static let gray8Uint = Self(rawValue: "Gray8")
}

/// The shape of round corners.
public struct CALayerCornerCurve: LayerName {
  public let rawValue: String
  /// Any name; those that are not known act as `circular`.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Quarters of circles.
  public static let circular = Self(rawValue: "circular")
  /// Bends that begin `CALayer.cornerCurveExpansionFactor` radii from the corner; as `circular` where that is more than
  /// half a side.
  public static let continuous = Self(rawValue: "continuous")
}

/// An option set that layers keep.
protocol LayerMask: OptionSet, Hashable, Sendable, LayerValue where RawValue == UInt32 {}

extension LayerMask {
  static func reading(_ object: Any) -> Self? {
    (object as? Self) ?? Double.reading(object).flatMap { UInt32(exactly: $0) }.map(Self.init(rawValue:))
  }
}

/// Corners of a layer, by its own axes.
public struct CACornerMask: OptionSet, Hashable, Sendable {
  public let rawValue: UInt
  /// The sum of the corners' bits.
  public init(rawValue: UInt) { self.rawValue = rawValue }

  /// Least x and least y.
  public static let layerMinXMinYCorner = Self(rawValue: 1)
  /// Greatest x and least y.
  public static let layerMaxXMinYCorner = Self(rawValue: 2)
  /// Least x and greatest y.
  public static let layerMinXMaxYCorner = Self(rawValue: 4)
  /// Greatest x and greatest y.
  public static let layerMaxXMaxYCorner = Self(rawValue: 8)
}

extension CACornerMask: LayerValue {
  static func reading(_ object: Any) -> Self? {
    (object as? Self) ?? Double.reading(object).flatMap { UInt(exactly: $0) }.map(Self.init(rawValue:))
  }
}

/// Sides of a layer, by its own axes.
public struct CAEdgeAntialiasingMask: LayerMask {
  public let rawValue: UInt32
  /// The sum of the sides' bits.
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// The side of least x.
  public static let layerLeftEdge = Self(rawValue: 1)
  /// The side of greatest x.
  public static let layerRightEdge = Self(rawValue: 2)
  /// The side of least y.
  public static let layerBottomEdge = Self(rawValue: 4)
  /// The side of greatest y.
  public static let layerTopEdge = Self(rawValue: 8)
}

/// What of a layer's frame gives way when its superlayer's bounds change.
public struct CAAutoresizingMask: LayerMask {
  public let rawValue: UInt32
  /// The sum of the bits.
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// The margin on the side of least x.
  public static let layerMinXMargin = Self(rawValue: 1)
  /// The width.
  public static let layerWidthSizable = Self(rawValue: 2)
  /// The margin on the side of greatest x.
  public static let layerMaxXMargin = Self(rawValue: 4)
  /// The margin on the side of least y.
  public static let layerMinYMargin = Self(rawValue: 8)
  /// The height.
  public static let layerHeightSizable = Self(rawValue: 16)
  /// The margin on the side of greatest y.
  public static let layerMaxYMargin = Self(rawValue: 32)
}

/// Whether contents brighter than a layer lets through are mapped to what it does, with their highlights rolled off.
public struct CAToneMapMode: LayerName {
  public let rawValue: String
  /// Any name; those that are not known act as `automatic`.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Where `preferredDynamicRange` says how bright they may be.
  public static let automatic = Self(rawValue: "automatic")
  /// They stay as they are; a target that cannot show them clips.
  public static let never = Self(rawValue: "never")
  /// As `automatic`, and to white where neither `preferredDynamicRange` nor `wantsExtendedDynamicRangeContent` asks for
  /// more.
  public static let ifSupported = Self(rawValue: "ifSupported")
}

/// How bright a layer's contents may be.
public struct CADynamicRange: LayerName {
  public let rawValue: String
  /// Any name; those that are not known act as `automatic`.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// As bright as they are, unless `toneMapMode` asks for mapping.
  public static let automatic = Self(rawValue: "automatic")
  /// As white.
  public static let standard = Self(rawValue: "standard")
  /// Twice as bright as white.
  public static let constrainedHigh = Self(rawValue: "constrainedHigh")
  /// As bright as they are.
  public static let high = Self(rawValue: "high")
}
