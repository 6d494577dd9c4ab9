import Foundation

/// Writes a line where compilers do.
func report(_ text: String) { FileHandle.standardError.write(Data((text + "\n").utf8)) }
