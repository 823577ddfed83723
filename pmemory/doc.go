// Package pmemory holds memory that counts itself: [Slice], a slice that grows,
// [Buffers], a pool that lends byte slices, and [Pool], the stand-in of
// [sync.Pool].
//
//	rows := schema.Memory(schema.RegisterMemory("app", perfschema.Info{Name: "rows", Documentation: "rows read ahead"}))
//
//	s := pmemory.Make[Row](rows, thread, 0, 100)
//	s.Append(thread, row)
//	s.Free(thread)
//
// What they hold is in the memory_summary tables under the instrument's name,
// with the thread that allocated it. Values work, uncounted, where the
// instrument is nil or off. To free twice does nothing; what is dropped without
// Free is counted until the program ends, but for what a Pool holds, which the
// garbage collector tells of. As with a [perfschema.MemoryBlock], a copy of a
// Slice or a Buffer stands for the same memory: free one of them only.
//
// For other memory keep the block that [perfschema.Memory.Alloc] returns beside
// it.
package pmemory
