// libpng, libjpeg-turbo, libtiff, libwebp, OpenEXRCore, libheif and lcms2 behind plain C results: no callback, no macro and no longjmp reaches Swift.
//
// A function that can fail takes a cc_failure and fills it in; 0 or NULL is returned then. Objects belong to one
// thread at a time.
#ifndef CCODECS_H
#define CCODECS_H

#include <stddef.h>
#include <stdint.h>

// MARK: why something did not happen

enum {
  CC_OK = 0,
  CC_TRUNCATED,    // the bytes end before the image does
  CC_DAMAGED,      // the bytes contradict the format
  CC_UNSUPPORTED,  // the format allows it, this library does not
  CC_LIMIT,        // a limit against hostile files was passed
  CC_IO,           // the system refused
  CC_NO_MEMORY,
};

typedef struct {
  int32_t status;
  uint64_t asked, allowed;  // of CC_LIMIT
  char text[220];
} cc_failure;

const char *_Nonnull cc_failure_text(const cc_failure *_Nonnull failure);

// MARK: bytes in

// Where an image is read from: a file, read as far as needed, or memory, which must outlive the source.
typedef struct cc_source cc_source;

// folder: where the file must lie, whatever links say; NULL: anywhere.
cc_source *_Nullable cc_source_file(
    const char *_Nonnull path, const char *_Nullable folder, cc_failure *_Nonnull failure);
cc_source *_Nullable cc_source_memory(const void *_Nullable bytes, size_t size, cc_failure *_Nonnull failure);
uint64_t cc_source_size(const cc_source *_Nonnull source);
// Reads without moving on; returns the count, less than asked only at the end.
size_t cc_source_peek(cc_source *_Nonnull source, void *_Nonnull into, size_t count);
// The same at a place of the file; 0 behind its end.
size_t cc_source_peek_at(cc_source *_Nonnull source, uint64_t position, void *_Nonnull into, size_t count);
void cc_source_close(cc_source *_Nullable source);

// MARK: bytes out

// Where an image is written to: memory that grows, or a file, which takes its place in one step when it is finished.
// Symbolic links are followed; devices and pipes are written to.
typedef struct cc_sink cc_sink;

cc_sink *_Nullable cc_sink_memory(cc_failure *_Nonnull failure);
cc_sink *_Nullable cc_sink_file(const char *_Nonnull path, cc_failure *_Nonnull failure);
// For bytes that are no image. 0: no room for them.
int cc_sink_append(
    cc_sink *_Nonnull sink, const void *_Nonnull bytes, size_t count, cc_failure *_Nonnull failure);
// Writes what is buffered and puts a file into its place. 0: what was there before is there still.
int cc_sink_finish(cc_sink *_Nonnull sink, cc_failure *_Nonnull failure);
// The bytes of a memory sink; the caller owns them from now and calls free.
void *_Nullable cc_sink_take(cc_sink *_Nonnull sink, size_t *_Nonnull size);
void cc_sink_close(cc_sink *_Nullable sink);

// MARK: images in, rows out

// An image file whose header has been read. It borrows its source. Rows are RGBA, as each format says below.
typedef struct cc_reader cc_reader;

enum {
  CC_WHOLE = 0,   // only all rows at once: interlaced and progressive files, WebP
  CC_ASCENDING,   // any rows, never one above the last that was read: what is passed over is decoded and forgotten
  CC_ANY,         // any rows in any order
};

int32_t cc_reader_access(const cc_reader *_Nonnull reader);
// No file of fewer bytes can hold that many pixels.
uint64_t cc_reader_least_file_bytes(const cc_reader *_Nonnull reader);
// Fills `count` rows from `first` on, top row first. After a failure all later calls fail as well.
int cc_reader_rows(
    cc_reader *_Nonnull reader, uint32_t first, uint32_t count, void *_Nonnull pixels, size_t row_bytes,
    cc_failure *_Nonnull failure);
void cc_reader_close(cc_reader *_Nullable reader);

// MARK: what is known of an image

// Borrowed bytes; NULL and 0 for none.
typedef struct {
  const uint8_t *_Nullable bytes;
  size_t size;
} cc_bytes;

typedef struct {
  cc_bytes exif;         // from the TIFF header on
  cc_bytes xmp;          // a packet
  cc_bytes photoshop;    // image resources: 8BIM and so on, with IPTC in one of them
  int32_t orientation;   // as in EXIF; 0 counts as 1
} cc_metadata;

// MARK: rows in, images out

// An image file being written. It borrows its sink.
typedef struct cc_writer cc_writer;

