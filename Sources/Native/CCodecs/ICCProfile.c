#include "Internal.h"

#include <lcms2.h>
#include <stdlib.h>
#include <string.h>

static void on_error(cmsContext context, cmsUInt32Number code, const char *text) {
  (void)code;
  cc_failure *failure = cmsGetContextUserData(context);
  if (failure && failure->status == CC_OK) cc_fail(failure, CC_DAMAGED, "%s", text);
}

// A separate context for each call: lcms2's global context and its errors are shared by the process.
static cmsContext create_context(cc_failure *failure) {
  failure->status = CC_OK;
  cmsContext context = cmsCreateContext(NULL, failure);
  if (context) cmsSetLogErrorHandlerTHR(context, on_error);
  return context;
}

static int finish(cmsContext context, cmsHPROFILE profile, int success, cc_failure *failure) {
  if (profile) cmsCloseProfile(profile);
  if (context) cmsDeleteContext(context);
  if (success) return 1;
  if (failure->status == CC_OK) cc_fail(failure, CC_DAMAGED, "lcms2 cannot use this ICC profile");
  return 0;
}

void *cc_icc_open(const void *profile, size_t size, void **context, cc_failure *failure) {
  failure->status = CC_OK;
  cmsContext created = cmsCreateContext(NULL, NULL);
  if (!created) return NULL;
  cmsHPROFILE opened = size < 0x7fffffff ? cmsOpenProfileFromMemTHR(created, profile, (cmsUInt32Number)size) : NULL;
  if (!opened) {
    cc_fail(failure, CC_DAMAGED, "lcms2 cannot open this ICC profile");
    cmsDeleteContext(created);
    return NULL;
  }
  *context = created;
  return opened;
}

const char *cc_icc_description(const cc_icc_info *info) { return info->description; }

static int is_tabulated(cmsHPROFILE profile) {
  return cmsIsTag(profile, cmsSigAToB0Tag) || cmsIsTag(profile, cmsSigAToB1Tag) || cmsIsTag(profile, cmsSigAToB2Tag) ||
         cmsIsTag(profile, cmsSigDToB0Tag) || cmsIsTag(profile, cmsSigDToB1Tag);
}

static int read_curve(cmsHPROFILE profile, cmsTagSignature tag, double *samples, double *parameters) {
  const cmsToneCurve *curve = cmsReadTag(profile, tag);
  if (!curve) return 0;
  for (int i = 0; i < CC_ICC_CURVE_SAMPLES; i++) {
    samples[i] = cmsEvalToneCurveFloat(curve, (float)i / (CC_ICC_CURVE_SAMPLES - 1));
  }
  memset(parameters, 0, sizeof(double) * CC_ICC_CURVE_PARAMETERS);
  int type = cmsGetToneCurveParametricType(curve);
  static const int counts[] = {0, 1, 3, 4, 5, 7};
  if (type < 1 || type > 5) return 1;
  const cmsFloat64Number *values = cmsGetToneCurveParams(curve);
  if (!values) return 1;
  parameters[0] = type;
  memcpy(parameters + 1, values, sizeof(double) * (size_t)counts[type]);
  return 1;
}

static int read_matrix(cmsHPROFILE profile, double *colorants, double *samples, double *parameters) {
  static const cmsTagSignature colorant_tags[] = {cmsSigRedColorantTag, cmsSigGreenColorantTag, cmsSigBlueColorantTag};
  static const cmsTagSignature curves[] = {cmsSigRedTRCTag, cmsSigGreenTRCTag, cmsSigBlueTRCTag};
  for (int i = 0; i < 3; i++) {
    const cmsCIEXYZ *colorant = cmsReadTag(profile, colorant_tags[i]);
    if (!colorant) return 0;
    colorants[i] = colorant->X;
    colorants[3 + i] = colorant->Y;
    colorants[6 + i] = colorant->Z;
    if (!read_curve(profile, curves[i], samples + i * CC_ICC_CURVE_SAMPLES, parameters + i * CC_ICC_CURVE_PARAMETERS)) {
      return 0;
    }
  }
  return 1;
}

