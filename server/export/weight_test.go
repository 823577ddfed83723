package export

import (
	"bytes"
	"fmt"
	"io"
	"strings"
	"testing"
)

// Weights are written behind the columns of the Snowset where they are asked for, and read
// from files that have them.
func TestWeightsInFiles(t *testing.T) {
	for _, f := range []Format{CSV, Parquet} {
		for _, l := range []Layout{Described(), Published()} {
			for _, with := range []bool{false, true} {
				layout, want := l, []int64{0, 0, 0}
				if with {
					layout, want = l.WithWeight(), []int64{1, 7, mostWeight}
				}
				if n := len(layout.Columns) - len(l.Columns); len(l.Columns) != 92 || n != 0 != with {
					t.Fatalf("%d columns, and %d more", len(l.Columns), n)
				}
				list := profiles(t)[:1]
				var written []*Profile
				for _, n := range []int64{0, 7, mostWeight} {
					p := *list[0]
					p.Weight = n
					written = append(written, &p)
				}
				file := write(t, NewWriter, f, layout, written)
				var s Source
				var err error
				if f == CSV {
					s, err = newCSVSource(bytes.NewReader(file))
				} else {
					s, err = newParquetSource(bytes.NewReader(file), int64(len(file)), io.NopCloser(nil))
				}
				if err != nil {
					t.Fatal(err)
				}
				p := NewProfile()
				for i, n := range want {
					if err := s.Next(p); err != nil || p.Weight != n {
						t.Errorf("%s, %s, with weights %v: profile %d has %d, want %d; %v", f, l.Name, with, i, p.Weight, n, err)
					}
				}
				if with && f == CSV && !strings.HasSuffix(strings.SplitN(string(file), "\n", 2)[0], ",WEIGHT") {
					t.Error("WEIGHT is not the last column")
				}
			}
		}
	}
}

// What is no weight is an error that names its line; one that is missing is one of 1.
func TestWeightsOfOthers(t *testing.T) {
	for value, want := range map[string]string{"12": "12 <nil>", "\\N": "1 <nil>", "": "1 <nil>", "-3": "1 <nil>", "9223372036854775807": fmt.Sprint(int64(mostWeight), " <nil>"), "many": "error"} {
		s, err := newCSVSource(strings.NewReader("WEIGHT,durationTotal\n" + value + ",5\n"))
		if err != nil {
			t.Fatal(err)
		}
		p := NewProfile()
		err = s.Next(p)
		got := fmt.Sprint(p.Count(), " ", err)
		if err != nil && strings.Contains(err.Error(), "line 2: WEIGHT: ") {
			got = "error"
		}
		if got != want {
			t.Errorf("%q: %s, want %s", value, got, want)
		}
	}
}
