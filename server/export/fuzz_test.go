package export

import (
	"bytes"
	"io"
	"testing"
)

// Whatever a CSV file holds, reading it ends, with profiles or with an error;
// what is read is written and read again as the same.
func FuzzReadCSV(f *testing.F) {
	t := &testing.T{}
	f.Add(write(t, NewWriter, CSV, Described(), profiles(t)))
	f.Add(write(t, NewWriter, CSV, Published(), profiles(t)[1:]))
	f.Add([]byte("createdTime,durationTotal,databaseId\n2018-03-02 14:44:02,\\N,\"a,\"\"b\"\n"))
	f.Fuzz(func(t *testing.T, file []byte) {
		s, err := newCSVSource(bytes.NewReader(file))
		if err != nil {
			return
		}
		p := NewProfile()
		for range 100 {
			if err := s.Next(p); err != nil {
				return
			}
			p.Span()
			var b bytes.Buffer
			w, err := NewWriter(&b, CSV, Described())
			if err != nil {
				t.Fatal(err)
			}
			if w.Write(p) != nil {
				continue // a number too large for its column
			}
			if err := w.Close(); err != nil {
				t.Fatal(err)
			}
			again, err := newCSVSource(&b)
			if err != nil {
				t.Fatal(err)
			}
			q := NewProfile()
			if err := again.Next(q); err != nil {
				t.Fatalf("%v, reading %q", err, b.String())
			}
		}
	})
}

// A Parquet file that is not whole is an error, wherever it ends.
func TestParquetCut(t *testing.T) {
	whole := write(t, NewWriter, Parquet, Described(), profiles(t))
	for n := 4; n < len(whole); n += 97 {
		if _, err := newParquetSource(bytes.NewReader(whole[:n]), int64(n), io.NopCloser(bytes.NewReader(nil))); err == nil {
			t.Errorf("%d of %d bytes were read", n, len(whole))
		}
	}
}
