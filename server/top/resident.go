package top

import (
	"context"
	"fmt"
	"strings"
)

const reconciliation = "profiling.memory_reconciliation"

// memoryKinds are how parts of the resident set are known, as a line has them.
var memoryKinds = []struct{ kind, words string }{
	{"exact", "counted by instruments"}, {"sampled", "estimated from the heap profile"}, {"runtime", "the Go runtime's own"},
	{"system", "the program and its files"}, {"unexplained", "unexplained"},
}

// readResident says what the resident set of the server's process comes from.
func (s *server) readResident(ctx context.Context, r *reading) error {
	if !s.has(reconciliation) {
		r.resident = "What the resident set of the process comes from is not to be had: this server has no " + reconciliation + ", or this account may not read it."
		return nil
	}
	bytes, all := make(map[string]float64), 0.0
	err := s.each(ctx, "SELECT MEMORY_KIND, SUM(BYTES) FROM "+reconciliation+" WHERE BYTES IS NOT NULL GROUP BY MEMORY_KIND", nil, 2, func(v []value) {
		bytes[v[0].text()] = v[1].number()
		all += v[1].number()
	})
	if err != nil {
		r.resident = "What the resident set of the process comes from is not to be had: this account may not read " + reconciliation + "."
		return ignoreDenied(err)
	}
	if len(bytes) == 0 {
		r.resident = "What the resident set of the process comes from is not known on this system."
		return nil
	}
	var parts []string
	for _, k := range memoryKinds {
		if n, known := bytes[k.kind]; known {
			parts = append(parts, showBytes(n)+" "+k.words)
		}
	}
	r.resident = fmt.Sprintf("The resident set of %s: %s.", showBytes(all), strings.Join(parts, ", "))
	return nil
}
