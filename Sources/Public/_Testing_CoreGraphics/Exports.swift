// `import Testing` together with `import CoreGraphics` makes the compiler look for a cross-import overlay of this name.
@_exported import CoreGraphics
