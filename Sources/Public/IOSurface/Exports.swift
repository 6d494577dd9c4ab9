// `import IOSurface` alone provides Core Foundation's names and Foundation.
@_exported import CoreGraphics