// What every file is made from.
typedef struct {
  uint32_t width, height;
  uint32_t bits;         // of a component: 8, 16 or 32, in the machine's byte order
  int32_t is_float;      // with 16 or 32 bits
  uint32_t channels;     // in memory: 1, 3 or 4
  int32_t drops_alpha;   // with 4 channels: write 3
  const uint8_t *_Nullable icc;  // borrowed while the file is opened
  size_t icc_size;
  cc_metadata metadata;  // borrowed as well; each format writes what it has a place for
} cc_image;

// The next `count` rows. After a failure all later calls fail as well.
int cc_writer_rows(
    cc_writer *_Nonnull writer, const void *_Nonnull pixels, size_t row_bytes, uint32_t count,
    cc_failure *_Nonnull failure);
// Writes what comes behind the last row; all rows must have come.
int cc_writer_finish(cc_writer *_Nonnull writer, cc_failure *_Nonnull failure);
void cc_writer_close(cc_writer *_Nullable writer);

// MARK: PNG

typedef struct {
  uint32_t width, height;
  uint32_t bits;      // of a component, in the file
  uint32_t channels;  // 1 grey, 2 grey + alpha, 3 RGB, 4 RGBA; palettes count as RGB or RGBA
  int32_t interlaced;
  const uint8_t *_Nullable icc;
  size_t icc_size;
  cc_bytes exif;
  int32_t has_srgb, srgb_intent;
  int32_t gamma;  // gAMA: 100000 / exponent; 0 without
  int32_t has_chrm;
  double white_x, white_y, red_x, red_y, green_x, green_y, blue_x, blue_y;
  int32_t has_cicp;
  uint8_t cicp_primaries, cicp_transfer, cicp_matrix, cicp_full_range;
  uint32_t pixels_per_metre_x, pixels_per_metre_y;  // 0 without
  int32_t text_count;
} cc_png_header;

// Reads up to the first pixels. Rows are of 8 bits a component, straight alpha, or 16 in the machine's byte order when the
// file has 16.
cc_reader *_Nullable cc_png_open(cc_source *_Nonnull source, cc_failure *_Nonnull failure);
// Pointers in the header live as long as the reader.
cc_png_header cc_png_get_header(const cc_reader *_Nonnull reader);
// Text chunk number index: keyword and value, both ended by 0; *utf8 says how the value is coded (else Latin-1).
void cc_png_text(
    const cc_reader *_Nonnull reader, int32_t index, const char *_Nullable *_Nonnull key,
    const char *_Nullable *_Nonnull value, int32_t *_Nonnull utf8);

typedef struct {
  cc_image image;
  int32_t is_srgb;
  const char *_Nullable icc_name;
  int32_t has_cicp;
  uint8_t cicp_primaries, cicp_transfer, cicp_matrix, cicp_full_range;
} cc_png_request;

cc_writer *_Nullable cc_png_create(
    const cc_png_request *_Nonnull request, cc_sink *_Nonnull sink, cc_failure *_Nonnull failure);

// How the rows of a PNG are packed.
typedef struct {
  uint32_t width;
  uint32_t bits;         // 8 or 16
  uint32_t channels;     // in memory
  int32_t drops_alpha;
  int32_t level;         // 0 stored, 1 fast: runs only; 2...9 by zlib
} cc_png_rows;

// Some rows, packed.
typedef struct {
  uint8_t *_Nullable bytes;
  size_t size;
  size_t row_bytes;      // before they were packed, with the numbers of their filters
  uint32_t sum;          // Adler-32 of those
} cc_png_piece;

// Packs rows by themselves, so that many threads can do so at once. `above`: the row before the first; NULL for the
// image's first. The piece is to be freed.
int cc_png_pack(
    const cc_png_rows *_Nonnull request, const void *_Nullable above, const void *_Nonnull rows, size_t row_bytes,
    uint32_t count, cc_png_piece *_Nonnull piece, cc_failure *_Nonnull failure);
void cc_png_piece_free(cc_png_piece *_Nonnull piece);
// Writes the next rows, in place of cc_writer_rows.
int cc_png_put(
    cc_writer *_Nonnull writer, const cc_png_piece *_Nonnull piece, uint32_t count, cc_failure *_Nonnull failure);

// MARK: JPEG

typedef struct {
  uint32_t width, height;
  uint32_t channels;  // in the file: 1 grey, 3 colour, 4 CMYK
  int32_t progressive;
  const uint8_t *_Nullable icc;
  size_t icc_size;
  cc_metadata metadata;
  int32_t density_unit;  // 1 pixels per inch, 2 per centimetre, 0 a ratio only
  uint32_t density_x, density_y;
} cc_jpeg_header;

