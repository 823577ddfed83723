package dolt

import "github.com/perfschema/perfschema/gms"

// JournalCounts is what has been written to the journals of a data directory's databases
// since it was opened: the chunks put, which the store keeps in memory first; the writes to
// the files; the commits, each of which waits for the disk; and what the files have grown
// by, in bytes. All but the chunks are counted by the instrument
// wait/io/file/dolt/chunk_store, while that is enabled. It takes some microseconds; any
// goroutine may ask.
func (d *Database) JournalCounts() gms.StorageLog {
	out := gms.StorageLog{Requests: d.storage.puts.Load()}
	if sums := d.files.Schema.Read().FileSummarySinceStart(); int(d.storage.key) <= len(sums) && d.storage.key > 0 {
		io := &sums[d.storage.key-1]
		out.Writes, out.Syncs, out.Bytes = io.Write.Count, io.Misc.Count, uint64(max(io.BytesWritten, 0))
	}
	return out
}
