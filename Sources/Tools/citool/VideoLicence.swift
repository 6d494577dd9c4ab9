import CommandLineSupport
import Foundation

/// Returns the lines of `--version` on FFmpeg. They are the output of citool-video, because citool does not use FFmpeg.
func videoLicence() -> String {
  if let lines = Tool.output(of: "citool-video", ["--version"])?.split(separator: "\n"), lines.count > 1 {
    return "\n" + lines.dropFirst().joined(separator: "\n")
  }
  return """

    Videos are read and written by FFmpeg, which is not part of this program: citool-video loads its libraries at run \
    time. Their licence is the LGPL 2.1 or later, or the GPL if the build contains parts such as x264. Software that \
    is distributed together with them must comply with that licence.
    """
}
