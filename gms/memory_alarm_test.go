package gms_test

import (
	"testing"

	"github.com/dolthub/go-mysql-server/memory"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/gms"
)

// SET GLOBAL profiling_memory_watch has somebody told of who pushes a class past
// its mark, once per crossing; what is no good is refused and changes nothing.
func TestMemoryWatch(t *testing.T) {
	crossings := make(chan perfschema.MemoryCrossing, 10)
	o := gms.Options{OnMemoryCrossing: func(c perfschema.MemoryCrossing) { crossings <- c }}
	s := startServerOptions(t, perfschema.Config{}, o, memory.NewDatabase("shop"), &wideDatabase{memory.NewDatabase("made"), 5000, nil})
	c := s.connect(t, "root", "shop")
	id := s.thread(t, c).ID()

	value := func() string { return rows(t, c, "SELECT @@GLOBAL.profiling_memory_watch")[0][0] }
	if v := value(); v != "" {
		t.Errorf("at start %q", v)
	}
	watch := "memory/sql/Filesort_buffer::sort_keys:256K,memory/sql/hash_op:1G"
	mustExec(t, c, "SET GLOBAL profiling_memory_watch = '"+watch+"'")
	for _, test := range []struct {
		value  string
		number uint16
	}{
		{"'nonsense'", 1231}, {"'memory/sql/hash_op:0'", 1231}, {"'memory/sql/hash_op:64X'", 1231}, {"'memory/sql/none:64M'", 1231},
		{"'memory/performance_schema/threads:64M'", 1231}, {"NULL", 1231}, {"7", 1232},
	} {
		number, state, message := errorOf(t, c, "SET GLOBAL profiling_memory_watch = "+test.value)
		t.Log(number, state, message)
		if number != test.number || state != "42000" {
			t.Errorf("%s: %d (%s) %s", test.value, number, state, message)
		}
		if v := value(); v != watch {
			t.Errorf("after %s it is %q", test.value, v)
		}
	}
	if number, _, _ := errorOf(t, c, "SET SESSION profiling_memory_watch = ''"); number != 1229 {
		t.Errorf("SET SESSION: %d", number)
	}

	sorted := "SELECT * FROM made.wide ORDER BY k"
	for range 2 {
		rows(t, c, sorted)
		got := <-crossings
		if got.Instrument != "memory/sql/Filesort_buffer::sort_keys" || got.Mark != 256<<10 || got.Bytes < got.Mark ||
			got.ThreadID != id || got.User != "root" || got.SQLText != sorted {
			t.Errorf("%+v", got)
		}
	}
	rows(t, c, "SELECT id FROM made.wide ORDER BY k LIMIT 10")
	mustExec(t, c, "SET GLOBAL profiling_memory_watch = ''")
	rows(t, c, sorted)
	if n := len(crossings); n != 0 {
		t.Errorf("%d crossings too many: %+v", n, <-crossings)
	}
}
