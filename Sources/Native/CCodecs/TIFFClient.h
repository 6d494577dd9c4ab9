// A TIFF file as libtiff sees it: our sources and sinks instead of file descriptors, messages kept instead of printed.
#ifndef CCODECS_TIFF_CLIENT_H
#define CCODECS_TIFF_CLIENT_H

#include "Internal.h"

#include <tiffio.h>

typedef struct {
  TIFF *tiff;
  cc_source *source;  // one of both
  cc_sink *sink;
  int ended;  // something behind the last byte was asked for
  cc_failure failure;
} cc_tiff_client;

// Opens source or sink; the caller closes `tiff`.
int cc_tiff_client_open(cc_tiff_client *client, const char *mode);

// Metadata into a file whose pixels have not come yet. BigTIFF has other directories than EXIF data: it gets the texts,
// XMP and IPTC, but not what is EXIF's own.
int cc_tiff_put_metadata(cc_tiff_client *client, const cc_metadata *metadata, int is_big);

// The first error of libtiff as a failure, or `text`.
void cc_tiff_client_failure(const cc_tiff_client *client, cc_failure *failure, const char *text);

#endif
