#include "Internal.h"

int32_t cc_reader_access(const cc_reader *reader) { return reader->access; }

uint64_t cc_reader_minimum_file_bytes(const cc_reader *reader) { return reader->minimum_file_bytes; }

int cc_reader_rows(
    cc_reader *reader, uint32_t first, uint32_t count, void *pixels, size_t row_bytes, cc_failure *failure) {
  int is_inside = count <= reader->height && first <= reader->height - count;
  int is_whole = first == 0 && count == reader->height;
  if (!is_inside || (reader->access == CC_WHOLE && !is_whole) ||
      (reader->access == CC_ASCENDING && first < reader->next)) {
    return cc_fail(failure, CC_UNSUPPORTED, "the rows cannot be read now: first %u, count %u", first, count);
  }
  if (reader->failure.status == CC_OK && reader->rows(reader, first, count, pixels, row_bytes)) {
    reader->next = first + count;
    return 1;
  }
  if (reader->failure.status == CC_OK) cc_fail(&reader->failure, CC_DAMAGED, "the pixels cannot be read");
  *failure = reader->failure;
  return 0;
}

void cc_reader_close(cc_reader *reader) {
  if (reader) reader->close(reader);
}

static int failed(cc_writer *writer, cc_failure *failure) {
  if (writer->failure.status == CC_OK) cc_fail(&writer->failure, CC_IO, "the image cannot be written");
  *failure = writer->failure;
  return 0;
}

int cc_writer_rows(
    cc_writer *writer, const void *pixels, size_t row_bytes, uint32_t count, cc_failure *failure) {
  if (writer->failure.status == CC_OK && count > writer->image.height - writer->next) {
    cc_fail(&writer->failure, CC_DAMAGED, "more rows than the image height %u", writer->image.height);
  }
  if (writer->failure.status != CC_OK || !writer->rows(writer, pixels, row_bytes, count)) return failed(writer, failure);
  writer->next += count;
  return 1;
}

int cc_writer_finish(cc_writer *writer, cc_failure *failure) {
  if (writer->failure.status == CC_OK && writer->next != writer->image.height) {
    cc_fail(&writer->failure, CC_DAMAGED, "only %u of %u rows were written", writer->next, writer->image.height);
  }
  if (writer->failure.status != CC_OK || !writer->finish(writer)) return failed(writer, failure);
  return 1;
}

void cc_writer_close(cc_writer *writer) {
  if (writer) writer->close(writer);
}