int cc_icc_inspect(const void *bytes, size_t size, cc_icc_info *info, double *colorants, double *samples,
                   double *parameters, cc_failure *failure) {
  memset(info, 0, sizeof *info);
  if (size < 128 || size > 0x7fffffff) return cc_fail(failure, CC_DAMAGED, "an ICC profile has %zu bytes", size);
  cmsContext context = create_context(failure);
  cmsHPROFILE profile = context ? cmsOpenProfileFromMemTHR(context, bytes, (cmsUInt32Number)size) : NULL;
  if (!profile) return finish(context, NULL, 0, failure);
  cmsGetProfileInfoASCII(profile, cmsInfoDescription, "en", "US", info->description, sizeof info->description);
  info->description[sizeof info->description - 1] = 0;
  switch (cmsGetColorSpace(profile)) {
    case cmsSigGrayData: info->components = 1; break;
    case cmsSigRgbData: info->components = 3; break;
    case cmsSigCmykData: info->components = 4; break;
    default: break;
  }
  const cmsVideoSignalType *video = cmsReadTag(profile, cmsSigcicpTag);
  if (video) {
    info->has_cicp = 1;
    info->cicp_primaries = video->ColourPrimaries;
    info->cicp_transfer = video->TransferCharacteristics;
    info->cicp_matrix = video->MatrixCoefficients;
    info->cicp_full_range = video->VideoFullRangeFlag;
  }
  if (!is_tabulated(profile) && cmsGetPCS(profile) == cmsSigXYZData) {
    if (info->components == 3) info->is_matrix = read_matrix(profile, colorants, samples, parameters);
    if (info->components == 1) info->is_matrix = read_curve(profile, cmsSigGrayTRCTag, samples, parameters);
  }
  return finish(context, profile, 1, failure);
}

static cmsToneCurve *create_curve(cmsContext context, const cc_icc_request *request) {
  if (request->samples) {
    return cmsBuildTabulatedToneCurveFloat(context, request->sample_count, request->samples);
  }
  const double *p = request->parameters;
  // Plain gamma is the form that every reader supports.
  if (p[1] == 1 && p[2] == 0 && p[3] == 0 && p[4] == 0 && p[5] == 0 && p[6] == 0) {
    return cmsBuildParametricToneCurve(context, 1, p);
  }
  if (p[5] == 0 && p[6] == 0) return cmsBuildParametricToneCurve(context, 4, p);
  return cmsBuildParametricToneCurve(context, 5, p);
}

static int write_texts(cmsContext context, cmsHPROFILE profile, const cc_icc_request *request) {
  cmsMLU *description = cmsMLUalloc(context, 1), *rights = cmsMLUalloc(context, 1);
  int success = description && rights &&
                cmsMLUsetASCII(description, "en", "US", request->description ? request->description : "") &&
                cmsMLUsetASCII(rights, "en", "US", "No copyright, use freely") &&
                cmsWriteTag(profile, cmsSigProfileDescriptionTag, description) &&
                cmsWriteTag(profile, cmsSigCopyrightTag, rights);
  if (description) cmsMLUfree(description);
  if (rights) cmsMLUfree(rights);
  return success;
}

static int write_colorants(cmsHPROFILE profile, const double *c) {
  static const cmsTagSignature tags[] = {cmsSigRedColorantTag, cmsSigGreenColorantTag, cmsSigBlueColorantTag};
  for (int i = 0; i < 3; i++) {
    cmsCIEXYZ colorant = {c[i], c[3 + i], c[6 + i]};
    if (!cmsWriteTag(profile, tags[i], &colorant)) return 0;
  }
  return 1;
}

static void *save(cmsHPROFILE profile, size_t *size) {
  cmsUInt32Number count = 0;
  if (!cmsSaveProfileToMem(profile, NULL, &count)) return NULL;
  uint8_t *bytes = malloc(count);
  if (!bytes || !cmsSaveProfileToMem(profile, bytes, &count) || count < 128) {
    free(bytes);
    return NULL;
  }
  // The creation date, ICC.1:2022, 7.2.8. A constant, so that equal images produce equal files.
  static const uint8_t date[12] = {0x07, 0xe8, 0, 1, 0, 1, 0, 0, 0, 0, 0, 0};
  memcpy(bytes + 24, date, sizeof date);
  *size = count;
  return bytes;
}

