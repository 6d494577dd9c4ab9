// swift-format-ignore-file: AlwaysUseLowerCamelCase
// Names are Core Media's.

/// The number of a track in its file, from 1 on.
public typealias CMPersistentTrackID = Int32

/// The number of no track.
public let kCMPersistentTrackID_Invalid: CMPersistentTrackID = 0
