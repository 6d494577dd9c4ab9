import Foundation

// Names of what special layers can be told.

/// What is inside of a shape.
public struct CAShapeLayerFillRule: LayerName {
  public let rawValue: String
  /// Any name; those that are not known act as the first of these.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// What the path goes round more often one way than the other.
  public static let nonZero = Self(rawValue: "non-zero")
  /// What the path goes round an odd number of times.
  public static let evenOdd = Self(rawValue: "even-odd")
}

/// How the line of a shape ends.
public struct CAShapeLayerLineCap: LayerName {
  public let rawValue: String
  /// Any name; those that are not known act as the first of these.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// At its end.
  public static let butt = Self(rawValue: "butt")
  /// With half a disc.
  public static let round = Self(rawValue: "round")
  /// Half of its width farther.
  public static let square = Self(rawValue: "square")
}

/// How the lines of a shape meet.
public struct CAShapeLayerLineJoin: LayerName {
  public let rawValue: String
  /// Any name; those that are not known act as the first of these.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Their edges go on until they meet.
  public static let miter = Self(rawValue: "miter")
  /// With a disc.
  public static let round = Self(rawValue: "round")
  /// With a straight edge.
  public static let bevel = Self(rawValue: "bevel")
}

/// The shape of a gradient.
public struct CAGradientLayerType: LayerName {
  public let rawValue: String
  /// Any name; those that are not known act as the first of these.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Along a line.
  public static let axial = Self(rawValue: "axial")
  /// From a point outwards, to an ellipse.
  public static let radial = Self(rawValue: "radial")
  /// Around a point.
  public static let conic = Self(rawValue: "conic")
}

/// Along which axes a layer scrolls.
public struct CAScrollLayerScrollMode: LayerName {
  public let rawValue: String
  /// Any name; those that are not known move nothing.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Both.
  public static let both = Self(rawValue: "both")
  /// None.
  public static let none = Self(rawValue: "none")
  /// y only.
  public static let vertically = Self(rawValue: "vertically")
  /// x only.
  public static let horizontally = Self(rawValue: "horizontally")
}

/// Where text is cut that is too long for its layer.
public struct CATextLayerTruncationMode: LayerName {
  public let rawValue: String
  /// Any name; those that are not known act as `none`.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Nowhere: it is clipped.
  public static let none = Self(rawValue: "none")
  /// At its beginning.
  public static let start = Self(rawValue: "start")
  /// At its end.
  public static let end = Self(rawValue: "end")
  /// In its middle.
  public static let middle = Self(rawValue: "middle")
}

/// Where the lines of a text begin.
public struct CATextLayerAlignmentMode: LayerName {
  public let rawValue: String
  /// Any name; those that are not known act as `natural`.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// On the left.
  public static let natural = Self(rawValue: "natural")
  /// On the left.
  public static let left = Self(rawValue: "left")
  /// On the right.
  public static let right = Self(rawValue: "right")
  /// In the middle.
  public static let center = Self(rawValue: "center")
  /// On the left: spaces are not stretched here.
  public static let justified = Self(rawValue: "justified")
}

/// Where particles begin.
public struct CAEmitterLayerEmitterShape: LayerName {
  public let rawValue: String
  /// Any name; those that are not known act as `point`.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// At one place.
  public static let point = Self(rawValue: "point")
  /// On a line along x, as long as the emitter is wide.
  public static let line = Self(rawValue: "line")
  /// In a rectangle of the emitter's size.
  public static let rectangle = Self(rawValue: "rectangle")
  /// In a rectangle with `emitterDepth`.
  public static let cuboid = Self(rawValue: "cuboid")
  /// In a circle whose radius is the emitter's width.
  public static let circle = Self(rawValue: "circle")
  /// In a sphere whose radius is the emitter's width.
  public static let sphere = Self(rawValue: "sphere")
}

/// Where in its shape particles begin.
public struct CAEmitterLayerEmitterMode: LayerName {
  public let rawValue: String
  /// Any name; those that are not known act as `volume`.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// At its corners; of a circle as `outline`, of a sphere as `surface`.
  public static let points = Self(rawValue: "points")
  /// On its edge; of a cuboid on those of the nearest and the farthest face, of a sphere as `surface`.
  public static let outline = Self(rawValue: "outline")
  /// On its faces, and as `volume` in the plane.
  public static let surface = Self(rawValue: "surface")
  /// Anywhere in it.
  public static let volume = Self(rawValue: "volume")
}

/// In which order particles are drawn.
public struct CAEmitterLayerRenderMode: LayerName {
  public let rawValue: String
  /// Any name; those that are not known act as `unordered`.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// As they were born.
  public static let unordered = Self(rawValue: "unordered")
  /// As they were born, the youngest in front.
  public static let oldestFirst = Self(rawValue: "oldestFirst")
  /// The oldest in front.
  public static let oldestLast = Self(rawValue: "oldestLast")
  /// By their depth, the nearest in front; those equally deep as they were born.
  public static let backToFront = Self(rawValue: "backToFront")
  /// Their colours are added to what is behind them.
  public static let additive = Self(rawValue: "additive")
}
