// FFmpeg's functions, loaded at run time: the macros below turn each call into one through the table.
#ifndef CVIDEO_LIBRARY_H
#define CVIDEO_LIBRARY_H

#if __has_include(<libavformat/avformat.h>) && __has_include(<libavcodec/avcodec.h>)
#define VD_HAS_HEADERS 1

#include <libavcodec/avcodec.h>
#include <libavformat/avformat.h>
#include <libavutil/audio_fifo.h>
#include <libavutil/avstring.h>
#include <libavutil/imgutils.h>
#include <libavutil/pixdesc.h>

/// X(library, function)
#define VD_FUNCTIONS(X) \
  X(util, av_log_set_callback) X(util, av_strerror) X(util, av_free) X(util, av_malloc) \
  X(util, av_mallocz) X(util, av_realloc_array) \
  X(util, av_frame_get_buffer) X(util, av_channel_layout_default) X(util, av_channel_layout_copy) \
  X(util, av_get_bytes_per_sample) X(util, av_sample_fmt_is_planar) X(util, av_samples_set_silence) \
  X(util, av_audio_fifo_alloc) X(util, av_audio_fifo_free) X(util, av_audio_fifo_write) \
  X(util, av_audio_fifo_read) X(util, av_audio_fifo_size) X(util, av_rescale_q) \
  X(util, av_asprintf) X(util, av_rescale) X(util, av_dict_set) X(util, av_dict_get) X(util, av_dict_free) \
  X(util, av_dict_copy) X(util, av_dict_parse_string) X(util, av_frame_alloc) X(util, av_frame_free) \
  X(util, av_frame_move_ref) X(util, av_frame_get_side_data) X(util, av_buffer_create) \
  X(util, av_pix_fmt_desc_get) X(util, av_get_pix_fmt_name) X(util, av_image_get_linesize) \
  X(codec, avcodec_get_name) X(codec, avcodec_find_decoder) X(codec, avcodec_find_decoder_by_name) \
  X(codec, avcodec_find_encoder_by_name) \
  X(codec, avcodec_alloc_context3) X(codec, avcodec_free_context) X(codec, avcodec_open2) \
  X(codec, avcodec_parameters_to_context) X(codec, avcodec_parameters_from_context) \
  X(codec, avcodec_parameters_alloc) X(codec, avcodec_parameters_copy) X(codec, avcodec_parameters_free) \
  X(codec, av_new_packet) X(codec, avcodec_flush_buffers) X(codec, avcodec_send_packet) \
  X(codec, avcodec_receive_frame) X(codec, avcodec_send_frame) X(codec, avcodec_receive_packet) \
  X(codec, av_packet_alloc) X(codec, av_packet_free) X(codec, av_packet_unref) X(codec, av_packet_move_ref) \
  X(codec, av_packet_rescale_ts) \
  X(format, avformat_license) X(format, avformat_alloc_context) X(format, avformat_free_context) \
  X(format, avformat_open_input) X(format, avformat_close_input) X(format, avformat_find_stream_info) \
  X(format, avformat_seek_file) X(format, av_read_frame) X(format, avformat_index_get_entry) \
  X(format, avformat_index_get_entries_count) X(format, av_probe_input_buffer2) X(format, avio_open2) \
  X(format, avio_closep) X(format, avio_size) X(format, avio_alloc_context) X(format, avio_context_free) \
  X(format, avio_flush) X(format, av_guess_format) X(format, av_guess_frame_rate) \
  X(format, av_guess_sample_aspect_ratio) X(format, av_stream_get_side_data) X(format, av_stream_new_side_data) \
  X(format, avformat_alloc_output_context2) X(format, avformat_new_stream) X(format, avformat_query_codec) \
  X(format, avformat_write_header) X(format, av_interleaved_write_frame) X(format, av_write_trailer)

typedef struct VDFunctions {
#define MEMBER(library, function) __typeof__(&function) function;
  VD_FUNCTIONS(MEMBER)
#undef MEMBER
} VDFunctions;

extern VDFunctions vd_ffmpeg;

