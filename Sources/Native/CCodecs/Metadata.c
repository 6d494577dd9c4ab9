#include "Internal.h"

#include <stdlib.h>
#include <string.h>

cc_bytes cc_bytes_after(cc_bytes bytes, const char *signature, size_t size) {
  if (bytes.size <= size || memcmp(bytes.bytes, signature, size) != 0) return (cc_bytes){0};
  return (cc_bytes){bytes.bytes + size, bytes.size - size};
}

static int copy_bytes(cc_bytes *bytes) {
  if (!bytes->bytes || bytes->size == 0) return 1;
  uint8_t *copy = malloc(bytes->size);
  if (copy) memcpy(copy, bytes->bytes, bytes->size);
  bytes->bytes = copy;
  return copy != NULL;
}

int cc_metadata_copy(cc_metadata *copy, const cc_metadata *metadata) {
  *copy = *metadata;
  int has_exif = copy_bytes(&copy->exif), has_xmp = copy_bytes(&copy->xmp);
  if (has_exif & has_xmp & copy_bytes(&copy->photoshop)) return 1;
  cc_metadata_free(copy);
  return 0;
}

void cc_metadata_free(cc_metadata *copy) {
  free((void *)copy->exif.bytes);
  free((void *)copy->xmp.bytes);
  free((void *)copy->photoshop.bytes);
  *copy = (cc_metadata){0};
}
