// Keys of captions and rights in `CIImage.properties`, as in Image I/O.

// MARK: IPTC

/// A text.
public let kCGImagePropertyIPTCObjectTypeReference = "ObjectTypeReference"
/// A list of texts.
public let kCGImagePropertyIPTCObjectAttributeReference = "ObjectAttributeReference"
/// A text.
public let kCGImagePropertyIPTCObjectName = "ObjectName"
/// A text.
public let kCGImagePropertyIPTCEditStatus = "EditStatus"
/// A text.
public let kCGImagePropertyIPTCEditorialUpdate = "EditorialUpdate"
/// A text.
public let kCGImagePropertyIPTCUrgency = "Urgency"
/// A list of texts.
public let kCGImagePropertyIPTCSubjectReference = "SubjectReference"
/// A text.
public let kCGImagePropertyIPTCCategory = "Category"
/// A list of texts.
public let kCGImagePropertyIPTCSupplementalCategory = "SupplementalCategory"
/// A text.
public let kCGImagePropertyIPTCFixtureIdentifier = "FixtureIdentifier"
/// A list of texts.
public let kCGImagePropertyIPTCKeywords = "Keywords"
/// A list of texts.
public let kCGImagePropertyIPTCContentLocationCode = "ContentLocationCode"
/// A list of texts.
public let kCGImagePropertyIPTCContentLocationName = "ContentLocationName"
/// A text of digits: `20240506`, or `070809+0200`.
public let kCGImagePropertyIPTCReleaseDate = "ReleaseDate"
/// A text of digits: `20240506`, or `070809+0200`.
public let kCGImagePropertyIPTCReleaseTime = "ReleaseTime"
/// A text of digits: `20240506`, or `070809+0200`.
public let kCGImagePropertyIPTCExpirationDate = "ExpirationDate"
/// A text of digits: `20240506`, or `070809+0200`.
public let kCGImagePropertyIPTCExpirationTime = "ExpirationTime"
/// A text.
public let kCGImagePropertyIPTCSpecialInstructions = "SpecialInstructions"
/// A text.
public let kCGImagePropertyIPTCActionAdvised = "ActionAdvised"
/// A list of texts.
public let kCGImagePropertyIPTCReferenceService = "ReferenceService"
/// A list of texts.
public let kCGImagePropertyIPTCReferenceDate = "ReferenceDate"
/// A list of texts.
public let kCGImagePropertyIPTCReferenceNumber = "ReferenceNumber"
/// A text of digits: `20240506`, or `070809+0200`.
public let kCGImagePropertyIPTCDateCreated = "DateCreated"
/// A text of digits: `20240506`, or `070809+0200`.
public let kCGImagePropertyIPTCTimeCreated = "TimeCreated"
/// A text of digits: `20240506`, or `070809+0200`.
public let kCGImagePropertyIPTCDigitalCreationDate = "DigitalCreationDate"
/// A text of digits: `20240506`, or `070809+0200`.
public let kCGImagePropertyIPTCDigitalCreationTime = "DigitalCreationTime"
/// A text.
public let kCGImagePropertyIPTCOriginatingProgram = "OriginatingProgram"
/// A text.
public let kCGImagePropertyIPTCProgramVersion = "ProgramVersion"
/// A text.
public let kCGImagePropertyIPTCObjectCycle = "ObjectCycle"
/// A list of texts.
public let kCGImagePropertyIPTCByline = "Byline"
/// A list of texts.
public let kCGImagePropertyIPTCBylineTitle = "BylineTitle"
/// A text.
public let kCGImagePropertyIPTCCity = "City"
/// A text.
public let kCGImagePropertyIPTCSubLocation = "SubLocation"
/// A text.
public let kCGImagePropertyIPTCProvinceState = "Province/State"
/// A text.
public let kCGImagePropertyIPTCCountryPrimaryLocationCode = "Country/PrimaryLocationCode"
/// A text.
public let kCGImagePropertyIPTCCountryPrimaryLocationName = "Country/PrimaryLocationName"
/// A text.
public let kCGImagePropertyIPTCOriginalTransmissionReference = "OriginalTransmissionReference"
/// A text.
public let kCGImagePropertyIPTCHeadline = "Headline"
/// A text.
public let kCGImagePropertyIPTCCredit = "Credit"
/// A text.
public let kCGImagePropertyIPTCSource = "Source"
/// A text.
public let kCGImagePropertyIPTCCopyrightNotice = "CopyrightNotice"
/// A list of texts.
public let kCGImagePropertyIPTCContact = "Contact"
/// A text.
public let kCGImagePropertyIPTCCaptionAbstract = "Caption/Abstract"
/// A list of texts.
public let kCGImagePropertyIPTCWriterEditor = "Writer/Editor"
/// A text.
public let kCGImagePropertyIPTCImageType = "ImageType"
/// A text.
public let kCGImagePropertyIPTCImageOrientation = "ImageOrientation"
/// A text.
public let kCGImagePropertyIPTCLanguageIdentifier = "LanguageIdentifier"
/// A whole number, -1 (rejected) ... 5.
public let kCGImagePropertyIPTCStarRating = "StarRating"

// MARK: Lens and owner

/// A list of four numbers, as `kCGImagePropertyExifLensSpecification`.
public let kCGImagePropertyExifAuxLensInfo = "LensInfo"
/// A text.
public let kCGImagePropertyExifAuxLensModel = "LensModel"
/// A text.
public let kCGImagePropertyExifAuxSerialNumber = "SerialNumber"
/// A whole number.
public let kCGImagePropertyExifAuxLensID = "LensID"
/// A text.
public let kCGImagePropertyExifAuxLensSerialNumber = "LensSerialNumber"
/// A whole number.
public let kCGImagePropertyExifAuxImageNumber = "ImageNumber"
/// Stops.
public let kCGImagePropertyExifAuxFlashCompensation = "FlashCompensation"
/// A text.
public let kCGImagePropertyExifAuxOwnerName = "OwnerName"
/// A text.
public let kCGImagePropertyExifAuxFirmware = "Firmware"
