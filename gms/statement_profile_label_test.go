package gms_test

import (
	"bytes"
	"fmt"
	"runtime/pprof"
	"strings"
	"testing"

	"github.com/perfschema/perfschema"
)

// TestLongStatementsAreLabelled has Go's profiles say which statement the goroutines of a
// long one belong to, of text and prepared, and nothing when it is over.
func TestLongStatementsAreLabelled(t *testing.T) {
	s := startServer(t, perfschema.Config{})
	c, other := s.connect(t, "root", "shop"), s.connect(t, "root", "shop")
	var digest string
	labelled := func() bool {
		var profile bytes.Buffer
		if err := pprof.Lookup("goroutine").WriteTo(&profile, 1); err != nil {
			t.Fatal(err)
		}
		return strings.Contains(profile.String(), "\"statement\":\""+digest+"\"")
	}
	var id string
	if err := c.QueryRowContext(t.Context(), "SELECT CONNECTION_ID()").Scan(&id); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]any{nil, {1000}} {
		query := "SELECT SLEEP(1000)"
		digest = "SELECT `SLEEP` (?)"
		if args != nil {
			query, digest = "SELECT SLEEP(?)", "EXECUTE "+digest
		}
		// From now on the digest is a long one.
		if _, err := c.ExecContext(t.Context(), strings.Replace(query, "1000", "0.011", 1), []any{0.011}[:len(args)]...); err != nil {
			t.Fatal(err)
		}
		ended := make(chan error, 1)
		go func() {
			_, err := c.ExecContext(t.Context(), query, args...)
			ended <- err
		}()
		await(t, "labels of "+query, func() bool {
			state := rows(t, other, "SELECT STATE FROM information_schema.PROCESSLIST WHERE ID = "+id)
			return fmt.Sprint(state) == "[[User sleep]]" && labelled()
		})
		mustExec(t, other, "KILL QUERY "+id)
		<-ended
		await(t, "an end of the labels", func() bool { return !labelled() })
	}
}
