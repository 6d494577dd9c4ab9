// Keys of `CIImage.properties`, as in Image I/O. Values are numbers, texts, and lists of both.

/// The EXIF orientation, 1...8, in `CIImage.properties`.
public let kCGImagePropertyOrientation = "Orientation"
/// Pixels in a row, before the orientation is applied.
public let kCGImagePropertyPixelWidth = "PixelWidth"
/// Rows, before the orientation is applied.
public let kCGImagePropertyPixelHeight = "PixelHeight"
/// Bits of a component in the file.
public let kCGImagePropertyDepth = "Depth"
/// `RGB`, `Gray` or `CMYK`.
public let kCGImagePropertyColorModel = "ColorModel"
/// The name of the colour space that the file declares.
public let kCGImagePropertyProfileName = "ProfileName"
/// Whether the file has alpha.
public let kCGImagePropertyHasAlpha = "HasAlpha"
/// Whether components are floats.
public let kCGImagePropertyIsFloat = "IsFloat"

/// A dictionary of camera settings: `kCGImagePropertyExif…`.
public let kCGImagePropertyExifDictionary = "{Exif}"
/// A dictionary of lens and owner data without an EXIF tag: `kCGImagePropertyExifAux…`.
public let kCGImagePropertyExifAuxDictionary = "{ExifAux}"
/// A dictionary of author, time and software of the image: `kCGImagePropertyTIFF…`.
public let kCGImagePropertyTIFFDictionary = "{TIFF}"
/// A dictionary of the location where the image was taken: `kCGImagePropertyGPS…`.
public let kCGImagePropertyGPSDictionary = "{GPS}"
/// A dictionary of captions and rights, from IPTC records or XMP: `kCGImagePropertyIPTC…`.
public let kCGImagePropertyIPTCDictionary = "{IPTC}"
/// A dictionary of the texts of a PNG file, by keyword: `kCGImagePropertyPNG…`. Read only.
public let kCGImagePropertyPNGDictionary = "{PNG}"
/// Horizontal pixels per inch.
public let kCGImagePropertyDPIWidth = "DPIWidth"
/// Vertical pixels per inch.
public let kCGImagePropertyDPIHeight = "DPIHeight"

// MARK: EXIF

