// Image codecs with a plain C interface: libpng, libjpeg-turbo, libtiff, libwebp, OpenEXRCore, libheif and lcms2. No
// callback, macro or longjmp reaches Swift.
//
// A function that can fail takes a cc_failure, which it fills, and returns 0 or NULL. Objects are not thread-safe.
#ifndef CCODECS_H
#define CCODECS_H

#include <stddef.h>
#include <stdint.h>

// MARK: Failures

enum {
  CC_OK = 0,
  CC_TRUNCATED,    // the bytes end before the image
  CC_DAMAGED,      // the bytes contradict the format
  CC_UNSUPPORTED,  // the format allows it, but this library does not support it
  CC_LIMIT,        // a limit for untrusted files was exceeded
  CC_IO,           // the system reported an error
  CC_NO_MEMORY,
};

typedef struct {
  int32_t status;
  uint64_t requested, allowed;  // for CC_LIMIT
  char text[220];
} cc_failure;

const char *_Nonnull cc_failure_text(const cc_failure *_Nonnull failure);

// MARK: Sources

// The source of an encoded image: a file, read as far as needed, or memory, which must outlive the source.
typedef struct cc_source cc_source;

// Opens a file. folder: the folder that must contain the file after resolving links; NULL allows any folder.
cc_source *_Nullable cc_source_file(
    const char *_Nonnull path, const char *_Nullable folder, cc_failure *_Nonnull failure);
cc_source *_Nullable cc_source_memory(const void *_Nullable bytes, size_t size, cc_failure *_Nonnull failure);
uint64_t cc_source_size(const cc_source *_Nonnull source);
// Reads without advancing the position; returns the number of bytes, fewer than requested only at the end.
size_t cc_source_peek(cc_source *_Nonnull source, void *_Nonnull into, size_t count);
// Reads at a position without advancing; returns 0 beyond the end.
size_t cc_source_peek_at(cc_source *_Nonnull source, uint64_t position, void *_Nonnull into, size_t count);
void cc_source_close(cc_source *_Nullable source);

// MARK: Sinks

// The destination of an encoded image: growing memory, or a file, which is moved to its path atomically when it is
// finished. Symbolic links are followed; devices and pipes are written directly.
typedef struct cc_sink cc_sink;

cc_sink *_Nullable cc_sink_memory(cc_failure *_Nonnull failure);
cc_sink *_Nullable cc_sink_file(const char *_Nonnull path, cc_failure *_Nonnull failure);
// Appends bytes directly, without an encoder. Returns 0 if they cannot be stored.
int cc_sink_append(
    cc_sink *_Nonnull sink, const void *_Nonnull bytes, size_t count, cc_failure *_Nonnull failure);
// Writes buffered bytes and moves a file to its path. If it returns 0, an existing file is unchanged.
int cc_sink_finish(cc_sink *_Nonnull sink, cc_failure *_Nonnull failure);
// Returns the bytes of a memory sink; the caller owns them and calls free.
void *_Nullable cc_sink_take(cc_sink *_Nonnull sink, size_t *_Nonnull size);
void cc_sink_close(cc_sink *_Nullable sink);

// MARK: Readers

// An image file whose header has been read. It borrows its source. Rows are RGBA in the component format that each
// codec below defines.
typedef struct cc_reader cc_reader;

enum {
  CC_WHOLE = 0,   // only all rows at once: interlaced and progressive files, WebP
  CC_ASCENDING,   // any rows in ascending order; skipped rows are decoded and discarded
  CC_ANY,         // any rows in any order
};

int32_t cc_reader_access(const cc_reader *_Nonnull reader);
// Returns the minimum size of a file with this number of pixels.
uint64_t cc_reader_minimum_file_bytes(const cc_reader *_Nonnull reader);
// Decodes `count` rows from `first` on, top row first. After a failure all later calls fail as well.
int cc_reader_rows(
    cc_reader *_Nonnull reader, uint32_t first, uint32_t count, void *_Nonnull pixels, size_t row_bytes,
    cc_failure *_Nonnull failure);
void cc_reader_close(cc_reader *_Nullable reader);

// MARK: Metadata

// Borrowed bytes; NULL and 0 if missing.
typedef struct {
  const uint8_t *_Nullable bytes;
  size_t size;
} cc_bytes;

typedef struct {
  cc_bytes exif;         // from the TIFF header on
  cc_bytes xmp;          // a packet
  cc_bytes photoshop;    // image resources (8BIM), one of which contains IPTC
  int32_t orientation;   // as in EXIF; 0 is treated as 1
  double dots_per_inch_x, dots_per_inch_y;  // positive and finite; 0 if unknown
} cc_metadata;

