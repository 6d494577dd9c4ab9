// Code for Core Image gets URL, Data, CGRect and the like from `import CoreImage` alone.
@_exported import Foundation
