// Code for Core Graphics gets CGFloat, CGPoint, CGRect and the like from `import CoreGraphics` alone.
@_exported import Foundation
