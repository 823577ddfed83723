// Package enginestatus is SHOW ENGINE PERFORMANCE_SCHEMA STATUS: what the buffers of the
// Performance Schema and of the profiler take, in rows and bytes.
package enginestatus
