import Foundation

/// Writes a line to standard error.
func report(_ text: String) { FileHandle.standardError.write(Data((text + "\n").utf8)) }
