/// A file type.
public struct AVFileType: RawRepresentable, Hashable, Sendable {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  /// MPEG-4: .mp4.
  public static let mp4 = AVFileType(rawValue: "public.mpeg-4")
  /// QuickTime: .mov.
  public static let mov = AVFileType(rawValue: "com.apple.quicktime-movie")
  /// Apple's variant of MPEG-4: .m4v.
  public static let m4v = AVFileType(rawValue: "com.apple.m4v-video")
  /// MPEG-4 with audio only: .m4a.
  public static let m4a = AVFileType(rawValue: "com.apple.m4a-audio")
  /// Matroska: .mkv. Exists only in this package. Times are rounded to milliseconds.
  public static let mkv = AVFileType(rawValue: "org.matroska.mkv")
  /// WebM: .webm, with VP9 or AV1. Exists only in this package. Times are rounded to milliseconds.
  public static let webm = AVFileType(rawValue: "org.webmproject.webm")

  /// NUT: frames with times and sound, for pipes.
  package static let nut = AVFileType(rawValue: "org.ffmpeg.nut")
  /// YUV4MPEG2: uncompressed frames at a constant rate, for pipes.
  package static let y4m = AVFileType(rawValue: "net.mjpeg.yuv4mpeg2")
  static let piped: [AVFileType] = [.nut, .y4m]

  /// The supported types of video files.
  static let written: [AVFileType] = [.mp4, .mov, .m4v, .mkv, .webm]

  /// FFmpeg's name of the container; nil for types that are not supported.
  var container: String? {
    switch self {
    case .mp4, .m4v: "mp4"
    case .mov: "mov"
    case .m4a: "ipod"
    case .mkv: "matroska"
    case .webm: "webm"
    case .nut: "nut"
    case .y4m: "yuv4mpegpipe"
    default: nil
    }
  }
}
