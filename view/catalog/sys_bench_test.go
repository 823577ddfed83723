package catalog

import (
	"fmt"
	"testing"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/view"
)

// BenchmarkSys reads all rows of each view of sys, of a server with 5,000 normalized
// statements and 200 connections.
func BenchmarkSys(b *testing.B) {
	schema, err := perfschema.New(perfschema.Config{})
	if err != nil {
		b.Fatal(err)
	}
	connection := schema.RegisterThread("sql", perfschema.Info{Name: "one_connection", Flags: perfschema.FlagUser})
	statement := schema.RegisterStatement("sql", perfschema.Info{Name: "select"})
	for i := range 200 {
		t := schema.NewThread(connection, perfschema.ThreadOptions{ProcesslistID: uint64(i + 1), User: fmt.Sprintf("u%d", i%20), Host: fmt.Sprintf("h%d", i%10)})
		for j := range 25 {
			s := t.BeginStatement(statement)
			s.SetText(fmt.Sprintf("SELECT c%d FROM t%d WHERE id = 1", j, i))
			s.ComputeDigest()
			s.End()
		}
	}
	for _, table := range SysTables() {
		b.Run(table.Name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				for range table.Rows(view.Reader{Schema: schema}) { //nolint:revive // to read is all
				}
			}
		})
	}
}