/// Seconds.
public let kCGImagePropertyExifExposureTime = "ExposureTime"
/// A number: focal length over aperture.
public let kCGImagePropertyExifFNumber = "FNumber"
/// A whole number.
public let kCGImagePropertyExifExposureProgram = "ExposureProgram"
/// A text.
public let kCGImagePropertyExifSpectralSensitivity = "SpectralSensitivity"
/// A list of whole numbers, mostly one.
public let kCGImagePropertyExifISOSpeedRatings = "ISOSpeedRatings"
/// A whole number.
public let kCGImagePropertyExifSensitivityType = "SensitivityType"
/// A whole number.
public let kCGImagePropertyExifStandardOutputSensitivity = "StandardOutputSensitivity"
/// A whole number.
public let kCGImagePropertyExifRecommendedExposureIndex = "RecommendedExposureIndex"
/// A whole number.
public let kCGImagePropertyExifISOSpeed = "ISOSpeed"
/// A whole number.
public let kCGImagePropertyExifISOSpeedLatitudeyyy = "ISOSpeedLatitudeyyy"
/// A whole number.
public let kCGImagePropertyExifISOSpeedLatitudezzz = "ISOSpeedLatitudezzz"
/// A list of whole numbers: [2, 3, 2].
public let kCGImagePropertyExifVersion = "ExifVersion"
/// A text: `2024:05:06 07:08:09`, when the image was taken.
public let kCGImagePropertyExifDateTimeOriginal = "DateTimeOriginal"
/// A text: `2024:05:06 07:08:09`, when the image was stored.
public let kCGImagePropertyExifDateTimeDigitized = "DateTimeDigitized"
/// A text.
public let kCGImagePropertyExifOffsetTime = "OffsetTime"
/// A text.
public let kCGImagePropertyExifOffsetTimeOriginal = "OffsetTimeOriginal"
/// A text.
public let kCGImagePropertyExifOffsetTimeDigitized = "OffsetTimeDigitized"
/// A list of whole numbers.
public let kCGImagePropertyExifComponentsConfiguration = "ComponentsConfiguration"
/// A number.
public let kCGImagePropertyExifCompressedBitsPerPixel = "CompressedBitsPerPixel"
/// A number: APEX.
public let kCGImagePropertyExifShutterSpeedValue = "ShutterSpeedValue"
/// A number: APEX.
public let kCGImagePropertyExifApertureValue = "ApertureValue"
/// A number: APEX.
public let kCGImagePropertyExifBrightnessValue = "BrightnessValue"
/// Stops.
public let kCGImagePropertyExifExposureBiasValue = "ExposureBiasValue"
/// A number: APEX.
public let kCGImagePropertyExifMaxApertureValue = "MaxApertureValue"
/// Metres.
public let kCGImagePropertyExifSubjectDistance = "SubjectDistance"
/// A whole number.
public let kCGImagePropertyExifMeteringMode = "MeteringMode"
/// A whole number.
public let kCGImagePropertyExifLightSource = "LightSource"
/// A whole number; its lowest bit is set if the flash fired.
public let kCGImagePropertyExifFlash = "Flash"
/// Millimetres.
public let kCGImagePropertyExifFocalLength = "FocalLength"
/// A list of whole numbers.
public let kCGImagePropertyExifSubjectArea = "SubjectArea"
/// A text.
public let kCGImagePropertyExifUserComment = "UserComment"
/// A text.
public let kCGImagePropertyExifSubsecTime = "SubsecTime"
/// A text.
public let kCGImagePropertyExifSubsecTimeOrginal = "SubsecTimeOriginal"
/// The key `kCGImagePropertyExifSubsecTimeOrginal` with the correct spelling.
public let kCGImagePropertyExifSubsecTimeOriginal = "SubsecTimeOriginal"
/// A text.
public let kCGImagePropertyExifSubsecTimeDigitized = "SubsecTimeDigitized"
/// A list of whole numbers.
public let kCGImagePropertyExifFlashPixVersion = "FlashPixVersion"
/// A whole number: 1 for sRGB, 65535 for others.
public let kCGImagePropertyExifColorSpace = "ColorSpace"
/// A whole number.
public let kCGImagePropertyExifPixelXDimension = "PixelXDimension"
/// A whole number.
public let kCGImagePropertyExifPixelYDimension = "PixelYDimension"
/// A text.
public let kCGImagePropertyExifRelatedSoundFile = "RelatedSoundFile"
/// A number.
public let kCGImagePropertyExifFlashEnergy = "FlashEnergy"
/// A number.
public let kCGImagePropertyExifFocalPlaneXResolution = "FocalPlaneXResolution"
/// A number.
public let kCGImagePropertyExifFocalPlaneYResolution = "FocalPlaneYResolution"
/// A whole number.
public let kCGImagePropertyExifFocalPlaneResolutionUnit = "FocalPlaneResolutionUnit"
/// A list of whole numbers.
public let kCGImagePropertyExifSubjectLocation = "SubjectLocation"
/// A number.
public let kCGImagePropertyExifExposureIndex = "ExposureIndex"
/// A whole number.
public let kCGImagePropertyExifSensingMethod = "SensingMethod"
/// A whole number.
public let kCGImagePropertyExifFileSource = "FileSource"
/// A whole number.
public let kCGImagePropertyExifSceneType = "SceneType"
/// A whole number.
public let kCGImagePropertyExifCustomRendered = "CustomRendered"
/// A whole number.
public let kCGImagePropertyExifExposureMode = "ExposureMode"
/// A whole number.
public let kCGImagePropertyExifWhiteBalance = "WhiteBalance"
/// A number.
public let kCGImagePropertyExifDigitalZoomRatio = "DigitalZoomRatio"
/// Millimetres.
public let kCGImagePropertyExifFocalLenIn35mmFilm = "FocalLenIn35mmFilm"
/// A whole number.
public let kCGImagePropertyExifSceneCaptureType = "SceneCaptureType"
/// A whole number.
public let kCGImagePropertyExifGainControl = "GainControl"
/// A whole number.
public let kCGImagePropertyExifContrast = "Contrast"
/// A whole number.
public let kCGImagePropertyExifSaturation = "Saturation"
/// A whole number.
public let kCGImagePropertyExifSharpness = "Sharpness"
/// A whole number.
public let kCGImagePropertyExifSubjectDistRange = "SubjectDistRange"
/// A text.
public let kCGImagePropertyExifImageUniqueID = "ImageUniqueID"
/// A text.
public let kCGImagePropertyExifCameraOwnerName = "CameraOwnerName"
/// A text.
public let kCGImagePropertyExifBodySerialNumber = "BodySerialNumber"
/// A list of four numbers: shortest and longest focal length in millimetres, least f-number at each.
public let kCGImagePropertyExifLensSpecification = "LensSpecification"
/// A text.
public let kCGImagePropertyExifLensMake = "LensMake"
/// A text.
public let kCGImagePropertyExifLensModel = "LensModel"
/// A text.
public let kCGImagePropertyExifLensSerialNumber = "LensSerialNumber"
/// A number.
public let kCGImagePropertyExifGamma = "Gamma"

// MARK: TIFF

