#ifndef CCODECS_HEIF_H
#define CCODECS_HEIF_H

#include "Internal.h"

#ifdef CC_HEIF
#include <libheif/heif.h>

// What libheif's calls give as a failure; 1 where there is none.
int cc_heif_check(cc_failure *failure, struct heif_error error);
#endif

#endif
