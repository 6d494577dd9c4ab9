/// A kind of file.
public struct AVFileType: RawRepresentable, Hashable, Sendable {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  /// MPEG-4: .mp4.
  public static let mp4 = AVFileType(rawValue: "public.mpeg-4")
  /// QuickTime: .mov.
  public static let mov = AVFileType(rawValue: "com.apple.quicktime-movie")
  /// MPEG-4 by Apple's name: .m4v.
  public static let m4v = AVFileType(rawValue: "com.apple.m4v-video")
  /// MPEG-4 with sound alone: .m4a.
  public static let m4a = AVFileType(rawValue: "com.apple.m4a-audio")
  /// Matroska: .mkv. Of this package alone. Its times are whole milliseconds.
  public static let mkv = AVFileType(rawValue: "org.matroska.mkv")
  /// WebM: .webm, of VP9 or AV1. Of this package alone. Its times are whole milliseconds.
  public static let webm = AVFileType(rawValue: "org.webmproject.webm")

  /// NUT: times, images and sound through pipes.
  package static let nut = AVFileType(rawValue: "org.ffmpeg.nut")
  /// YUV4MPEG2: a rate, and images that are not coded, through pipes.
  package static let y4m = AVFileType(rawValue: "net.mjpeg.yuv4mpeg2")
  static let piped: [AVFileType] = [.nut, .y4m]

  /// All files with images that are written here.
  static let written: [AVFileType] = [.mp4, .mov, .m4v, .mkv, .webm]

  /// FFmpeg's name of it; nil for what is not written here.
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
