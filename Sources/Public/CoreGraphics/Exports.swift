// Clients of Core Graphics get CGFloat, CGPoint, CGRect and the like from `import CoreGraphics` alone.
@_exported import Foundation
