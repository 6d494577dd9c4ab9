import CoreGraphics
import Foundation

/// A colour space as values that any coder can write: its name, or its ICC profile.
struct ArchivedSpace: Codable {
  let space: CGColorSpace

  private enum CodingKeys: CodingKey { case name, profile }

  init(_ space: CGColorSpace) { self.space = space }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let name = try container.decodeIfPresent(String.self, forKey: .name)
    let profile = try container.decodeIfPresent(Data.self, forKey: .profile)
    guard let space = name.flatMap({ CGColorSpace(name: $0) }) ?? profile.flatMap({ CGColorSpace(iccData: $0) }) else {
      throw DecodingError.dataCorruptedError(
        forKey: .name, in: container, debugDescription: "there is no colour space \(name ?? "of the archived profile")")
    }
    self.space = space
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    if let name = space.name {
      try container.encode(name, forKey: .name)
    } else if let profile = space.copyICCData() {
      try container.encode(profile, forKey: .profile)
    } else {
      throw EncodingError.invalidValue(
        space,
        EncodingError.Context(
          codingPath: encoder.codingPath, debugDescription: "\(space) has neither a name nor a profile"))
    }
  }
}
