package export

import (
	"bytes"
	"io"
	"runtime"
	"testing"
)

// Whatever a CSV file holds, reading it ends, with profiles or with an error;
// what is read is written and read again as the same.
func FuzzReadCSV(f *testing.F) {
	t := &testing.T{}
	f.Add(write(t, NewWriter, CSV, Described(), profiles(t)))
	f.Add(write(t, NewWriter, CSV, Published(), profiles(t)[1:]))
	f.Add([]byte("createdTime,durationTotal,WEIGHT\n2018-03-02 14:44:02,1,9223372036854775807\n"))
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

// Whatever a Parquet file holds, reading it ends, with profiles or with an error, and takes
// no more memory than the file accounts for.
func FuzzReadParquet(f *testing.F) {
	t := &testing.T{}
	f.Add(write(t, NewWriter, Parquet, Described(), profiles(t)), uint(0), []byte{})
	f.Add(write(t, NewWriter, Parquet, Described().WithWeight(), profiles(t)), uint(40), []byte{0xfe, 0xff})
	f.Add(write(t, NewWriter, Parquet, Published(), profiles(t)[1:]), uint(500), []byte{0xff, 0xff, 0xff, 0x7f})
	f.Add(write(t, NewWriter, Parquet, Described(), profiles(t)), uint(40), []byte{0xfe, 0xff, 0xff, 0xff, 0x0f})
	f.Fuzz(func(t *testing.T, file []byte, at uint, damage []byte) {
		if len(file) > 256<<10 {
			return
		}
		if len(file) > 0 {
			file = bytes.Clone(file)
			copy(file[at%uint(len(file)):], damage)
		}
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		if s, err := newParquetSource(bytes.NewReader(file), int64(len(file)), io.NopCloser(bytes.NewReader(nil))); err == nil {
			for p := NewProfile(); s.Next(p) == nil; {
			}
			_ = s.Close()
		}
		runtime.ReadMemStats(&after)
		if n := after.TotalAlloc - before.TotalAlloc; n > 96<<20+2000*uint64(len(file)) {
			t.Errorf("%d bytes were allocated for a file of %d", n, len(file))
		}
	})
}