void *cc_icc_create(const cc_icc_request *request, size_t *size, cc_failure *failure) {
  cmsContext context = create_context(failure);
  cmsToneCurve *curve = context ? create_curve(context, request) : NULL;
  cmsHPROFILE profile = NULL;
  if (curve && request->is_grey) {
    profile = cmsCreateGrayProfileTHR(context, cmsD50_xyY(), curve);
  } else if (curve) {
    cmsCIExyY white = {request->white_x, request->white_y, 1};
    cmsCIExyYTRIPLE primaries = {{request->red_x, request->red_y, 1},
                              {request->green_x, request->green_y, 1},
                              {request->blue_x, request->blue_y, 1}};
    cmsToneCurve *curves[3] = {curve, curve, curve};
    profile = cmsCreateRGBProfileTHR(context, &white, &primaries, curves);
    if (profile && request->colorants && !write_colorants(profile, request->colorants)) {
      cmsCloseProfile(profile);
      profile = NULL;
    }
  }
  if (curve) cmsFreeToneCurve(curve);
  void *bytes = NULL;
  if (profile && write_texts(context, profile, request)) {
    if (request->has_cicp) {
      cmsVideoSignalType video = {request->cicp_primaries, request->cicp_transfer, request->cicp_matrix,
                                  request->cicp_full_range};
      cmsWriteTag(profile, cmsSigcicpTag, &video);
    }
    bytes = save(profile, size);
  }
  finish(context, profile, bytes != NULL, failure);
  return bytes;
}

static cmsHPROFILE linear_profile(cmsContext context, const double *chromaticities) {
  cmsCIExyY white = {chromaticities[0], chromaticities[1], 1};
  cmsCIExyYTRIPLE primaries = {{chromaticities[2], chromaticities[3], 1},
                               {chromaticities[4], chromaticities[5], 1},
                               {chromaticities[6], chromaticities[7], 1}};
  cmsToneCurve *linear = cmsBuildGamma(context, 1);
  if (!linear) return NULL;
  cmsToneCurve *curves[3] = {linear, linear, linear};
  cmsHPROFILE profile = cmsCreateRGBProfileTHR(context, &white, &primaries, curves);
  cmsFreeToneCurve(linear);
  return profile;
}

int cc_icc_convert(const void *bytes, size_t size, const double *chromaticities, int32_t to_profile, const double *from,
                   double *to, size_t count, cc_failure *failure) {
  if (size < 128 || size > 0x7fffffff) return cc_fail(failure, CC_DAMAGED, "an ICC profile has %zu bytes", size);
  cmsContext context = create_context(failure);
  cmsHPROFILE profile = context ? cmsOpenProfileFromMemTHR(context, bytes, (cmsUInt32Number)size) : NULL;
  cmsHPROFILE linear = profile ? linear_profile(context, chromaticities) : NULL;
  if (!linear) return finish(context, profile, 0, failure);

  int grey = cmsGetColorSpace(profile) == cmsSigGrayData;
  // Grey occupies three components, two of which are skipped.
  cmsUInt32Number format = grey ? FLOAT_SH(1) | COLORSPACE_SH(PT_GRAY) | CHANNELS_SH(1) | EXTRA_SH(2) | BYTES_SH(0)
                             : TYPE_RGB_DBL;
  cmsUInt32Number flags = cmsFLAGS_NOOPTIMIZE | cmsFLAGS_NOCACHE;
  cmsHTRANSFORM transform =
      to_profile ? cmsCreateTransformTHR(context, linear, TYPE_RGB_DBL, profile, format, INTENT_PERCEPTUAL, flags)
                 : cmsCreateTransformTHR(context, profile, format, linear, TYPE_RGB_DBL, INTENT_PERCEPTUAL, flags);
  if (transform) {
    while (count > 0) {
      cmsUInt32Number block = count > 1u << 20 ? 1u << 20 : (cmsUInt32Number)count;
      cmsDoTransform(transform, from, to, block);
      if (grey && to_profile) {
        for (cmsUInt32Number i = 0; i < block; i++) to[3 * i + 1] = to[3 * i + 2] = to[3 * i];
      }
      from += 3 * (size_t)block;
      to += 3 * (size_t)block;
      count -= block;
    }
    cmsDeleteTransform(transform);
  }
  cmsCloseProfile(linear);
  return finish(context, profile, transform != NULL, failure);
}
