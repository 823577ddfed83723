package histogram

const (
	// recentCells is a power of two: 32 neighbouring buckets span a factor of 4.4.
	recentCells = 32
	// recentBits of a cell are its count, those above them its bucket.
	recentBits = 23
	recentMax  = 1<<recentBits - 1
)

// Recent counts for one writer in 128 bytes, until [Recent.MoveTo] moves the counts to
// Counts that are shared. A cell serves every 32nd bucket, one at a time. The zero value
// has counted nothing.
type Recent struct{ cells [recentCells]uint32 }

// Add counts a duration by its [Bucket]. If the bucket's cell is full, or has counted
// another bucket, Add gives up what the cell has: the caller adds n to bucket other
// elsewhere. n is 0 if there was nothing.
func (r *Recent) Add(bucket int) (other int, n uint64) {
	c := &r.cells[uint(bucket)%recentCells]
	was := *c
	if was>>recentBits == uint32(bucket) && was&recentMax != recentMax {
		*c = was + 1
		return 0, 0
	}
	*c = uint32(bucket)<<recentBits | 1
	return int(was >> recentBits), uint64(was & recentMax)
}

// MoveTo adds the counts to each of the others, and forgets them.
func (r *Recent) MoveTo(others ...*Counts) {
	for i, c := range r.cells {
		if c == 0 {
			continue
		}
		for _, to := range others {
			to.AddMany(int(c>>recentBits), uint64(c&recentMax))
		}
		r.cells[i] = 0
	}
}
