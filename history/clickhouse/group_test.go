package clickhouse

import (
	"encoding/binary"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/perfschema/perfschema/view"
)

// answering is a table of a ClickHouse that answers so, and a read of it.
func answering(t *testing.T, answer http.HandlerFunc) func(r view.Reader) (rows []view.Row, failed error) {
	t.Helper()
	server := httptest.NewServer(answer)
	t.Cleanup(server.Close)
	dsn, err := ParseDSN(server.URL + "/f")
	if err != nil {
		t.Fatal(err)
	}
	c := NewClient(dsn.WithPassword("pw-4711"))
	t.Cleanup(c.Close)
	x := lookup(t, "events_statements_summary_by_digest")
	return func(r view.Reader) (rows []view.Row, failed error) {
		cursor := x.open(c, r, func(err error) error { return err })
		for {
			row, ok := cursor.Next()
			if !ok {
				break
			}
			rows = append(rows, row)
		}
		return rows, cursor.Close()
	}
}

// A ClickHouse that ends amid an answer is an error wherever it does: groups that are few
// for that are never taken for all there are.
func TestGroupsThatEndAmid(t *testing.T) {
	x := lookup(t, "events_statements_summary_by_digest")
	g := &view.Grouping{Keys: []int{x.place("DIGEST"), x.place("WINDOW_START")}, Figures: []view.Figure{
		{Column: -1}, {Kind: view.SumFigure, Column: x.place("COUNT_STAR")}, {Kind: view.GreatestFigure, Column: x.place("LAST_SEEN")},
	}}
	var whole []byte
	little := binary.LittleEndian
	for range 3 {
		whole = little.AppendUint64(whole, 5)             // rows
		whole = append(append(whole, 3), "abc"...)        // DIGEST
		whole = little.AppendUint32(whole, 1_700_000_000) // WINDOW_START
		whole = little.AppendUint32(whole, 7)             // and its microseconds
		whole = little.AppendUint64(whole, 5)             // COUNT(*)
		for _, n := range []uint64{2, 1, 9} {             // how many, and the halves of the sum
			whole = little.AppendUint64(whole, n)
		}
		whole = little.AppendUint64(append(whole, 0), 1_700_000_000_000_001) // LAST_SEEN
	}
	var length atomic.Int64 // of what is sent
	read := answering(t, func(w http.ResponseWriter, _ *http.Request) {
		sent := int(length.Load())
		_, _ = w.Write(whole[:sent])
		w.(http.Flusher).Flush()
		if sent < len(whole) {
			panic(http.ErrAbortHandler)
		}
	})
	for sent := range whole {
		length.Store(int64(sent))
		if rows, err := read(view.Reader{Grouping: g}); err == nil || len(rows) > sent*3/len(whole) || strings.Contains(err.Error(), "SELECT") {
			t.Fatalf("after %d bytes: %v, %v", sent, rows, err)
		}
	}
	length.Store(int64(len(whole)))
	rows, err := read(view.Reader{Grouping: g})
	if err != nil || len(rows) != 3 || rows[2][3] != "4294967305" || rows[2][2] != uint64(5) {
		t.Errorf("%v, %v", rows, err)
	}
}

// What is no answer is an error or rows, and ends: of noise, of pages of others, of one
// that leads elsewhere and would have the password told there.
func TestReadsOfNonsense(t *testing.T) {
	r := rand.New(rand.NewPCG(19, 4))
	x := lookup(t, "events_statements_summary_by_digest")
	readers := []view.Reader{{}, {Columns: []int{}}, {Columns: []int{x.place("DIGEST_TEXT")}},
		{Grouping: &view.Grouping{}}, {Grouping: &view.Grouping{Keys: []int{x.place("DIGEST_TEXT")}, Figures: []view.Figure{{Kind: view.SumFigure, Column: x.place("COUNT_STAR")}}}}}
	var elsewhere atomic.Int64
	other := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { elsewhere.Add(1) }))
	defer other.Close()
	var answer atomic.Value // func(w http.ResponseWriter)
	read := answering(t, func(w http.ResponseWriter, _ *http.Request) { answer.Load().(func(http.ResponseWriter))(w) })
	for _, reader := range readers {
		for range 50 {
			noise := make([]byte, r.IntN(300))
			for i := range noise {
				noise[i] = byte(r.IntN(256) >> r.IntN(8)) //nolint:gosec // a byte
			}
			if reader.Columns != nil && len(reader.Columns) == 0 && len(noise) >= 8 {
				copy(noise, "\x05\x00\x00\x00\x00\x00\x00\x00") // a count: any is one
			}
			answer.Store(func(w http.ResponseWriter) { _, _ = w.Write(noise) })
			_, _ = read(reader)
		}
		for status, want := range map[int]string{http.StatusFound: "302", http.StatusInternalServerError: "Code: 60", http.StatusUnauthorized: "401"} {
			answer.Store(func(w http.ResponseWriter) {
				w.Header().Set("Location", other.URL)
				w.WriteHeader(status)
				_, _ = w.Write([]byte("Code: 60, pw-4711"))
			})
			if rows, err := read(reader); err == nil || len(rows) > 0 || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "pw-4711") {
				t.Errorf("%d: %v, %v", status, rows, err)
			}
		}
	}
	if n := elsewhere.Load(); n > 0 {
		t.Errorf("%d questions went where it was led", n)
	}
}