/// A text.
public let kCGImagePropertyTIFFDocumentName = "DocumentName"
/// A text.
public let kCGImagePropertyTIFFImageDescription = "ImageDescription"
/// A text.
public let kCGImagePropertyTIFFMake = "Make"
/// A text.
public let kCGImagePropertyTIFFModel = "Model"
/// A whole number, 1...8; equal to `kCGImagePropertyOrientation`.
public let kCGImagePropertyTIFFOrientation = "Orientation"
/// A number.
public let kCGImagePropertyTIFFXResolution = "XResolution"
/// A number.
public let kCGImagePropertyTIFFYResolution = "YResolution"
/// A whole number: 2 for inches, 3 for centimetres.
public let kCGImagePropertyTIFFResolutionUnit = "ResolutionUnit"
/// A text.
public let kCGImagePropertyTIFFSoftware = "Software"
/// A text: `2024:05:06 07:08:09`, when the file was changed.
public let kCGImagePropertyTIFFDateTime = "DateTime"
/// A text.
public let kCGImagePropertyTIFFArtist = "Artist"
/// A text.
public let kCGImagePropertyTIFFHostComputer = "HostComputer"
/// A text.
public let kCGImagePropertyTIFFCopyright = "Copyright"
/// A list of numbers.
public let kCGImagePropertyTIFFWhitePoint = "WhitePoint"
/// A list of numbers.
public let kCGImagePropertyTIFFPrimaryChromaticities = "PrimaryChromaticities"

// MARK: GPS

/// A list of whole numbers.
public let kCGImagePropertyGPSVersion = "GPSVersion"
/// A text: `N` or `S`.
public let kCGImagePropertyGPSLatitudeRef = "LatitudeRef"
/// Degrees, never negative.
public let kCGImagePropertyGPSLatitude = "Latitude"
/// A text: `E` or `W`.
public let kCGImagePropertyGPSLongitudeRef = "LongitudeRef"
/// Degrees, never negative.
public let kCGImagePropertyGPSLongitude = "Longitude"
/// A whole number: 0 above sea level, 1 below.
public let kCGImagePropertyGPSAltitudeRef = "AltitudeRef"
/// Metres from sea level, never negative.
public let kCGImagePropertyGPSAltitude = "Altitude"
/// A text: hours, minutes and seconds of UTC with colons between them.
public let kCGImagePropertyGPSTimeStamp = "TimeStamp"
/// A text.
public let kCGImagePropertyGPSSatellites = "Satellites"
/// A text.
public let kCGImagePropertyGPSStatus = "Status"
/// A text.
public let kCGImagePropertyGPSMeasureMode = "MeasureMode"
/// A number.
public let kCGImagePropertyGPSDOP = "DOP"
/// A text.
public let kCGImagePropertyGPSSpeedRef = "SpeedRef"
/// A number, in the unit of `kCGImagePropertyGPSSpeedRef`.
public let kCGImagePropertyGPSSpeed = "Speed"
/// A text.
public let kCGImagePropertyGPSTrackRef = "TrackRef"
/// A number.
public let kCGImagePropertyGPSTrack = "Track"
/// A text.
public let kCGImagePropertyGPSImgDirectionRef = "ImgDirectionRef"
/// Degrees from north, clockwise.
public let kCGImagePropertyGPSImgDirection = "ImgDirection"
/// A text.
public let kCGImagePropertyGPSMapDatum = "MapDatum"
/// A text.
public let kCGImagePropertyGPSDestLatitudeRef = "DestLatitudeRef"
/// Degrees, never negative.
public let kCGImagePropertyGPSDestLatitude = "DestLatitude"
/// A text.
public let kCGImagePropertyGPSDestLongitudeRef = "DestLongitudeRef"
/// Degrees, never negative.
public let kCGImagePropertyGPSDestLongitude = "DestLongitude"
/// A text.
public let kCGImagePropertyGPSDestBearingRef = "DestBearingRef"
/// A number.
public let kCGImagePropertyGPSDestBearing = "DestBearing"
/// A text.
public let kCGImagePropertyGPSDestDistanceRef = "DestDistanceRef"
/// A number.
public let kCGImagePropertyGPSDestDistance = "DestDistance"
/// A text.
public let kCGImagePropertyGPSProcessingMethod = "ProcessingMethod"
/// A text.
public let kCGImagePropertyGPSAreaInformation = "AreaInformation"
/// A text: `2024:05:06`, of UTC.
public let kCGImagePropertyGPSDateStamp = "DateStamp"
/// A whole number.
public let kCGImagePropertyGPSDifferental = "Differential"
/// Metres.
public let kCGImagePropertyGPSHPositioningError = "HPositioningError"

// MARK: PNG

/// A text.
public let kCGImagePropertyPNGAuthor = "Author"
/// A text.
public let kCGImagePropertyPNGComment = "Comment"
/// A text.
public let kCGImagePropertyPNGCopyright = "Copyright"
/// A text.
public let kCGImagePropertyPNGDescription = "Description"
/// A text.
public let kCGImagePropertyPNGSoftware = "Software"
/// A text.
public let kCGImagePropertyPNGSource = "Source"
/// A text.
public let kCGImagePropertyPNGTitle = "Title"
