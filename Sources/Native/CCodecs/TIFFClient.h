// A TIFF file with this library's sources and sinks instead of file descriptors. Messages are stored instead of
// printed.
#ifndef CCODECS_TIFF_CLIENT_H
#define CCODECS_TIFF_CLIENT_H

#include "Internal.h"

#include <tiffio.h>

typedef struct {
  TIFF *tiff;
  cc_source *source;  // exactly one of source and sink is set
  cc_sink *sink;
  int ended;  // libtiff tried to read beyond the last byte
  cc_failure failure;
} cc_tiff_client;

// Opens the source or sink; the caller closes `tiff`.
int cc_tiff_client_open(cc_tiff_client *client, const char *mode);

// Writes metadata before the pixels. The directories of BigTIFF differ from those of EXIF data, so it gets texts, XMP
// and IPTC, but no EXIF directory.
int cc_tiff_set_metadata(cc_tiff_client *client, const cc_metadata *metadata, int is_big);

// Returns the first error of libtiff as a failure, or `text`.
void cc_tiff_client_failure(const cc_tiff_client *client, cc_failure *failure, const char *text);

#endif
