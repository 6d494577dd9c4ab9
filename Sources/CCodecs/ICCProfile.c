#include "Internal.h"

#include <lcms2.h>
#include <stdlib.h>
#include <string.h>

static void on_error(cmsContext context, cmsUInt32Number code, const char *text) {
  (void)code;
  cc_failure *failure = cmsGetContextUserData(context);
  if (failure && failure->status == CC_OK) cc_fail(failure, CC_DAMAGED, "%s", text);
}

// A context of its own for each call: lcms2's global one is shared by the process, errors included.
static cmsContext make_context(cc_failure *failure) {
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
  cmsContext made = cmsCreateContext(NULL, NULL);
  if (!made) return NULL;
  cmsHPROFILE opened = size < 0x7fffffff ? cmsOpenProfileFromMemTHR(made, profile, (cmsUInt32Number)size) : NULL;
  if (!opened) {
    cc_fail(failure, CC_DAMAGED, "lcms2 cannot open this ICC profile");
    cmsDeleteContext(made);
    return NULL;
  }
  *context = made;
  return opened;
}

const char *cc_icc_description(const cc_icc_facts *facts) { return facts->description; }

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
  memset(parameters, 0, sizeof(double) * CC_ICC_CURVE_NUMBERS);
  int type = cmsGetToneCurveParametricType(curve);
  static const int counts[] = {0, 1, 3, 4, 5, 7};
  if (type < 1 || type > 5) return 1;
  const cmsFloat64Number *numbers = cmsGetToneCurveParams(curve);
  if (!numbers) return 1;
  parameters[0] = type;
  memcpy(parameters + 1, numbers, sizeof(double) * (size_t)counts[type]);
  return 1;
}

static int read_matrix(cmsHPROFILE profile, double *colorants, double *samples, double *parameters) {
  static const cmsTagSignature lights[] = {cmsSigRedColorantTag, cmsSigGreenColorantTag, cmsSigBlueColorantTag};
  static const cmsTagSignature curves[] = {cmsSigRedTRCTag, cmsSigGreenTRCTag, cmsSigBlueTRCTag};
  for (int i = 0; i < 3; i++) {
    const cmsCIEXYZ *light = cmsReadTag(profile, lights[i]);
    if (!light) return 0;
    colorants[i] = light->X;
    colorants[3 + i] = light->Y;
    colorants[6 + i] = light->Z;
    if (!read_curve(profile, curves[i], samples + i * CC_ICC_CURVE_SAMPLES, parameters + i * CC_ICC_CURVE_NUMBERS)) {
      return 0;
    }
  }
  return 1;
}

int cc_icc_inspect(const void *bytes, size_t size, cc_icc_facts *facts, double *colorants, double *samples,
                   double *parameters, cc_failure *failure) {
  memset(facts, 0, sizeof *facts);
  if (size < 128 || size > 0x7fffffff) return cc_fail(failure, CC_DAMAGED, "an ICC profile of %zu bytes", size);
  cmsContext context = make_context(failure);
  cmsHPROFILE profile = context ? cmsOpenProfileFromMemTHR(context, bytes, (cmsUInt32Number)size) : NULL;
  if (!profile) return finish(context, NULL, 0, failure);
  cmsGetProfileInfoASCII(profile, cmsInfoDescription, "en", "US", facts->description, sizeof facts->description);
  facts->description[sizeof facts->description - 1] = 0;
  switch (cmsGetColorSpace(profile)) {
    case cmsSigGrayData: facts->components = 1; break;
    case cmsSigRgbData: facts->components = 3; break;
    case cmsSigCmykData: facts->components = 4; break;
    default: break;
  }
  const cmsVideoSignalType *video = cmsReadTag(profile, cmsSigcicpTag);
  if (video) {
    facts->has_cicp = 1;
    facts->cicp_primaries = video->ColourPrimaries;
    facts->cicp_transfer = video->TransferCharacteristics;
    facts->cicp_matrix = video->MatrixCoefficients;
    facts->cicp_full_range = video->VideoFullRangeFlag;
  }
  if (!is_tabulated(profile) && cmsGetPCS(profile) == cmsSigXYZData) {
    if (facts->components == 3) facts->is_matrix = read_matrix(profile, colorants, samples, parameters);
    if (facts->components == 1) facts->is_matrix = read_curve(profile, cmsSigGrayTRCTag, samples, parameters);
  }
  return finish(context, profile, 1, failure);
}

static cmsToneCurve *make_curve(cmsContext context, const cc_icc_request *request) {
  if (request->samples) {
    return cmsBuildTabulatedToneCurveFloat(context, request->sample_count, request->samples);
  }
  const double *p = request->parameters;
  // The plain gamma is the form that every reader knows.
  if (p[1] == 1 && p[2] == 0 && p[3] == 0 && p[4] == 0 && p[5] == 0 && p[6] == 0) {
    return cmsBuildParametricToneCurve(context, 1, p);
  }
  if (p[5] == 0 && p[6] == 0) return cmsBuildParametricToneCurve(context, 4, p);
  return cmsBuildParametricToneCurve(context, 5, p);
}

