package perfschema_test

import (
	"fmt"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/record"
)

func ExampleMemory() {
	ps, _ := perfschema.New(perfschema.Config{})
	thread := ps.NewThread(0, perfschema.ThreadOptions{User: "joe", Host: "localhost"})

	rows := ps.Memory(ps.RegisterMemory("app", perfschema.Info{Name: "rows", Documentation: "rows read ahead"}))
	a, b := rows.Alloc(thread, 4096), rows.Alloc(thread, 1024)
	a.Free(thread)
	for account, stats := range ps.Read().MemorySummary(record.ByAccount, 0).All() {
		m := stats[rows.Key()-1]
		fmt.Println(account.User, m.CurrentBytes(), "of", m.BytesAlloc)
	}
	b.Free(thread)
	// Output: joe 1024 of 5120
}
