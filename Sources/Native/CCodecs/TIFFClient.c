#include "TIFFClient.h"

#include <stdarg.h>
#include <string.h>

// Larger than any strip, tile or tag of a valid file; stops directories that request all memory.
enum { MAX_ALLOCATION_BYTES = 1 << 30 };

static tmsize_t on_read(thandle_t handle, void *into, tmsize_t count) {
  cc_tiff_client *client = handle;
  if (!client->source || count < 0) return 0;
  size_t result = cc_source_read(client->source, into, (size_t)count);
  if (result < (size_t)count) client->ended = 1;
  return (tmsize_t)result;
}

static tmsize_t on_write(thandle_t handle, void *bytes, tmsize_t count) {
  cc_tiff_client *client = handle;
  if (client->sink && count >= 0 && cc_sink_write(client->sink, bytes, (size_t)count)) return count;
  if (client->failure.status == CC_OK) cc_fail(&client->failure, CC_IO, "no space to write the TIFF");
  return 0;
}

static toff_t on_seek(thandle_t handle, toff_t offset, int whence) {
  cc_tiff_client *client = handle;
  uint64_t start = 0;
  if (whence == SEEK_END) start = client->sink ? cc_sink_end(client->sink) : client->source->size;
  if (whence == SEEK_CUR) start = client->sink ? cc_sink_position(client->sink) : client->source->position;
  uint64_t position = start + offset;
  if (client->sink) return cc_sink_seek(client->sink, position) ? position : (toff_t)-1;
  if (cc_source_seek(client->source, position)) return position;
  client->ended = 1;
  return (toff_t)-1;
}

static int on_close(thandle_t handle) {
  (void)handle;
  return 0;
}

static toff_t on_size(thandle_t handle) {
  cc_tiff_client *client = handle;
  return client->sink ? cc_sink_end(client->sink) : client->source->size;
}

#if TIFFLIB_VERSION >= 20221213
static int on_error(TIFF *tiff, void *user, const char *module, const char *format, va_list arguments) {
  cc_tiff_client *client = user;
  (void)tiff;
  (void)module;
  if (client->failure.status != CC_OK) return 1;
  client->failure.status = client->ended ? CC_TRUNCATED : strstr(format, "emory") ? CC_NO_MEMORY : CC_DAMAGED;
  vsnprintf(client->failure.text, sizeof client->failure.text, format, arguments);
  return 1;
}

static int on_warning(TIFF *tiff, void *user, const char *module, const char *format, va_list arguments) {
  (void)tiff, (void)user, (void)module, (void)format, (void)arguments;
  return 1;
}

int cc_tiff_client_open(cc_tiff_client *client, const char *mode) {
  TIFFOpenOptions *options = TIFFOpenOptionsAlloc();
  if (!options) return cc_fail(&client->failure, CC_NO_MEMORY, "not enough memory for a TIFF");
  TIFFOpenOptionsSetMaxSingleMemAlloc(options, MAX_ALLOCATION_BYTES);
  TIFFOpenOptionsSetErrorHandlerExtR(options, on_error, client);
  TIFFOpenOptionsSetWarningHandlerExtR(options, on_warning, client);
  client->tiff = TIFFClientOpenExt("TIFF", mode, client, on_read, on_write, on_seek, on_close, on_size, NULL, NULL,
                                   options);
  TIFFOpenOptionsFree(options);
  return client->tiff != NULL;
}
#else
// Before 4.5.0 the message handlers are global for the process and must not be changed here: libtiff prints the
// messages.
int cc_tiff_client_open(cc_tiff_client *client, const char *mode) {
  client->tiff = TIFFClientOpen("TIFF", mode, client, on_read, on_write, on_seek, on_close, on_size, NULL, NULL);
  return client->tiff != NULL;
}
#endif

void cc_tiff_client_failure(const cc_tiff_client *client, cc_failure *failure, const char *text) {
  if (client->failure.status != CC_OK) {
    *failure = client->failure;
  } else {
    cc_fail(failure, client->ended ? CC_TRUNCATED : CC_DAMAGED, "%s", text);
  }
}
