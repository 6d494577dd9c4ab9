import ImageGraph

/// Says something that nobody else hears of, where the package's log goes.
func note(_ line: String) { RenderLog.process.note("AVFoundation: \(line)") }
