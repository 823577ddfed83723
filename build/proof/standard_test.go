package main

import (
	"reflect"
	"testing"
)

func TestParseResults(t *testing.T) {
	const out = `--- FAIL: TestSizeof (0.00s)
    --- FAIL: TestSizeof/g (0.00s)
        sizeof_test.go:38: unsafe.Sizeof(g) = 480, want 456
FAIL
FAIL	runtime	61.204s
ok  	sync	1.202s
?   	internal/perfschema	[no test files]
--- FAIL: TestTimeout (600.00s)
panic: test timed out after 10m0s
	running tests:
		TestTimeout (10m0s)

goroutine 1 [running]:
FAIL	net/http	600.012s
fatal error: all goroutines are asleep - deadlock!
FAIL	time	0.010s
# database/sql
src/database/sql/perfschema.go:20:2: undefined: x
FAIL	database/sql [build failed]
FAIL
`
	want := map[string]result{
		"runtime": {failed: []string{"TestSizeof"}}, "sync": {}, "internal/perfschema": {},
		"net/http": {failed: []string{"TestTimeout"}, broken: true}, "time": {broken: true}, "database/sql": {broken: true},
	}
	if got := parseResults(out); !reflect.DeepEqual(got, want) {
		t.Errorf("the results are %v, want %v", got, want)
	}
}
