#ifndef CCODECS_EXR_H
#define CCODECS_EXR_H

#include "Internal.h"

#ifdef CC_EXR
#include <OpenEXR/openexr.h>

// What OpenEXR's calls give as a failure, with its own words; returns 0.
int cc_exr_fail(cc_failure *failure, exr_result_t result);
// Keeps OpenEXR's words for `cc_exr_fail`. The context's user data begins with a pointer to the failure.
void cc_exr_on_error(exr_const_context_t context, exr_result_t result, const char *text);
#endif

#endif
