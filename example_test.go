package perfschema_test

import (
	"fmt"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/record"
)

// A program that is no SQL server records its own kinds of statements.
func Example() {
	ps, err := perfschema.New(perfschema.Config{})
	if err != nil {
		panic(err)
	}
	lookup := ps.RegisterStatement("app", perfschema.Info{Name: "lookup"})

	t := ps.NewThread(0, perfschema.ThreadOptions{User: "joe", Host: "localhost"})
	st := t.BeginStatement(lookup)
	st.SetCounters(perfschema.StatementCounters{RowsSent: 2})
	st.End()
	t.End()

	for account, stats := range ps.Read().StatementSummary(record.ByAccount, 0).All() {
		s := stats[lookup-1]
		fmt.Println(account.User, s.Timer.Count, s.Counters.RowsSent)
	}
	// Output: joe 1 2
}