// Rows are of 8 bits, alpha 255. CMYK becomes sRGB, by its profile if it has one.
cc_reader *_Nullable cc_jpeg_open(cc_source *_Nonnull source, cc_failure *_Nonnull failure);
cc_jpeg_header cc_jpeg_get_header(const cc_reader *_Nonnull reader);
// Decodes to 1/2, 1/4 or 1/8 of both sides, rounded up, by leaving frequencies out: means of pixels as they are coded.
// Before any rows are read; the header says the smaller size then.
void cc_jpeg_subsample(cc_reader *_Nonnull reader, uint32_t factor);

typedef struct {
  cc_image image;    // the last of 4 channels is not looked at
  int32_t quality;       // 1...100
  int32_t full_chroma;   // 4:4:4 instead of 4:2:0
  int32_t progressive;   // keeps the coefficients of the whole image
} cc_jpeg_request;

cc_writer *_Nullable cc_jpeg_create(
    const cc_jpeg_request *_Nonnull request, cc_sink *_Nonnull sink, cc_failure *_Nonnull failure);

// MARK: TIFF

enum { CC_TIFF_TEXTS = 4 };

typedef struct {
  uint32_t width, height;
  uint32_t bits;      // of a component in the file; palettes count as 8
  uint32_t channels;  // 1 grey, 2 grey + alpha, 3 RGB, 4 RGBA
  int32_t is_float;   // of 16 or 32 bits
  int32_t is_premultiplied;
  int32_t orientation;  // as the file has it; 0 without
  const uint8_t *_Nullable icc;
  size_t icc_size;
  double dots_per_inch_x, dots_per_inch_y;  // 0 without
} cc_tiff_header;

// Reads the directory of the first image. Rows have alpha as the file has it: 8 bits a component, or 16 bits, half or float
// in the machine's byte order when the file has those.
cc_reader *_Nullable cc_tiff_open(cc_source *_Nonnull source, cc_failure *_Nonnull failure);
cc_tiff_header cc_tiff_get_header(const cc_reader *_Nonnull reader);
// Text number index of CC_TIFF_TEXTS: description, author, software, copyright. NULL where the file has none.
const char *_Nullable cc_tiff_text(const cc_reader *_Nonnull reader, int32_t index);

enum { CC_TIFF_NONE = 1, CC_TIFF_LZW = 5, CC_TIFF_DEFLATE = 8 };  // as the file has them

typedef struct {
  cc_image image;
  int32_t is_premultiplied;
  int32_t is_big;        // BigTIFF: 64-bit offsets
  int32_t compression;
  int32_t level;         // zlib, 1...9
} cc_tiff_request;

cc_writer *_Nullable cc_tiff_create(
    const cc_tiff_request *_Nonnull request, cc_sink *_Nonnull sink, cc_failure *_Nonnull failure);

// MARK: WebP

typedef struct {
  uint32_t width, height;
  int32_t has_alpha, is_lossless;
  const uint8_t *_Nullable icc;
  size_t icc_size;
  cc_metadata metadata;
} cc_webp_header;

// Rows are of 8 bits, straight alpha.
cc_reader *_Nullable cc_webp_open(cc_source *_Nonnull source, cc_failure *_Nonnull failure);
cc_webp_header cc_webp_get_header(const cc_reader *_Nonnull reader);

typedef struct {
  cc_image image;    // sides up to 16383
  int32_t is_lossless;
  float quality;           // 0...100; with is_lossless: effort
} cc_webp_request;

// Keeps the whole image: libwebp encodes it at the end.
cc_writer *_Nullable cc_webp_create(
    const cc_webp_request *_Nonnull request, cc_sink *_Nonnull sink, cc_failure *_Nonnull failure);

// MARK: OpenEXR, where its library is

// The functions of OpenEXRCore, which are looked for at run time. A table lives as long as the process.
typedef struct cc_exr_library cc_exr_library;

// name: of the library to look for, or NULL for the usual one. NULL, with what to install in the failure, when it is not
// there or the package was built without its headers.
const cc_exr_library *_Nullable cc_exr_load(const char *_Nullable name, cc_failure *_Nonnull failure);

typedef struct {
  uint32_t width, height;
  uint32_t bits;       // 16 (half) or 32 (float), the deepest of its channels
  int32_t has_alpha;
  int32_t is_grey;     // a channel Y
  int32_t has_lights;
  double lights[8];    // x and y of white, red, green, blue
} cc_exr_header;

// Reads up to the first pixels: scan lines or tiles. Decoded rows are RGBA of halfs or floats, premultiplied.
cc_reader *_Nullable cc_exr_open(
    const cc_exr_library *_Nonnull library, cc_source *_Nonnull source, cc_failure *_Nonnull failure);
