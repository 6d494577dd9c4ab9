/// A value of `kCGImagePropertyIPTCDictionary`: Image I/O's key, the number of its data set (IIM 4.2, chapter 6), and
/// Exiv2's names of the data set and of the XMP property with the same meaning.
struct IPTCField: Sendable {
  enum Kind: Sendable {
    case one
    /// A repeatable data set.
    case list
    /// A date: digits without separators.
    case date
    /// A time: digits, and the sign of the offset from UTC.
    case time
  }

  let key: String
  let number: UInt8
  let name: String
  let kind: Kind
  let xmp: String?

  private init(_ key: String, _ number: UInt8, _ name: String, _ kind: Kind = .one, xmp: String? = nil) {
    (self.key, self.number, self.name, self.kind) = (key, number, "Iptc.Application2." + name, kind)
    self.xmp = xmp.map { "Xmp." + $0 }
  }

  static let all: [IPTCField] = [
    IPTCField("ObjectTypeReference", 3, "ObjectType"),
    IPTCField("ObjectAttributeReference", 4, "ObjectAttribute", .list),
    IPTCField("ObjectName", 5, "ObjectName", xmp: "dc.title"),
    IPTCField("EditStatus", 7, "EditStatus"),
    IPTCField("EditorialUpdate", 8, "EditorialUpdate"),
    IPTCField("Urgency", 10, "Urgency", xmp: "photoshop.Urgency"),
    IPTCField("SubjectReference", 12, "Subject", .list),
    IPTCField("Category", 15, "Category", xmp: "photoshop.Category"),
    IPTCField("SupplementalCategory", 20, "SuppCategory", .list, xmp: "photoshop.SupplementalCategories"),
    IPTCField("FixtureIdentifier", 22, "FixtureId"),
    IPTCField("Keywords", 25, "Keywords", .list, xmp: "dc.subject"),
    IPTCField("ContentLocationCode", 26, "LocationCode", .list),
    IPTCField("ContentLocationName", 27, "LocationName", .list),
    IPTCField("ReleaseDate", 30, "ReleaseDate", .date),
    IPTCField("ReleaseTime", 35, "ReleaseTime", .time),
    IPTCField("ExpirationDate", 37, "ExpirationDate", .date),
    IPTCField("ExpirationTime", 38, "ExpirationTime", .time),
    IPTCField("SpecialInstructions", 40, "SpecialInstructions", xmp: "photoshop.Instructions"),
    IPTCField("ActionAdvised", 42, "ActionAdvised"),
    IPTCField("ReferenceService", 45, "ReferenceService", .list),
    IPTCField("ReferenceDate", 47, "ReferenceDate", .list),
    IPTCField("ReferenceNumber", 50, "ReferenceNumber", .list),
    IPTCField("DateCreated", 55, "DateCreated", .date),
    IPTCField("TimeCreated", 60, "TimeCreated", .time),
    IPTCField("DigitalCreationDate", 62, "DigitizationDate", .date),
    IPTCField("DigitalCreationTime", 63, "DigitizationTime", .time),
    IPTCField("OriginatingProgram", 65, "Program"),
    IPTCField("ProgramVersion", 70, "ProgramVersion"),
    IPTCField("ObjectCycle", 75, "ObjectCycle"),
    IPTCField("Byline", 80, "Byline", .list, xmp: "dc.creator"),
    IPTCField("BylineTitle", 85, "BylineTitle", .list, xmp: "photoshop.AuthorsPosition"),
    IPTCField("City", 90, "City", xmp: "photoshop.City"),
    IPTCField("SubLocation", 92, "SubLocation", xmp: "iptc.Location"),
    IPTCField("Province/State", 95, "ProvinceState", xmp: "photoshop.State"),
    IPTCField("Country/PrimaryLocationCode", 100, "CountryCode", xmp: "iptc.CountryCode"),
    IPTCField("Country/PrimaryLocationName", 101, "CountryName", xmp: "photoshop.Country"),
    IPTCField("OriginalTransmissionReference", 103, "TransmissionReference", xmp: "photoshop.TransmissionReference"),
    IPTCField("Headline", 105, "Headline", xmp: "photoshop.Headline"),
    IPTCField("Credit", 110, "Credit", xmp: "photoshop.Credit"),
    IPTCField("Source", 115, "Source", xmp: "photoshop.Source"),
    IPTCField("CopyrightNotice", 116, "Copyright", xmp: "dc.rights"),
    IPTCField("Contact", 118, "Contact", .list),
    IPTCField("Caption/Abstract", 120, "Caption", xmp: "dc.description"),
    IPTCField("Writer/Editor", 122, "Writer", .list, xmp: "photoshop.CaptionWriter"),
    IPTCField("ImageType", 130, "ImageType"),
    IPTCField("ImageOrientation", 131, "ImageOrientation"),
    IPTCField("LanguageIdentifier", 135, "Language"),
  ]
}
