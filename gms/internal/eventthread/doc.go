// Package eventthread records the event scheduler and its events: as threads with stages, under
// the instrument names of MySQL. Package schedule calls it as its watcher and knows no recorder.
package eventthread