cc_exr_header cc_exr_get_header(const cc_reader *_Nonnull reader);

typedef struct {
  cc_image image;  // floats
  int32_t has_lights;
  double lights[8];
} cc_exr_request;

cc_writer *_Nullable cc_exr_create(
    const cc_exr_library *_Nonnull library, const cc_exr_request *_Nonnull request, cc_sink *_Nonnull sink,
    cc_failure *_Nonnull failure);

// MARK: HEIF, where its library is

// The functions of libheif, which are looked for at run time. A table lives as long as the process.
typedef struct cc_heif_library cc_heif_library;

// name: of the library to look for, or NULL for the usual one. NULL, with what to install in the failure, when it is not
// there or the package was built without its headers.
const cc_heif_library *_Nullable cc_heif_load(const char *_Nullable name, cc_failure *_Nonnull failure);

typedef struct {
  uint32_t width, height;  // upright
  uint32_t bits;           // of a component in the file
  int32_t has_alpha, is_premultiplied;
  const uint8_t *_Nullable icc;
  size_t icc_size;
  int32_t has_cicp;
  uint8_t cicp_primaries, cicp_transfer;
  cc_metadata metadata;  // without orientation: the image is turned upright
} cc_heif_header;

// Decoded rows are RGBA of 8 bits, or of 16 where the file has more than 8.
cc_reader *_Nullable cc_heif_open(
    const cc_heif_library *_Nonnull library, cc_source *_Nonnull source, cc_failure *_Nonnull failure);
cc_heif_header cc_heif_get_header(const cc_reader *_Nonnull reader);

typedef struct {
  cc_image image;  // RGBA of 8 bits, or of 16 for more than 8
  int32_t is_av1;      // else HEVC
  uint32_t bits;       // of a component in the file
  int32_t quality;     // 0...100
  int32_t has_cicp;
  uint8_t cicp_primaries, cicp_transfer, cicp_matrix;
} cc_heif_request;

// Keeps the whole image: it is encoded at the end.
cc_writer *_Nullable cc_heif_create(
    const cc_heif_library *_Nonnull library, const cc_heif_request *_Nonnull request, cc_sink *_Nonnull sink,
    cc_failure *_Nonnull failure);

// MARK: ICC

enum { CC_ICC_CURVE_SAMPLES = 1025, CC_ICC_CURVE_NUMBERS = 8 };

typedef struct {
  int32_t components;  // 1 grey, 3 RGB, 4 CMYK, 0 something else
  int32_t is_matrix;   // only curves (and, for RGB, a matrix): no tables between
  int32_t has_cicp;
  uint8_t cicp_primaries, cicp_transfer, cicp_matrix, cicp_full_range;
  char description[128];
} cc_icc_facts;

const char *_Nonnull cc_icc_description(const cc_icc_facts *_Nonnull facts);

// Reads what a profile says. With is_matrix: colorants gets the 3x3 matrix to XYZ under D50, row by row (RGB only);
// samples gets, for each component, the curve at 0, 1/1024 ... 1; parameters gets, for each component, the ICC function
// type + 1 (0: a table) and its g a b c d e f.
int cc_icc_inspect(
    const void *_Nonnull profile, size_t size, cc_icc_facts *_Nonnull facts, double *_Nonnull colorants,
    double *_Nonnull samples, double *_Nonnull parameters, cc_failure *_Nonnull failure);

typedef struct {
  const char *_Nullable description;
  int32_t is_grey;
  double white_x, white_y, red_x, red_y, green_x, green_y, blue_x, blue_y;
  const double *_Nullable colorants;   // as above; in place of the lights
  const double *_Nullable parameters;  // g a b c d e f, or
  const float *_Nullable samples;      // light 0...1 at equal steps of the stored value
  uint32_t sample_count;
  int32_t has_cicp;
  uint8_t cicp_primaries, cicp_transfer, cicp_matrix, cicp_full_range;
} cc_icc_request;

// Makes a profile, the same bytes for the same request; the caller calls free.
void *_Nullable cc_icc_make(
    const cc_icc_request *_Nonnull request, size_t *_Nonnull size, cc_failure *_Nonnull failure);

// Colours of a profile's space, 0...1, to linear light of a space with these lights (x and y of white, red, green and
// blue), any range; or with to_profile the other way round. Three numbers a colour, for a grey profile the first one
// counts; perceptual intent.
int cc_icc_convert(
    const void *_Nonnull profile, size_t size, const double *_Nonnull lights, int32_t to_profile,
    const double *_Nonnull from, double *_Nonnull to, size_t count, cc_failure *_Nonnull failure);

#endif
