import Foundation

// swift-format-ignore-file: AlwaysUseLowerCamelCase
// The names are Core Animation's.

/// A constant of Core Animation with a string as its raw value.
protocol LayerName: RawRepresentable, Hashable, Sendable, LayerValue where RawValue == String {}

extension LayerName {
  static func reading(_ object: Any) -> Self? {
    (object as? Self) ?? (object as? String ?? (object as? NSString).map { "\($0)" }).flatMap(Self.init(rawValue:))
  }
}

/// The position of contents in the bounds. "top" is the side of greater y.
public struct CALayerContentsGravity: LayerName {
  public let rawValue: String
  /// Creates a gravity from any name; unknown names act as `center`.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Centred, in its own size.
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
  /// Scaled to fit, with its aspect ratio preserved.
  public static let resizeAspect = Self(rawValue: "resizeAspect")
  /// Scaled to fill, with its aspect ratio preserved; the overflow extends beyond the bounds.
  public static let resizeAspectFill = Self(rawValue: "resizeAspectFill")
}

/// The sampling of contents that are scaled.
public struct CALayerContentsFilter: LayerName {
  public let rawValue: String
  /// Creates a filter from any name; unknown names act as `linear`.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Nearest neighbour.
  public static let nearest = Self(rawValue: "nearest")
  /// Bilinear: the mean of four pixels, weighted by distance.
  public static let linear = Self(rawValue: "linear")
  /// The mean of all covered pixels if contents are minified.
  public static let trilinear = Self(rawValue: "trilinear")
}

/// The pixel format of a layer's own bitmap.
public struct CALayerContentsFormat: LayerName {
  public let rawValue: String
  /// Creates a format from any name; unknown names act as `RGBA8Uint`.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Four components of 8 bits.
  public static let RGBA8Uint = Self(rawValue: "RGBA8")
  /// Four half floats. Drawing has 8 bits, the depth of a `CGContext`.
  public static let RGBA16Float = Self(rawValue: "RGBAh")
  /// Grey of 8 bits.
  public static let gray8Uint = Self(rawValue: "Gray8")
}

/// The shape of rounded corners.
public struct CALayerCornerCurve: LayerName {
  public let rawValue: String
  /// Creates a curve from any name; unknown names act as `circular`.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Quarter circles.
  public static let circular = Self(rawValue: "circular")
  /// Corners of continuous curvature, which begin `CALayer.cornerCurveExpansionFactor` radii from the corner. If that
  /// is more than half a side, they are `circular`.
  public static let continuous = Self(rawValue: "continuous")
}

/// An option set that layers store.
protocol LayerMask: OptionSet, Hashable, Sendable, LayerValue where RawValue == UInt32 {}

extension LayerMask {
  static func reading(_ object: Any) -> Self? {
    (object as? Self) ?? Double.reading(object).flatMap { UInt32(exactly: $0) }.map(Self.init(rawValue:))
  }
}

/// Corners of a layer, in its own axes.
public struct CACornerMask: OptionSet, Hashable, Sendable {
  public let rawValue: UInt
  /// Creates a mask from the sum of the corners' bits.
  public init(rawValue: UInt) { self.rawValue = rawValue }

  /// Minimum x and minimum y.
  public static let layerMinXMinYCorner = Self(rawValue: 1)
  /// Maximum x and minimum y.
  public static let layerMaxXMinYCorner = Self(rawValue: 2)
  /// Minimum x and maximum y.
  public static let layerMinXMaxYCorner = Self(rawValue: 4)
  /// Maximum x and maximum y.
  public static let layerMaxXMaxYCorner = Self(rawValue: 8)
}

extension CACornerMask: LayerValue {
  static func reading(_ object: Any) -> Self? {
    (object as? Self) ?? Double.reading(object).flatMap { UInt(exactly: $0) }.map(Self.init(rawValue:))
  }
}

/// Edges of a layer, in its own axes.
public struct CAEdgeAntialiasingMask: LayerMask {
  public let rawValue: UInt32
  /// Creates a mask from the sum of the edges' bits.
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// The edge of minimum x.
  public static let layerLeftEdge = Self(rawValue: 1)
  /// The edge of maximum x.
  public static let layerRightEdge = Self(rawValue: 2)
  /// The edge of minimum y.
  public static let layerBottomEdge = Self(rawValue: 4)
  /// The edge of maximum y.
  public static let layerTopEdge = Self(rawValue: 8)
}

/// The margins and sides of a layer's frame that are resized with the superlayer's bounds.
public struct CAAutoresizingMask: LayerMask {
  public let rawValue: UInt32
  /// Creates a mask from the sum of the bits.
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// The margin on the side of minimum x.
  public static let layerMinXMargin = Self(rawValue: 1)
  /// The width.
  public static let layerWidthSizable = Self(rawValue: 2)
  /// The margin on the side of maximum x.
  public static let layerMaxXMargin = Self(rawValue: 4)
  /// The margin on the side of minimum y.
  public static let layerMinYMargin = Self(rawValue: 8)
  /// The height.
  public static let layerHeightSizable = Self(rawValue: 16)
  /// The margin on the side of maximum y.
  public static let layerMaxYMargin = Self(rawValue: 32)
}

/// The condition for tone mapping contents that are brighter than the layer's dynamic range.
public struct CAToneMapMode: LayerName {
  public let rawValue: String
  /// Creates a mode from any name; unknown names act as `automatic`.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Tone maps if `preferredDynamicRange` limits the brightness.
  public static let automatic = Self(rawValue: "automatic")
  /// Contents are unchanged; a target that cannot show them clips.
  public static let never = Self(rawValue: "never")
  /// As `automatic`. In addition, tone maps to white unless `preferredDynamicRange` or
  /// `wantsExtendedDynamicRangeContent` permits more.
  public static let ifSupported = Self(rawValue: "ifSupported")
}

/// The maximum brightness of a layer's contents.
public struct CADynamicRange: LayerName {
  public let rawValue: String
  /// Creates a range from any name; unknown names act as `automatic`.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Unlimited, unless `toneMapMode` requires tone mapping.
  public static let automatic = Self(rawValue: "automatic")
  /// White.
  public static let standard = Self(rawValue: "standard")
  /// Twice the brightness of white.
  public static let constrainedHigh = Self(rawValue: "constrainedHigh")
  /// Unlimited.
  public static let high = Self(rawValue: "high")
}
