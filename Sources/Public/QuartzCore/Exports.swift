// `import QuartzCore` also imports images, filters and drawing.
@_exported import AnimationMath
@_exported import CoreGraphics
@_exported import CoreImage
