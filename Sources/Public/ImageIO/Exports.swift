// Code for Image I/O gets CGImage, the keys of properties and the like from `import ImageIO` alone.
@_exported import CoreGraphics
@_exported import CoreImage
