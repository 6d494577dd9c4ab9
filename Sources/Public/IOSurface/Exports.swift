// Code for surfaces gets Core Foundation's names and what Foundation has from `import IOSurface` alone.
@_exported import CoreGraphics
