/// How paint and what is below it become one colour. Formulas: PDF 1.7 (ISO 32000-1), 11.3.5, and Porter and Duff
/// (1984).
public enum CGBlendMode: Int32, Sendable, CaseIterable {
  /// Paint over what is there.
  case normal
  /// The product of both.
  case multiply
  /// The product of what both lack of white.
  case screen
  /// `hardLight` with both exchanged.
  case overlay
  /// The darker of both, each component for itself.
  case darken
  /// The lighter of both, each component for itself.
  case lighten
  /// What is there, made lighter by paint.
  case colorDodge
  /// What is there, made darker by paint.
  case colorBurn
  /// Darker or lighter by paint, softly.
  case softLight
  /// `multiply` where paint is dark, `screen` where it is light.
  case hardLight
  /// How far they are apart.
  case difference
  /// As `difference`, with less contrast.
  case exclusion
  /// The hue of paint, saturation and luminosity of what is there.
  case hue
  /// The saturation of paint alone.
  case saturation
  /// Hue and saturation of paint.
  case color
  /// The luminosity of paint.
  case luminosity
  /// Nothing: what is there is taken away.
  case clear
  /// Paint alone, its alpha included.
  case copy
  /// Paint where there is something.
  case sourceIn
  /// Paint where there is nothing.
  case sourceOut
  /// Paint over what is there, and only there.
  case sourceAtop
  /// Paint below what is there.
  case destinationOver
  /// What is there, where paint is.
  case destinationIn
  /// What is there, where paint is not.
  case destinationOut
  /// What is there over paint, where paint is.
  case destinationAtop
  /// Each where the other is not.
  case xor
  /// Drawn as `normal`, and noted in the log: cairo has no such operator.
  case plusDarker
  /// The sum, up to white.
  case plusLighter
}

/// How images are enlarged and reduced.
public enum CGInterpolationQuality: Int32, Sendable {
  /// As `medium`.
  case `default`
  /// Pixels stay squares.
  case none
  /// Linear between four pixels.
  case low
  /// Best of what is there, slowest.
  case high
  /// Linear when enlarging, means when reducing.
  case medium
}

/// What is painted of a path.
public enum CGPathDrawingMode: Int32, Sendable {
  /// Inside, by the winding rule.
  case fill
  /// Inside, by the even-odd rule.
  case eoFill
  /// The line.
  case stroke
  /// Inside, then the line over it.
  case fillStroke
  /// Inside by the even-odd rule, then the line over it.
  case eoFillStroke
}

/// What is painted of letters.
public enum CGTextDrawingMode: Int32, Sendable {
  /// Inside.
  case fill
  /// Their outlines.
  case stroke
  /// Inside, then the outlines.
  case fillStroke
  /// Nothing; the text position moves.
  case invisible
  /// Inside, and they clip what follows.
  case fillClip
  /// Outlines, and the letters clip what follows.
  case strokeClip
  /// Both, and they clip what follows.
  case fillStrokeClip
  /// They clip what follows.
  case clip

  var fills: Bool { [.fill, .fillStroke, .fillClip, .fillStrokeClip].contains(self) }
  var strokes: Bool { [.stroke, .fillStroke, .strokeClip, .fillStrokeClip].contains(self) }
  var clips: Bool { rawValue >= CGTextDrawingMode.fillClip.rawValue }
}

/// Whether a gradient goes on outside of its ends.
public struct CGGradientDrawingOptions: OptionSet, Sendable {
  public let rawValue: UInt32
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// The first colour before the beginning.
  public static let drawsBeforeStartLocation = CGGradientDrawingOptions(rawValue: 1)
  /// The last colour after the end.
  public static let drawsAfterEndLocation = CGGradientDrawingOptions(rawValue: 2)
}

/// How cells of a pattern are placed. Kept: cells are always drawn where the numbers say.
public enum CGPatternTiling: Int32, Sendable {
  /// Steps may be off by a pixel.
  case noDistortion
  /// Cells may be off a little.
  case constantSpacingMinimalDistortion
  /// Cells may be off.
  case constantSpacing
}
