// Package pfile is what package os does with files, watched: an [FS] has os's
// functions as methods, and the [File] it opens is an [os.File] that reports
// what it reads, writes and waits for to a Performance Schema.
//
//	fs := pfile.New(schema, key)    // key of wait/io/file/...
//	f, err := fs.Open("data.db")    // was os.Open
//
// The zero FS works and records nothing. A File that records counts in
// events_waits_* and in the file_summary tables while its instrument is
// ENABLED, and is a row of file_instances, under its absolute name, from its
// first open until it is deleted. Errors are os's own.
//
// The operations are MySQL's:
//
//	open, create    Open, OpenFile; create where the call may make the file
//	close           Close
//	read, write     Read, Write and their kin, with bytes
//	seek, tell      Seek; tell where it only asks
//	sync            Sync
//	stat            Stat, Lstat, File.Stat
//	chsize          Truncate
//	delete, rename  Remove, RemoveAll, Rename
//
// One call is one operation, however many system calls it takes; ReadFile and
// WriteFile are three, open, read or write, and close. Operations by name on a
// file that was never opened count in file_summary_by_event_name and make no
// row. What has no name in MySQL, modes, times, links and directories, is
// passed on and not recorded.
//
// io.Copy stays in the kernel where it does with os.File (copy_file_range,
// splice, sendfile), between two Files and between a File and a socket of
// package pnet too; that is one operation of each. What a Writer that is not
// of this module passes on to the kernel is not seen as read.
//
// Pipe and Root are package os's alone; [FS.Wrap] makes a File of what they
// open.
//
// Operations count on the Thread that the goroutine is bound to
// ([perfschema.Thread.Bind]); those of other goroutines count in the instance
// and in the global summaries. Recording costs two clock reads and some 100 ns
// an operation and allocates nothing; a disabled instrument costs a few
// nanoseconds.
package pfile
