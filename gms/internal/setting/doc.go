// Package setting declares the system variables of perfschema to the engine:
// performance_schema_* of a Schema, and profiling_* of the profiler.
package setting
