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
  // ICC.1:2022, 7.2.8: the date. A fixed one, so that equal images make equal files.
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

static cmsHPROFILE linear_profile(cmsContext context, const double *lights) {
  cmsCIExyY white = {lights[0], lights[1], 1};
  cmsCIExyYTRIPLE triple = {{lights[2], lights[3], 1}, {lights[4], lights[5], 1}, {lights[6], lights[7], 1}};
  cmsToneCurve *line = cmsBuildGamma(context, 1);
  if (!line) return NULL;
  cmsToneCurve *curves[3] = {line, line, line};
  cmsHPROFILE profile = cmsCreateRGBProfileTHR(context, &white, &triple, curves);
  cmsFreeToneCurve(line);
  return profile;
}

int cc_icc_convert(const void *bytes, size_t size, const double *lights, int32_t to_profile, const double *from,
                   double *to, size_t count, cc_failure *failure) {
  if (size < 128 || size > 0x7fffffff) return cc_fail(failure, CC_DAMAGED, "an ICC profile of %zu bytes", size);
  cmsContext context = make_context(failure);
  cmsHPROFILE profile = context ? cmsOpenProfileFromMemTHR(context, bytes, (cmsUInt32Number)size) : NULL;
  cmsHPROFILE linear = profile ? linear_profile(context, lights) : NULL;
  if (!linear) return finish(context, profile, 0, failure);

  int grey = cmsGetColorSpace(profile) == cmsSigGrayData;
  // Grey in three numbers: two are skipped.
  cmsUInt32Number own = grey ? FLOAT_SH(1) | COLORSPACE_SH(PT_GRAY) | CHANNELS_SH(1) | EXTRA_SH(2) | BYTES_SH(0)
                             : TYPE_RGB_DBL;
  cmsUInt32Number flags = cmsFLAGS_NOOPTIMIZE | cmsFLAGS_NOCACHE;
  cmsHTRANSFORM transform =
      to_profile ? cmsCreateTransformTHR(context, linear, TYPE_RGB_DBL, profile, own, INTENT_PERCEPTUAL, flags)
                 : cmsCreateTransformTHR(context, profile, own, linear, TYPE_RGB_DBL, INTENT_PERCEPTUAL, flags);
  if (transform) {
    while (count > 0) {
      cmsUInt32Number part = count > 1u << 20 ? 1u << 20 : (cmsUInt32Number)count;
      cmsDoTransform(transform, from, to, part);
      if (grey && to_profile) {
        for (cmsUInt32Number i = 0; i < part; i++) to[3 * i + 1] = to[3 * i + 2] = to[3 * i];
      }
      from += 3 * (size_t)part;
      to += 3 * (size_t)part;
      count -= part;
    }
    cmsDeleteTransform(transform);
  }
  cmsCloseProfile(linear);
  return finish(context, profile, transform != NULL, failure);
}
