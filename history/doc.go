// Package history keeps what a Schema has counted beyond the memory and the life of the
// process: in Parquet files, which any tool reads that knows the format.
//
//	h, err := history.Start(ps, history.Options{Dir: "history"})
//	if err != nil { ... }
//	defer h.Close()
//
// At the end of every window, of a minute unless another length is given, it takes the
// differences of some summary tables since the window before. They have the names and
// columns of their originals, and before those SERVER_UUID, SERVER_NAME, WINDOW_START
// and WINDOW_END. What nothing happened to in a window has no row. TRUNCATE of an
// original changes nothing: see [perfschema.SinceStart].
//
// Each table is a directory. A window is a small file in it, written aside and renamed;
// when its hour is over the windows are merged into one file of the hour, and later folded
// into one window. Who kills the
// process loses the window that was open and no other. What cannot be written is not
// lost while the process lives: the window stays open until it can be.
//
// It works on one goroutine, a few milliseconds a window, and holds up nobody who
// records.
package history
