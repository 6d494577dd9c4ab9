/// The combination of paint (the source) with the pixels below it (the destination). Formulas: PDF 1.7 (ISO 32000-1),
/// 11.3.5, and Porter and Duff (1984).
public enum CGBlendMode: Int32, Sendable, CaseIterable {
  /// Source over destination.
  case normal
  /// The product of both.
  case multiply
  /// The inverse of the product of both inverses.
  case screen
  /// `hardLight` with source and destination exchanged.
  case overlay
  /// The smaller value of each component.
  case darken
  /// The greater value of each component.
  case lighten
  /// The destination, brightened by the source.
  case colorDodge
  /// The destination, darkened by the source.
  case colorBurn
  /// The destination, darkened or brightened softly by the source.
  case softLight
  /// `multiply` for a dark source, `screen` for a bright one.
  case hardLight
  /// The absolute difference.
  case difference
  /// As `difference`, with less contrast.
  case exclusion
  /// The hue of the source, saturation and luminosity of the destination.
  case hue
  /// The saturation of the source, hue and luminosity of the destination.
  case saturation
  /// Hue and saturation of the source, luminosity of the destination.
  case color
  /// The luminosity of the source, hue and saturation of the destination.
  case luminosity
  /// Removes the destination.
  case clear
  /// The source alone, including its alpha.
  case copy
  /// The source, inside of the destination.
  case sourceIn
  /// The source, outside of the destination.
  case sourceOut
  /// The source over the destination, inside of the destination.
  case sourceAtop
  /// The destination over the source.
  case destinationOver
  /// The destination, inside of the source.
  case destinationIn
  /// The destination, outside of the source.
  case destinationOut
  /// The destination over the source, inside of the source.
  case destinationAtop
  /// Source and destination, each outside of the other.
  case xor
  /// Drawn as `normal`, and noted in the log: cairo has no such operator.
  case plusDarker
  /// The sum, up to white.
  case plusLighter
}

/// The filter for enlarging and reducing images.
public enum CGInterpolationQuality: Int32, Sendable {
  /// As `medium`.
  case `default`
  /// Nearest neighbour: pixels stay squares.
  case none
  /// Bilinear.
  case low
  /// The best available filter, and the slowest.
  case high
  /// Bilinear when enlarging, averages when reducing.
  case medium
}

/// The painting operation for a path.
public enum CGPathDrawingMode: Int32, Sendable {
  /// Fills by the winding rule.
  case fill
  /// Fills by the even-odd rule.
  case eoFill
  /// Strokes.
  case stroke
  /// Fills by the winding rule, then strokes.
  case fillStroke
  /// Fills by the even-odd rule, then strokes.
  case eoFillStroke
}

/// The painting operation for glyphs.
public enum CGTextDrawingMode: Int32, Sendable {
  /// Fills.
  case fill
  /// Strokes.
  case stroke
  /// Fills, then strokes.
  case fillStroke
  /// Paints nothing; the text position moves.
  case invisible
  /// Fills, and adds the glyphs to the clip.
  case fillClip
  /// Strokes, and adds the glyphs to the clip.
  case strokeClip
  /// Fills and strokes, and adds the glyphs to the clip.
  case fillStrokeClip
  /// Adds the glyphs to the clip.
  case clip

  var fills: Bool { [.fill, .fillStroke, .fillClip, .fillStrokeClip].contains(self) }
  var strokes: Bool { [.stroke, .fillStroke, .strokeClip, .fillStrokeClip].contains(self) }
  var clips: Bool { rawValue >= CGTextDrawingMode.fillClip.rawValue }
}

/// The extension of a gradient beyond its ends.
public struct CGGradientDrawingOptions: OptionSet, Sendable {
  public let rawValue: UInt32
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// Paints the first colour before the start.
  public static let drawsBeforeStartLocation = CGGradientDrawingOptions(rawValue: 1)
  /// Paints the last colour after the end.
  public static let drawsAfterEndLocation = CGGradientDrawingOptions(rawValue: 2)
}

/// The adjustment of pattern cells to device pixels. Stored, but without effect: cells are always drawn at their exact
/// positions.
public enum CGPatternTiling: Int32, Sendable {
  /// Spacing may vary by a pixel.
  case noDistortion
  /// Cells may be distorted slightly.
  case constantSpacingMinimalDistortion
  /// Cells may be distorted.
  case constantSpacing
}
