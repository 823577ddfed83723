// Package disk keeps the storage from writing to a disk that is full. Dolt ends the process
// when a write to a journal fails, so the question is asked first.
//
// Space counts what commits are about to write against what the file system has free, and
// refuses with ENOSPC what does not fit. Reserve allocates the blocks of a file ahead of its
// end, because another program may take the room between the question and the write.
// CheckWritable asks the system for the right to write, and opens nothing.
//
// Where the file system does not answer, there is room: the write itself tells.
package disk
