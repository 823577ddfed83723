package prometheus

import "strings"

// counted is what a series of time had at a collection, and how often it was counted.
type counted struct{ seconds, times float64 }

// mostDrift is by how large a part of it a sum of times may fall that rests.
const mostDrift = 1.0 / 16

// rest keeps sums of times from falling while what they are sums of does not: in a
// process's first seconds, while it learns how long a tick of the clock lasts, those that
// rest move a little, and Prometheus would take each fall for a restart. One whose count
// has fallen, or that has fallen by more, was truncated. It gives what the next collection
// is to be compared with. The count of NAME_seconds_total is NAME_total with the same labels.
func (s *series) rest(before map[string]counted) map[string]counted {
	now := make(map[string]counted)
	for key, i := range s.at {
		v := &s.list[i]
		name, isTime := strings.CutSuffix(v.Name, "seconds_total")
		twin, known := s.at[name+"total"+key[len(v.Name):]]
		if v.Gauge || !isTime || !known {
			continue
		}
		c := counted{v.v, s.list[twin].v}
		if b := before[key]; c.seconds < b.seconds && c.times >= b.times && c.seconds > b.seconds*(1-mostDrift) {
			c.seconds = b.seconds
			v.v = c.seconds
		}
		now[key] = c
	}
	return now
}
