// `import QuartzCore` also imports images, filters and drawing.
@_exported import CoreGraphics
@_exported import CoreImage
@_exported import AnimationMath
