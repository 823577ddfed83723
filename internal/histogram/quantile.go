package histogram

// Total is how many were counted.
func Total(counts *[Buckets]uint64) (n uint64) {
	for _, c := range counts {
		n += c
	}
	return n
}

// Quantile is the upper bound, in picoseconds, of the first bucket under which lie at
// least so many thousandths of what was counted, as QUANTILE_95 of MySQL is; 0 if nothing
// was.
func Quantile(counts *[Buckets]uint64, permille uint64) uint64 {
	enough := (Total(counts)*permille + 999) / 1000
	var below uint64
	for i, n := range counts {
		if below += n; n > 0 && below >= enough {
			_, high := Bounds(i)
			return high
		}
	}
	return 0
}
