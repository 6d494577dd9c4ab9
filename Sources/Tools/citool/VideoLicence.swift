import CommandLineSupport
import Foundation

/// What `--version` says of FFmpeg, which citool itself knows nothing of: the program for videos is asked.
func videoLicence() -> String {
  if let lines = Tool.output(of: "citool-video", ["--version"])?.split(separator: "\n"), lines.count > 1 {
    return "\n" + lines.dropFirst().joined(separator: "\n")
  }
  return """

    Videos are read and written by FFmpeg, which is not part of this program: citool-video looks for its libraries when \
    it runs. They are under the LGPL 2.1 or later, or under the GPL where a build has parts such as x264; what is \
    distributed together with them has to keep to that.
    """
}
