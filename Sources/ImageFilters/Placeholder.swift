// ImageFilters