#ifndef VD_WITHOUT_MACROS
#define av_log_set_callback vd_ffmpeg.av_log_set_callback
#define av_strerror vd_ffmpeg.av_strerror
#define av_free vd_ffmpeg.av_free
#define av_malloc vd_ffmpeg.av_malloc
#define av_mallocz vd_ffmpeg.av_mallocz
#define av_realloc_array vd_ffmpeg.av_realloc_array
#define av_frame_get_buffer vd_ffmpeg.av_frame_get_buffer
#define av_channel_layout_default vd_ffmpeg.av_channel_layout_default
#define av_channel_layout_copy vd_ffmpeg.av_channel_layout_copy
#define av_get_bytes_per_sample vd_ffmpeg.av_get_bytes_per_sample
#define av_sample_fmt_is_planar vd_ffmpeg.av_sample_fmt_is_planar
#define av_samples_set_silence vd_ffmpeg.av_samples_set_silence
#define av_audio_fifo_alloc vd_ffmpeg.av_audio_fifo_alloc
#define av_audio_fifo_free vd_ffmpeg.av_audio_fifo_free
#define av_audio_fifo_write vd_ffmpeg.av_audio_fifo_write
#define av_audio_fifo_read vd_ffmpeg.av_audio_fifo_read
#define av_audio_fifo_size vd_ffmpeg.av_audio_fifo_size
#define av_rescale_q vd_ffmpeg.av_rescale_q
#define av_asprintf vd_ffmpeg.av_asprintf
#define av_rescale vd_ffmpeg.av_rescale
#define av_dict_set vd_ffmpeg.av_dict_set
#define av_dict_get vd_ffmpeg.av_dict_get
#define av_dict_free vd_ffmpeg.av_dict_free
#define av_dict_copy vd_ffmpeg.av_dict_copy
#define av_dict_parse_string vd_ffmpeg.av_dict_parse_string
#define av_frame_alloc vd_ffmpeg.av_frame_alloc
#define av_frame_free vd_ffmpeg.av_frame_free
#define av_frame_move_ref vd_ffmpeg.av_frame_move_ref
#define av_frame_get_side_data vd_ffmpeg.av_frame_get_side_data
#define av_buffer_create vd_ffmpeg.av_buffer_create
#define av_pix_fmt_desc_get vd_ffmpeg.av_pix_fmt_desc_get
#define av_get_pix_fmt_name vd_ffmpeg.av_get_pix_fmt_name
#define av_image_get_linesize vd_ffmpeg.av_image_get_linesize
#define avcodec_get_name vd_ffmpeg.avcodec_get_name
#define avcodec_find_decoder vd_ffmpeg.avcodec_find_decoder
#define avcodec_find_decoder_by_name vd_ffmpeg.avcodec_find_decoder_by_name
#define avcodec_find_encoder_by_name vd_ffmpeg.avcodec_find_encoder_by_name
#define avcodec_alloc_context3 vd_ffmpeg.avcodec_alloc_context3
#define avcodec_free_context vd_ffmpeg.avcodec_free_context
#define avcodec_open2 vd_ffmpeg.avcodec_open2
#define avcodec_parameters_to_context vd_ffmpeg.avcodec_parameters_to_context
#define avcodec_parameters_from_context vd_ffmpeg.avcodec_parameters_from_context
#define avcodec_parameters_alloc vd_ffmpeg.avcodec_parameters_alloc
#define avcodec_parameters_copy vd_ffmpeg.avcodec_parameters_copy
#define avcodec_parameters_free vd_ffmpeg.avcodec_parameters_free
#define av_new_packet vd_ffmpeg.av_new_packet
#define avcodec_flush_buffers vd_ffmpeg.avcodec_flush_buffers
#define avcodec_send_packet vd_ffmpeg.avcodec_send_packet
#define avcodec_receive_frame vd_ffmpeg.avcodec_receive_frame
#define avcodec_send_frame vd_ffmpeg.avcodec_send_frame
#define avcodec_receive_packet vd_ffmpeg.avcodec_receive_packet
#define av_packet_alloc vd_ffmpeg.av_packet_alloc
#define av_packet_free vd_ffmpeg.av_packet_free
#define av_packet_unref vd_ffmpeg.av_packet_unref
#define av_packet_move_ref vd_ffmpeg.av_packet_move_ref
#define av_packet_rescale_ts vd_ffmpeg.av_packet_rescale_ts
#define avformat_license vd_ffmpeg.avformat_license
#define avformat_alloc_context vd_ffmpeg.avformat_alloc_context
#define avformat_free_context vd_ffmpeg.avformat_free_context
#define avformat_open_input vd_ffmpeg.avformat_open_input
#define avformat_close_input vd_ffmpeg.avformat_close_input
#define avformat_find_stream_info vd_ffmpeg.avformat_find_stream_info
#define avformat_seek_file vd_ffmpeg.avformat_seek_file
#define av_read_frame vd_ffmpeg.av_read_frame
#define avformat_index_get_entry vd_ffmpeg.avformat_index_get_entry
#define avformat_index_get_entries_count vd_ffmpeg.avformat_index_get_entries_count
#define av_probe_input_buffer2 vd_ffmpeg.av_probe_input_buffer2
#define avio_open2 vd_ffmpeg.avio_open2
#define avio_closep vd_ffmpeg.avio_closep
#define avio_size vd_ffmpeg.avio_size
#define avio_alloc_context vd_ffmpeg.avio_alloc_context
#define avio_context_free vd_ffmpeg.avio_context_free
#define avio_flush vd_ffmpeg.avio_flush
#define av_guess_format vd_ffmpeg.av_guess_format
#define av_guess_frame_rate vd_ffmpeg.av_guess_frame_rate
#define av_guess_sample_aspect_ratio vd_ffmpeg.av_guess_sample_aspect_ratio
#define av_stream_get_side_data vd_ffmpeg.av_stream_get_side_data
#define av_stream_new_side_data vd_ffmpeg.av_stream_new_side_data
#define avformat_alloc_output_context2 vd_ffmpeg.avformat_alloc_output_context2
#define avformat_new_stream vd_ffmpeg.avformat_new_stream
#define avformat_query_codec vd_ffmpeg.avformat_query_codec
#define avformat_write_header vd_ffmpeg.avformat_write_header
#define av_interleaved_write_frame vd_ffmpeg.av_interleaved_write_frame
#define av_write_trailer vd_ffmpeg.av_write_trailer
#endif

#endif
#endif
