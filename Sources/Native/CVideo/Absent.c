// The implementation of all functions in a build without FFmpeg's headers.
#include "Internal.h"

#ifndef VD_HAS_HEADERS
#include <stdlib.h>
#include <string.h>

const int64_t vd_no_time = INT64_MIN;

static bool refuse(VDFailure *failure) {
  failure->status = VD_NO_FFMPEG;
  strcpy(failure->text, "built without FFmpeg's headers: install libavformat-dev and libavcodec-dev, and build again");
  return false;
}

const char *vd_failure_text(const VDFailure *failure) { return failure->text; }
const char *vd_licence(void) { return ""; }
const char *vd_versions(void) { return ""; }

VDInput *vd_input_make(void) { return calloc(1, 1); }
bool vd_input_open(VDInput *input, const char *path, VDFailure *failure) {
  (void)input, (void)path;
  return refuse(failure);
}
bool vd_input_open_pipe(VDInput *input, int32_t descriptor, VDFailure *failure) {
  (void)input, (void)descriptor;
  return refuse(failure);
}
void vd_input_stop(VDInput *input) { (void)input; }
void vd_input_close(VDInput *input) { free(input); }

// Inputs cannot be opened and outputs cannot be created, so the functions below are never called with one.
int32_t vd_input_stream_count(const VDInput *input) { return (void)input, 0; }
void vd_input_stream(const VDInput *input, int32_t index, VDStream *stream) { (void)input, (void)index, (void)stream; }
int64_t vd_input_duration(const VDInput *input) { return (void)input, vd_no_time; }
const char *vd_input_format(const VDInput *input) { return (void)input, ""; }
bool vd_input_tag(const VDInput *input, void **iterator, VDTag *tag) { return (void)input, (void)iterator, (void)tag, false; }
int32_t vd_input_chapter_count(const VDInput *input) { return (void)input, 0; }
VDChapter vd_input_chapter(const VDInput *input, int32_t index) {
  (void)input, (void)index;
  return (VDChapter){0, 0};
}
bool vd_input_chapter_tag(const VDInput *input, int32_t index, void **iterator, VDTag *tag) {
  return (void)input, (void)index, (void)iterator, (void)tag, false;
}
bool vd_input_decode(VDInput *input, int32_t index, int32_t threads, VDFailure *failure) {
  (void)input, (void)index, (void)threads;
  return refuse(failure);
}
void vd_input_pass(VDInput *input, int32_t index) { (void)input, (void)index; }
bool vd_input_seek(VDInput *input, int32_t index, int64_t time, VDFailure *failure) {
  (void)input, (void)index, (void)time;
  return refuse(failure);
}
VDEvent vd_input_next(VDInput *input, VDFrame **frame, VDPacket **packet, VDFailure *failure) {
  (void)input, (void)frame, (void)packet;
  return refuse(failure), VD_ERROR;
}
void vd_frame_facts(const VDFrame *frame, VDFrameFacts *facts) { (void)frame, (void)facts; }
void vd_frame_pair_chroma(const VDFrame *frame, void *chroma, size_t rowBytes) {
  (void)frame, (void)chroma, (void)rowBytes;
}
void vd_frame_copy_plane(const VDFrame *frame, int32_t plane, void *to, size_t rowBytes) {
  (void)frame, (void)plane, (void)to, (void)rowBytes;
}
void vd_frame_free(VDFrame *frame) { (void)frame; }
void vd_packet_facts(const VDPacket *packet, VDPacketFacts *facts) { (void)packet, (void)facts; }
void vd_packet_set_times(VDPacket *packet, int64_t time, int64_t duration) {
  (void)packet, (void)time, (void)duration;
}
VDPacket *vd_packet_make(const VDPacketFacts *facts, int32_t numerator, int32_t denominator) {
  return (void)facts, (void)numerator, (void)denominator, NULL;
}
void vd_packet_free(VDPacket *packet) { (void)packet; }
VDParameters *vd_input_parameters(const VDInput *input, int32_t index) { return (void)input, (void)index, NULL; }
VDParameters *vd_parameters_pcm(const char *codec, int32_t rate, int32_t channels) {
  return (void)codec, (void)rate, (void)channels, NULL;
}
bool vd_container_takes_packets(const char *container, const VDParameters *parameters) {
  return (void)container, (void)parameters, false;
}
bool vd_parameters_equal(const VDParameters *a, const VDParameters *b) { return a == b; }
void vd_parameters_free(VDParameters *parameters) { (void)parameters; }

