// swift-format-ignore-file: AlwaysUseLowerCamelCase
// Names are Core Media's.

/// The identifier of a track in its file, from 1.
public typealias CMPersistentTrackID = Int32

/// The identifier of no track.
public let kCMPersistentTrackID_Invalid: CMPersistentTrackID = 0
