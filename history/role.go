package history

import (
	"strings"

	"github.com/perfschema/perfschema/view"
)

// role is how a column of an original becomes one of a window.
type role uint8

const (
	// asIs: its value at the end of the window.
	asIs role = iota
	// difference: by how much it has grown in the window.
	difference
	// least and most: of the window where that is known, else NULL. It is known where the
	// figure since start has changed.
	least
	most
	// latest: its value where that has changed in the window, else NULL.
	latest
	// cores: of the window, by the columns WALL_*.
	cores
	// average: a sum of the window by a count of the window.
	average
	// quantile: by the histogram of the window.
	quantile
	// sample: its value, if it is of this window, else NULL.
	sample
	// status: difference, of a status variable that counts.
	status
)

// quantiles are the columns that say how long a share of statements took at most, by
// thousandths.
var quantiles = map[string]uint64{"QUANTILE_95": 950, "QUANTILE_99": 990, "QUANTILE_999": 999}

// roleOf is the role of a column, which its name tells in all tables that are kept.
func roleOf(name string) role {
	switch {
	case strings.HasPrefix(name, "COUNT_"), strings.HasPrefix(name, "SUM_"):
		return difference
	case strings.HasPrefix(name, "MIN_"):
		return least
	case strings.HasPrefix(name, "MAX_"):
		return most
	case strings.HasPrefix(name, "AVG_TIMER_"):
		return average
	case strings.HasPrefix(name, "QUANTILE_"):
		return quantile
	case strings.HasPrefix(name, "QUERY_SAMPLE_"):
		return sample
	case strings.HasPrefix(name, "prof"), strings.HasPrefix(name, "WALL_"), strings.HasSuffix(name, "SAMPLES"):
		return difference
	case name == "durationTotal", name == "CPU_QUEUED", name == "SAMPLED_TIME":
		return difference
	case strings.HasPrefix(name, "SLOWEST_"):
		return latest
	case name == "CORES_USED":
		return cores
	case name == "VARIABLE_VALUE":
		return status
	}
	return asIs
}

// averageOf gives the columns, sum and count, that a column is the average of.
func averageOf(columns []view.Column, name string) (sum, count int) {
	suffix := strings.TrimPrefix(name, "AVG_TIMER_")
	counted := "COUNT_" + suffix
	if suffix == "WAIT" {
		counted = "COUNT_STAR"
	}
	return columnOf(columns, "SUM_TIMER_"+suffix), columnOf(columns, counted)
}

// columnOf is the index of a column, -1 if there is none.
func columnOf(columns []view.Column, name string) int {
	for i := range columns {
		if columns[i].Name == name {
			return i
		}
	}
	return -1
}
