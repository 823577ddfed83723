package main

import (
	"strings"
	"testing"
)

const printed = `goos: linux
cpu: AMD EPYC
BenchmarkMutex/plain         	  100	        10.00 ns/op	       0 B/op	       0 allocs/op
BenchmarkMutex/limit         	  100	        35.00 ns/op	       0 B/op	       0 allocs/op
BenchmarkMutex/limit         	  100	        20.00 ns/op	       0 B/op	       0 allocs/op
BenchmarkMutex/limit         	  100	        29.00 ns/op	       0 B/op	       0 allocs/op
BenchmarkMutex/timed-bound   	  100	        37.70 ns/op	       8 B/op	       1 allocs/op
BenchmarkMemory/plain        	  100	         5.00 ns/op	       0 B/op	       0 allocs/op
BenchmarkMemory/counted      	  100	        15.50 ns/op	       0 B/op	       0 allocs/op
BenchmarkMemory/disabled     	  100	         6.50 ns/op	       0 B/op	       0 allocs/op
BenchmarkMemoryTable         	    5	  60000000 ns/op
BenchmarkCrowdMemory         	    1	 900000000 ns/op	        99.20 MiB-heap	       97.00 MiB-accounted
PASS
`

func TestParseReadings(t *testing.T) {
	got, err := parseReadings(printed)
	if err != nil || len(got) != 8 {
		t.Fatalf("%v, %v", got, err)
	}
	if got["BenchmarkMutex/timed-bound"]["ns/op"] != 37.7 || got["BenchmarkMutex/limit"]["ns/op"] != 29 || got["BenchmarkMutex/timed-bound"]["allocs/op"] != 1 || got["BenchmarkCrowdMemory"]["MiB-heap"] != 99.2 {
		t.Errorf("%v", got)
	}
	if _, err := parseReadings("BenchmarkX 1 many ns/op"); err == nil {
		t.Error("a figure that is none")
	}
}

// Ratios are taken within a round: a round in which the machine was slow
// changes none.
func TestRatiosAreTakenWithinARound(t *testing.T) {
	fast, _ := parseReadings(printed)
	slow := readings{"a": {"ns/op": 300}, "b": {"ns/op": 100}}
	all := rounds{slow, {"a": {"ns/op": 30}, "b": {"ns/op": 10}}, {"a": {"ns/op": 33}, "b": {"ns/op": 11}}, fast}
	if v, ok := all.medianOf(ratio("a", "b", "ns/op")); !ok || v != 3 {
		t.Errorf("ratio %v, %v", v, ok)
	}
	if v, ok := all.median("b", "ns/op"); !ok || v != 11 {
		t.Errorf("median %v, %v", v, ok)
	}
	if _, ok := all.medianOf(ratio("a", "none", "ns/op")); ok {
		t.Error("a ratio to what was not measured")
	}
}

func TestTable(t *testing.T) {
	one, err := parseReadings(printed)
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	other := readings{"BenchmarkMutex/timed-bound": {"ns/op": 32}, "BenchmarkMutex/limit": {"ns/op": 20}}
	writeLimits(&b, rounds{one, one, other}, "1s")
	for _, want := range []string{
		"| `Mutex/timed-bound` | 37.7 ns | 29.0 ns (`limit`) | 1.30 (1.30 to 1.60) | at most 1.25, missed | 1 |\n",
		"| `Stage/timed` | - | - (`limit`) | - | at most 3, not measured | - |\n",
		"| `Memory/counted` | 15.5 ns | 5.0 ns (`plain`) | 10.5 ns more (10.5 to 10.5) | at most 12 ns more | 0 |\n",
		"| `Memory/disabled` | 6.5 ns | 5.0 ns (`plain`) | 1.5 ns more (1.5 to 1.5) | at most 1 ns more, missed | 0 |\n",
		"instruments used by each | 60.0 ms | | | at most 100 ms |",
		"| 99 MiB | | | at most 150 MiB | |\n",
	} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("no %q in\n%s", want, b.String())
		}
	}
}
