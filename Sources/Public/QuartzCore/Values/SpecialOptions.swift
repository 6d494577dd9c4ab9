import Foundation

// Options of the specialized layers.

/// The rule for the inside of a shape.
public struct CAShapeLayerFillRule: LayerName {
  public let rawValue: String
  /// Creates a rule from any name; unknown names act as `nonZero`.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Points with a nonzero winding number.
  public static let nonZero = Self(rawValue: "non-zero")
  /// Points with an odd number of crossings.
  public static let evenOdd = Self(rawValue: "even-odd")
}

/// The ends of a shape's strokes.
public struct CAShapeLayerLineCap: LayerName {
  public let rawValue: String
  /// Creates a cap from any name; unknown names act as `butt`.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// A straight end at the end point.
  public static let butt = Self(rawValue: "butt")
  /// A semicircle.
  public static let round = Self(rawValue: "round")
  /// A straight end, half of the line width beyond the end point.
  public static let square = Self(rawValue: "square")
}

/// The joins of a shape's strokes.
public struct CAShapeLayerLineJoin: LayerName {
  public let rawValue: String
  /// Creates a join from any name; unknown names act as `miter`.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// The outer edges are extended until they meet.
  public static let miter = Self(rawValue: "miter")
  /// A circle.
  public static let round = Self(rawValue: "round")
  /// A straight edge.
  public static let bevel = Self(rawValue: "bevel")
}

/// The geometry of a gradient.
public struct CAGradientLayerType: LayerName {
  public let rawValue: String
  /// Creates a type from any name; unknown names act as `axial`.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Along a line.
  public static let axial = Self(rawValue: "axial")
  /// From a point outwards, to an ellipse.
  public static let radial = Self(rawValue: "radial")
  /// Around a point.
  public static let conic = Self(rawValue: "conic")
}

/// The axes along which a layer scrolls.
public struct CAScrollLayerScrollMode: LayerName {
  public let rawValue: String
  /// Creates a mode from any name; unknown names do not scroll.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Both axes.
  public static let both = Self(rawValue: "both")
  /// No axis.
  public static let none = Self(rawValue: "none")
  /// The y axis only.
  public static let vertically = Self(rawValue: "vertically")
  /// The x axis only.
  public static let horizontally = Self(rawValue: "horizontally")
}

/// The truncation of lines that are too long for their layer.
public struct CATextLayerTruncationMode: LayerName {
  public let rawValue: String
  /// Creates a mode from any name; unknown names act as `none`.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// No truncation: the line is clipped.
  public static let none = Self(rawValue: "none")
  /// At the beginning.
  public static let start = Self(rawValue: "start")
  /// At the end.
  public static let end = Self(rawValue: "end")
  /// In the middle.
  public static let middle = Self(rawValue: "middle")
}

/// The alignment of lines of text.
public struct CATextLayerAlignmentMode: LayerName {
  public let rawValue: String
  /// Creates a mode from any name; unknown names act as `natural`.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Left for paragraphs that run from left to right, right for others.
  public static let natural = Self(rawValue: "natural")
  /// Left.
  public static let left = Self(rawValue: "left")
  /// Right.
  public static let right = Self(rawValue: "right")
  /// Centred.
  public static let center = Self(rawValue: "center")
  /// As `natural`; spaces are not stretched.
  public static let justified = Self(rawValue: "justified")
}

/// The shape in which particles are emitted.
public struct CAEmitterLayerEmitterShape: LayerName {
  public let rawValue: String
  /// Creates a shape from any name; unknown names act as `point`.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// A point.
  public static let point = Self(rawValue: "point")
  /// A line along x with the emitter's width.
  public static let line = Self(rawValue: "line")
  /// A rectangle of the emitter's size.
  public static let rectangle = Self(rawValue: "rectangle")
  /// A box of the emitter's size and `emitterDepth`.
  public static let cuboid = Self(rawValue: "cuboid")
  /// A circle whose radius is the emitter's width.
  public static let circle = Self(rawValue: "circle")
  /// A sphere whose radius is the emitter's width.
  public static let sphere = Self(rawValue: "sphere")
}

/// The part of the shape in which particles are emitted.
public struct CAEmitterLayerEmitterMode: LayerName {
  public let rawValue: String
  /// Creates a mode from any name; unknown names act as `volume`.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// The corners; for a circle as `outline`, for a sphere as `surface`.
  public static let points = Self(rawValue: "points")
  /// The outline; for a cuboid that of the nearest and the farthest face, for a sphere as `surface`.
  public static let outline = Self(rawValue: "outline")
  /// The faces; for plane shapes as `volume`.
  public static let surface = Self(rawValue: "surface")
  /// The whole shape.
  public static let volume = Self(rawValue: "volume")
}

/// The order in which particles are drawn.
public struct CAEmitterLayerRenderMode: LayerName {
  public let rawValue: String
  /// Creates a mode from any name; unknown names act as `unordered`.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// In the order of birth.
  public static let unordered = Self(rawValue: "unordered")
  /// In the order of birth, the youngest in front.
  public static let oldestFirst = Self(rawValue: "oldestFirst")
  /// The oldest in front.
  public static let oldestLast = Self(rawValue: "oldestLast")
  /// By depth, the nearest in front; particles of equal depth in the order of birth.
  public static let backToFront = Self(rawValue: "backToFront")
  /// Colours are added to the backdrop.
  public static let additive = Self(rawValue: "additive")
}