VDOutput *vd_output_make(const char *path, const char *container, VDFailure *failure) {
  (void)path, (void)container;
  return refuse(failure), NULL;
}
VDOutput *vd_output_make_pipe(int32_t descriptor, const char *container, VDFailure *failure) {
  (void)descriptor, (void)container;
  return refuse(failure), NULL;
}
void vd_output_stop(VDOutput *output) { (void)output; }
bool vd_has_encoder(const char *name) { return (void)name, false; }
bool vd_encoder_takes(const char *name, VDLayout layout) { return (void)name, (void)layout, false; }
bool vd_container_takes(const char *container, const char *encoder) { return (void)container, (void)encoder, false; }
bool vd_output_add_images(VDOutput *output, const VDEncoding *encoding, VDFailure *failure) {
  (void)output, (void)encoding;
  return refuse(failure);
}
int32_t vd_output_image_stream(const VDOutput *output) { return (void)output, -1; }
int32_t vd_output_add_copy(VDOutput *output, const VDInput *input, int32_t index, VDFailure *failure) {
  (void)output, (void)input, (void)index;
  return refuse(failure), -1;
}
int32_t vd_output_add_packets(VDOutput *output, const VDParameters *parameters, VDFailure *failure) {
  (void)output, (void)parameters;
  return refuse(failure), -1;
}
int32_t vd_output_add_sound(VDOutput *output, const VDSoundEncoding *encoding, VDFailure *failure) {
  (void)output, (void)encoding;
  return refuse(failure), -1;
}
bool vd_output_decode_as(VDOutput *output, int32_t stream, const VDParameters *source, VDFailure *failure) {
  (void)output, (void)stream, (void)source;
  return refuse(failure);
}
bool vd_output_set_matrix(VDOutput *output, int32_t stream, const int32_t *matrix, VDFailure *failure) {
  (void)output, (void)stream, (void)matrix;
  return refuse(failure);
}
bool vd_output_set_dynamic_range(VDOutput *output, const uint8_t *mastering, const uint8_t *lightLevel, VDFailure *failure) {
  (void)output, (void)mastering, (void)lightLevel;
  return refuse(failure);
}
bool vd_output_add_chapter(VDOutput *output, VDChapter chapter, VDFailure *failure) {
  (void)output, (void)chapter;
  return refuse(failure);
}
void vd_output_set_chapter_tag(VDOutput *output, const char *key, const char *value) { (void)output, (void)key, (void)value; }
void vd_output_set_tag(VDOutput *output, const char *key, const char *value) { (void)output, (void)key, (void)value; }
bool vd_output_begin(VDOutput *output, bool startsFast, VDFailure *failure) {
  (void)output, (void)startsFast;
  return refuse(failure);
}
bool vd_output_image(VDOutput *output, const VDImage *image, VDFailure *failure) {
  (void)output;
  image->release(image->owner);
  return refuse(failure);
}
bool vd_output_packet(VDOutput *output, int32_t stream, VDPacket *packet, int64_t shift, VDFailure *failure) {
  (void)output, (void)stream, (void)packet, (void)shift;
  return refuse(failure);
}
int64_t vd_output_byte_count(const VDOutput *output) { return (void)output, 0; }
bool vd_output_finish(VDOutput *output, VDFailure *failure) { return (void)output, refuse(failure); }
void vd_output_close(VDOutput *output) { (void)output; }
bool vd_publish_file(const char *from, const char *to, VDFailure *failure) {
  (void)from, (void)to;
  return refuse(failure);
}
void vd_apply_volume(
    const VDVolume *volumes, int32_t volumeCount, int64_t position, float *samples, int32_t channels, int32_t count) {
  (void)volumes, (void)volumeCount, (void)position, (void)samples, (void)channels, (void)count;
}
#endif