// MARK: Writers

// An image file that is being written. It borrows its sink.
typedef struct cc_writer cc_writer;

// The parameters that all formats share.
typedef struct {
  uint32_t width, height;
  uint32_t bits;         // of a component: 8, 16 or 32, in the machine's byte order
  int32_t is_float;      // with 16 or 32 bits
  uint32_t channels;     // in memory: 1, 3 or 4
  int32_t drops_alpha;   // writes 4 channels as 3
  const uint8_t *_Nullable icc;  // borrowed while the file is opened
  size_t icc_size;
  cc_metadata metadata;  // borrowed as well; each format writes the parts that it supports
} cc_image;

// Writes the next `count` rows. After a failure all later calls fail as well.
int cc_writer_rows(
    cc_writer *_Nonnull writer, const void *_Nonnull pixels, size_t row_bytes, uint32_t count,
    cc_failure *_Nonnull failure);
// Writes the data after the last row; all rows must have been written.
int cc_writer_finish(cc_writer *_Nonnull writer, cc_failure *_Nonnull failure);
void cc_writer_close(cc_writer *_Nullable writer);

// MARK: PNG

typedef struct {
  uint32_t width, height;
  uint32_t bits;      // of a component, in the file
  uint32_t channels;  // 1 grey, 2 grey + alpha, 3 RGB, 4 RGBA; palettes are RGB or RGBA
  int32_t interlaced;
  const uint8_t *_Nullable icc;
  size_t icc_size;
  cc_bytes exif;
  int32_t has_srgb, srgb_intent;
  int32_t gamma;  // gAMA: 100000 / exponent; 0 if missing
  int32_t has_chrm;
  double white_x, white_y, red_x, red_y, green_x, green_y, blue_x, blue_y;
  int32_t has_cicp;
  uint8_t cicp_primaries, cicp_transfer, cicp_matrix, cicp_full_range;
  uint32_t pixels_per_metre_x, pixels_per_metre_y;  // 0 if missing
  uint32_t frame_count;  // of an animation; 0 without one
  int32_t text_count;
} cc_png_header;

// Reads up to the first pixels. Rows have 8 bits a component, or 16 in the machine's byte order if the file has 16,
// with straight alpha.
cc_reader *_Nullable cc_png_open(cc_source *_Nonnull source, cc_failure *_Nonnull failure);
// Returns the header, whose pointers are valid as long as the reader.
cc_png_header cc_png_get_header(const cc_reader *_Nonnull reader);
// Returns a text chunk by its index: keyword and value, both zero-terminated; *utf8 is 0 for Latin-1 values.
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

// The format and compression of PNG rows.
typedef struct {
  uint32_t width;
  uint32_t bits;         // 8 or 16
  uint32_t channels;     // in memory
  int32_t drops_alpha;
  int32_t level;         // 0 stored, 1 fast: runs only; 2...9 zlib
} cc_png_strip_options;

// Compressed rows.
typedef struct {
  uint8_t *_Nullable bytes;
  size_t size;
  size_t row_bytes;      // before compression, including filter bytes
  uint32_t sum;          // Adler-32 of the uncompressed bytes
} cc_png_strip;

// Filters and compresses rows independently of other rows, so that several threads can do so concurrently. `above`: the
// preceding row; NULL for the image's first row. The caller frees the strip.
int cc_png_compress(
    const cc_png_strip_options *_Nonnull request, const void *_Nullable above, const void *_Nonnull rows, size_t row_bytes,
    uint32_t count, cc_png_strip *_Nonnull strip, cc_failure *_Nonnull failure);
void cc_png_strip_free(cc_png_strip *_Nonnull strip);
// Writes the next rows, instead of cc_writer_rows.
int cc_png_append(
    cc_writer *_Nonnull writer, const cc_png_strip *_Nonnull strip, uint32_t count, cc_failure *_Nonnull failure);

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

// Rows have 8 bits a component and alpha 255. CMYK is converted to sRGB, with its profile if it has one.
cc_reader *_Nullable cc_jpeg_open(cc_source *_Nonnull source, cc_failure *_Nonnull failure);
cc_jpeg_header cc_jpeg_get_header(const cc_reader *_Nonnull reader);
// Decodes to 1/2, 1/4 or 1/8 of both sides, rounded up, by omitting frequencies: averages of the encoded pixels. Must
// be called before reading rows; the header then has the smaller size.
void cc_jpeg_subsample(cc_reader *_Nonnull reader, uint32_t factor);

