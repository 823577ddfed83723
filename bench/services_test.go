package main

import (
	"strings"
	"testing"
)

// TestServices: what a request takes more than without anybody who watches.
func TestServices(t *testing.T) {
	one, err := parseReadings(`
BenchmarkRequest/plain         	  100	       400.0 ns/op	       24 B/op	       2 allocs/op
BenchmarkRequest/perfschema    	  100	      1500.0 ns/op	       24 B/op	       5 allocs/op
BenchmarkRequest/perfschema-library         	  100	      2400.0 ns/op	       24 B/op	       5 allocs/op
BenchmarkRequest/opentelemetry 	  100	      5400.0 ns/op	       24 B/op	       33 allocs/op
BenchmarkQuery/plain           	  100	       400.0 ns/op	       24 B/op	       5 allocs/op
BenchmarkQuery/perfschema      	  100	      1100.0 ns/op	       24 B/op	       6 allocs/op
`)
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	writeServices(&b, rounds{one}, "1s")
	for _, want := range []string{
		"| 1100 ns (1100 to 1100), 3 allocations | at most 1500 ns, 3 allocations | 2000 ns (2000 to 2000), 3 allocations | 5000 ns (5000 to 5000), 31 allocations |",
		"| 700 ns (700 to 700), 1 allocations | at most 600 ns, 2 allocations, missed | -- | -- |",
	} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("no %q in\n%s", want, b.String())
		}
	}
}