static int write_words(cmsContext context, cmsHPROFILE profile, const cc_icc_request *request) {
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
    cmsCIEXYZ light = {c[i], c[3 + i], c[6 + i]};
    if (!cmsWriteTag(profile, tags[i], &light)) return 0;
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
  // ICC.1:2022, 7.2.8: the date. A fixed one, so that equal pictures make equal files.
  static const uint8_t date[12] = {0x07, 0xe8, 0, 1, 0, 1, 0, 0, 0, 0, 0, 0};
  memcpy(bytes + 24, date, sizeof date);
  *size = count;
  return bytes;
}

void *cc_icc_make(const cc_icc_request *request, size_t *size, cc_failure *failure) {
  cmsContext context = make_context(failure);
  cmsToneCurve *curve = context ? make_curve(context, request) : NULL;
  cmsHPROFILE profile = NULL;
  if (curve && request->is_grey) {
    profile = cmsCreateGrayProfileTHR(context, cmsD50_xyY(), curve);
  } else if (curve) {
    cmsCIExyY white = {request->white_x, request->white_y, 1};
    cmsCIExyYTRIPLE lights = {{request->red_x, request->red_y, 1},
                              {request->green_x, request->green_y, 1},
                              {request->blue_x, request->blue_y, 1}};
    cmsToneCurve *curves[3] = {curve, curve, curve};
    profile = cmsCreateRGBProfileTHR(context, &white, &lights, curves);
    if (profile && request->colorants && !write_colorants(profile, request->colorants)) {
      cmsCloseProfile(profile);
      profile = NULL;
    }
  }
  if (curve) cmsFreeToneCurve(curve);
  void *bytes = NULL;
  if (profile && write_words(context, profile, request)) {
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

// lcms2 copies alpha only between layouts with the same extra channels, which grey inside RGBA is not.
static int convert_grey(cmsHTRANSFORM transform, uint8_t *pixels, uint32_t width, uint32_t height, size_t row_bytes,
                        uint32_t component) {
  uint8_t *row = malloc((size_t)width * 3 * component);
  if (!row) return 0;
  for (uint32_t y = 0; y < height; y++) {
    uint8_t *to = pixels + (size_t)y * row_bytes;
    cmsDoTransform(transform, to, row, width);
    for (uint32_t x = 0; x < width; x++) {
      memcpy(to + (size_t)x * 4 * component, row + (size_t)x * 3 * component, 3 * component);
    }
  }
  free(row);
  return 1;
}

int cc_icc_to_srgb(const void *bytes, size_t size, void *pixels, uint32_t width, uint32_t height, size_t row_bytes,
                   uint32_t bits, cc_failure *failure) {
  if (size < 128 || size > 0x7fffffff) return cc_fail(failure, CC_DAMAGED, "an ICC profile of %zu bytes", size);
  cmsContext context = make_context(failure);
  cmsHPROFILE from = context ? cmsOpenProfileFromMemTHR(context, bytes, (cmsUInt32Number)size) : NULL;
  cmsHPROFILE to = from ? cmsCreate_sRGBProfileTHR(context) : NULL;
  if (!to) return finish(context, from, 0, failure);

  uint32_t component = bits == 16 ? 2 : 1;
  int grey = cmsGetColorSpace(from) == cmsSigGrayData;
  cmsUInt32Number rgba = component == 2 ? TYPE_RGBA_16 : TYPE_RGBA_8;
  cmsUInt32Number rgb = component == 2 ? TYPE_RGB_16 : TYPE_RGB_8;
  cmsUInt32Number first =
      COLORSPACE_SH(PT_GRAY) | CHANNELS_SH(1) | EXTRA_SH(3) | BYTES_SH(component);
  // Otherwise lcms2 puts curves and matrix into one coarse table when there are 16 bits, 0.03 off in places.
  cmsUInt32Number flags = component == 2 ? cmsFLAGS_NOOPTIMIZE : 0;
  cmsHTRANSFORM transform =
      grey ? cmsCreateTransformTHR(context, from, first, to, rgb, INTENT_PERCEPTUAL, flags)
           : cmsCreateTransformTHR(context, from, rgba, to, rgba, INTENT_PERCEPTUAL, flags | cmsFLAGS_COPY_ALPHA);
  int success = transform != NULL;
  if (success && grey) {
    success = convert_grey(transform, pixels, width, height, row_bytes, component);
  } else if (success) {
    for (uint32_t y = 0; y < height; y++) {
      uint8_t *row = (uint8_t *)pixels + (size_t)y * row_bytes;
      cmsDoTransform(transform, row, row, width);
    }
  }
  if (transform) cmsDeleteTransform(transform);
  cmsCloseProfile(to);
  return finish(context, from, success, failure);
}