typedef struct {
  cc_image image;    // the last of 4 channels is ignored
  int32_t quality;       // 1...100
  int32_t full_chroma;   // 4:4:4 instead of 4:2:0
  int32_t progressive;   // buffers the coefficients of the whole image
} cc_jpeg_request;

cc_writer *_Nullable cc_jpeg_create(
    const cc_jpeg_request *_Nonnull request, cc_sink *_Nonnull sink, cc_failure *_Nonnull failure);

// MARK: TIFF

enum { CC_TIFF_TEXTS = 4 };

typedef struct {
  uint32_t width, height;
  uint32_t bits;      // of a component in the file; 8 for palettes, 32 for integers and doubles that become floats
  uint32_t channels;  // 1 grey, 2 grey + alpha, 3 RGB, 4 RGBA
  int32_t is_float;   // with 16 or 32 bits
  int32_t is_cmyk;
  int32_t is_converted;  // pixels are converted to sRGB: CMYK and CIELab
  int32_t is_linear;     // linear light with the primaries of sRGB: LogL and LogLuv
  int32_t is_premultiplied;
  int32_t orientation;  // 0 if missing
  const uint8_t *_Nullable icc;
  size_t icc_size;
  double dots_per_inch_x, dots_per_inch_y;  // 0 if missing
} cc_tiff_header;

// Reads the directory of an image. Rows have the alpha state of the file, and 8 bits a component, or 16 bits,
// half or float in the machine's byte order if the file has those. Signed integers, 32-bit integers and doubles become
// floats; the largest integer is 1, and negative ones stay negative.
//
// directory: the offset of the image's directory; 0 for the first one.
cc_reader *_Nullable cc_tiff_open(cc_source *_Nonnull source, uint64_t directory, cc_failure *_Nonnull failure);
cc_tiff_header cc_tiff_get_header(const cc_reader *_Nonnull reader);
// Returns a text by its index, below CC_TIFF_TEXTS: description, author, software, copyright. NULL if missing.
const char *_Nullable cc_tiff_text(const cc_reader *_Nonnull reader, int32_t index);

enum { CC_TIFF_NONE = 1, CC_TIFF_LZW = 5, CC_TIFF_DEFLATE = 8 };  // the values in the file

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

// Rows have 8 bits a component and straight alpha.
cc_reader *_Nullable cc_webp_open(cc_source *_Nonnull source, cc_failure *_Nonnull failure);
cc_webp_header cc_webp_get_header(const cc_reader *_Nonnull reader);

typedef struct {
  cc_image image;    // sides up to 16383
  int32_t is_lossless;
  float quality;           // 0...100; with is_lossless: effort
} cc_webp_request;

// Buffers the whole image: libwebp encodes it at the end.
cc_writer *_Nullable cc_webp_create(
    const cc_webp_request *_Nonnull request, cc_sink *_Nonnull sink, cc_failure *_Nonnull failure);

// MARK: GIF and BMP (reading only)

typedef struct {
  uint32_t width, height;
  uint32_t channels;     // 3 RGB, 4 RGBA
  uint32_t frame_count;  // of a GIF; the first one is read
  uint32_t pixels_per_metre_x, pixels_per_metre_y;  // 0 if missing
  const uint8_t *_Nullable icc;
  size_t icc_size;
} cc_plain_header;

// Opens the first frame of a GIF. Rows have 8 bits a component and straight alpha; pixels outside of the frame are
// clear.
cc_reader *_Nullable cc_gif_open(cc_source *_Nonnull source, cc_failure *_Nonnull failure);
cc_plain_header cc_gif_get_header(const cc_reader *_Nonnull reader);
// Rows have 8 bits a component and straight alpha.
cc_reader *_Nullable cc_bmp_open(cc_source *_Nonnull source, cc_failure *_Nonnull failure);
cc_plain_header cc_bmp_get_header(const cc_reader *_Nonnull reader);

// MARK: OpenEXR (optional)

// The functions of OpenEXRCore, which is loaded dynamically. A table is never freed.
typedef struct cc_exr_library cc_exr_library;

// Loads the library. name: its file name, or NULL for the default. If it is missing, or if the package was built
// without its headers, returns NULL, and the failure names the package to install.
const cc_exr_library *_Nullable cc_exr_load(const char *_Nullable name, cc_failure *_Nonnull failure);

typedef struct {
  uint32_t width, height;  // of the display window
  uint32_t bits;       // 16 (half) or 32 (float), the deepest of its channels
  int32_t has_alpha;   // also if the data window does not cover the display window
  int32_t is_grey;     // has a channel Y
  int32_t has_chromaticities;
  double chromaticities[8];    // x and y of white, red, green, blue
} cc_exr_header;

