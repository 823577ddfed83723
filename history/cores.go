package history

import "github.com/perfschema/perfschema/view"

// How many cores queries used is a mean over the time they took, which the columns WALL_*
// add up to: what it is of two windows together follows from both.

// wall adds up how the time of queries passed.
func (s *series) wall(of func(column int) uint64) (sum float64) {
	for _, i := range s.walls {
		sum += float64(int64(of(i))) //nolint:gosec // two's complement
	}
	return sum
}

// coresUsed is for how much of a time there was a core, NULL of no time.
func coresUsed(used, wall float64) any {
	if wall <= 0 {
		return nil
	}
	return max(used, 0) / wall
}

// used is the time that a row's queries had a core.
func (s *series) used(row view.Row) float64 {
	i := columnOf(s.columns, "CORES_USED")
	if i < 0 {
		return 0
	}
	cores, _ := row[i].(float64)
	return cores * s.wallOf(row)
}

func (s *series) wallOf(row view.Row) float64 {
	return s.wall(func(i int) uint64 {
		n, _ := number(row[i])
		return n
	})
}

// setCores says how long the queries of a row had a core.
func (s *series) setCores(row view.Row, used float64) {
	if i := columnOf(s.columns, "CORES_USED"); i >= 0 {
		row[i] = coresUsed(used, s.wallOf(row))
	}
}

// longer says whether the slowest query of d took longer than that of to.
func (s *series) longer(to, d view.Row) bool {
	i := columnOf(s.columns, "MAX_DURATION")
	if i < 0 {
		return false
	}
	a, _ := number(to[i])
	b, _ := number(d[i])
	return b > a
}
