/* Caches of stages for values that depend on the column alone, from one row to the next. */

/* The column cache of a stage, by segment of a row. */
typedef struct ColumnCache {
  /* The columns of a segment, whether it uses the stage's form for opaque pixels, and the state of its cache. */
  struct CachedSegment { int32_t column, count, isOpaque; enum { SEGMENT_NEW, SEGMENT_CACHED, SEGMENT_TOO_LARGE } state; } *segments;
  float *floats;
  int64_t segment_floats;
  int32_t segment_count;
} ColumnCache;

/* The largest number of segments of a row that are shorter than BLOCK_PIXELS: the first one, which ends at a cache
   line; the one before the opaque segments; the last opaque one; and the last one. */
enum { SHORT_SEGMENTS = 4 };

/* Returns the cache of a segment; null if the segment is not cached. */
static struct CachedSegment *cached_segment(const ColumnCache *cache, int32_t index, int32_t column, int32_t count, int32_t isOpaque, StageColumnCache *columns) {
  if (index >= cache->segment_count) return 0;
  struct CachedSegment *segment = &cache->segments[index];
  if (segment->column != column || segment->count != count || segment->isOpaque != isOpaque) *segment = (struct CachedSegment){column, count, isOpaque, SEGMENT_NEW};
  if (segment->state == SEGMENT_TOO_LARGE) return 0;
  float *floats = cache->floats + index * cache->segment_floats;
  *columns = (StageColumnCache){floats, floats + cache->segment_floats, segment->state == SEGMENT_NEW, 0};
  return segment;
}
