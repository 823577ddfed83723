package pmemory_test

import (
	"fmt"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/pmemory"
	"github.com/perfschema/perfschema/record"
)

// Five lines: an instrument, memory that counts itself, and what it has in use.
func Example() {
	ps, _ := perfschema.New(perfschema.Config{})
	rows := ps.Memory(ps.RegisterMemory("app", perfschema.Info{Name: "rows", Documentation: "rows read ahead"}))
	s := pmemory.Make[byte](rows, nil, 0, 4096)
	for _, stats := range ps.Read().MemorySummary(record.Global, 0).All() {
		fmt.Println(stats[rows.Key()-1].CurrentBytes())
	}
	s.Free(nil)
	// Output: 4096
}
