import ImageGraph

/// Writes a line about an event that no API reports to the package's log.
func note(_ line: String) { RenderLog.process.note("AVFoundation: \(line)") }