// Reads up to the first pixels: scan lines or tiles. Decoded rows are RGBA in half or float, premultiplied. The image is
// the display window: pixels outside of the data window are clear, and data outside of the display window are cropped.
cc_reader *_Nullable cc_exr_open(
    const cc_exr_library *_Nonnull library, cc_source *_Nonnull source, cc_failure *_Nonnull failure);
cc_exr_header cc_exr_get_header(const cc_reader *_Nonnull reader);

typedef struct {
  cc_image image;  // floats
  int32_t has_chromaticities;
  double chromaticities[8];
} cc_exr_request;

cc_writer *_Nullable cc_exr_create(
    const cc_exr_library *_Nonnull library, const cc_exr_request *_Nonnull request, cc_sink *_Nonnull sink,
    cc_failure *_Nonnull failure);

// MARK: HEIF (optional)

// The functions of libheif, which is loaded dynamically. A table is never freed.
typedef struct cc_heif_library cc_heif_library;

// Loads the library. name: its file name, or NULL for the default. If it is missing, or if the package was built
// without its headers, returns NULL, and the failure names the package to install.
const cc_heif_library *_Nullable cc_heif_load(const char *_Nullable name, cc_failure *_Nonnull failure);

typedef struct {
  uint32_t width, height;  // after rotation
  uint32_t bits;           // of a component in the file
  int32_t has_alpha, is_premultiplied;
  const uint8_t *_Nullable icc;
  size_t icc_size;
  int32_t has_cicp;
  uint8_t cicp_primaries, cicp_transfer;
  cc_metadata metadata;  // without orientation: the image is rotated
} cc_heif_header;

// Decoded rows are RGBA of 8 bits, or of 16 bits if the file has more than 8.
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

// Buffers the whole image: it is encoded at the end.
cc_writer *_Nullable cc_heif_create(
    const cc_heif_library *_Nonnull library, const cc_heif_request *_Nonnull request, cc_sink *_Nonnull sink,
    cc_failure *_Nonnull failure);

// MARK: ICC

enum { CC_ICC_CURVE_SAMPLES = 1025, CC_ICC_CURVE_PARAMETERS = 8 };

typedef struct {
  int32_t components;  // 1 grey, 3 RGB, 4 CMYK, 0 other
  int32_t is_matrix;   // only curves (and, for RGB, a matrix), no tables
  int32_t has_cicp;
  uint8_t cicp_primaries, cicp_transfer, cicp_matrix, cicp_full_range;
  char description[128];
} cc_icc_info;

const char *_Nonnull cc_icc_description(const cc_icc_info *_Nonnull info);

// Reads the properties of a profile. If is_matrix is set: colorants gets the 3x3 matrix to XYZ under D50, row by row
// (RGB only); samples gets, for each component, the curve at 0, 1/1024 ... 1; parameters gets, for each component, the
// ICC function type + 1 (0: a table) and its g a b c d e f.
int cc_icc_inspect(
    const void *_Nonnull profile, size_t size, cc_icc_info *_Nonnull info, double *_Nonnull colorants,
    double *_Nonnull samples, double *_Nonnull parameters, cc_failure *_Nonnull failure);

typedef struct {
  const char *_Nullable description;
  int32_t is_grey;
  double white_x, white_y, red_x, red_y, green_x, green_y, blue_x, blue_y;
  const double *_Nullable colorants;   // as above; replaces the primaries
  const double *_Nullable parameters;  // g a b c d e f, or
  const float *_Nullable samples;      // linear light, 0...1, at equal steps of the encoded value
  uint32_t sample_count;
  int32_t has_cicp;
  uint8_t cicp_primaries, cicp_transfer, cicp_matrix, cicp_full_range;
} cc_icc_request;

// Creates a profile, with equal bytes for equal requests; the caller calls free.
void *_Nullable cc_icc_create(
    const cc_icc_request *_Nonnull request, size_t *_Nonnull size, cc_failure *_Nonnull failure);

// Converts colours of a profile's space, 0...1, to unbounded linear light of a space with these chromaticities (x and y
// of white, red, green and blue), or inversely with to_profile. Colours have three components, of which a grey profile
// uses the first; perceptual intent.
int cc_icc_convert(
    const void *_Nonnull profile, size_t size, const double *_Nonnull chromaticities, int32_t to_profile,
    const double *_Nonnull from, double *_Nonnull to, size_t count, cc_failure *_Nonnull failure);

#endif
