package export

import (
	"bytes"
	"errors"
	"io"
	"runtime"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/perfschema/perfschema/internal/racetest"
)

// Whatever a record is long by, it is an error before it is kept whole.
func TestLongRecord(t *testing.T) {
	racetest.SkipAlone(t)
	for _, c := range []struct {
		name, begin, again string
		want               error
	}{
		{"a line without an end", "createdTime,", "x", errRecord},
		{"a header of commas", "createdTime,", ",", errValues},
		{"a line of commas", "createdTime\n", ",", errValues},
		{"a line of short values", "createdTime\n", "a,", errValues},
		{"a quoted value over lines", "createdTime\n\"", "x\n", errRecord},
		{"a quoted value of quotes", "createdTime\n\"", "\"\"", errRecord},
		{"a quoted value of commas", "createdTime\n\"", ",", errRecord},
		{"quoted values", "createdTime\n", "\"\n\",", errValues},
	} {
		t.Run(c.name, func(t *testing.T) {
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			s, err := newCSVFrom(io.MultiReader(strings.NewReader(c.begin), &endless{text: c.again}), io.NopCloser(nil), "f")
			if err == nil {
				err = s.Next(NewProfile())
			}
			if !errors.Is(err, c.want) {
				t.Error(err)
			}
			runtime.ReadMemStats(&after)
			if n := after.TotalAlloc - before.TotalAlloc; n > 20*mostRecord {
				t.Errorf("%d MiB were allocated", n>>20)
			}
		})
	}
}

// A record that is long enough is read, however the reader below hands it out.
func TestRecordsAsTheyCome(t *testing.T) {
	for name, text := range map[string]string{
		"lines":  strings.Repeat(strings.Repeat("x", 1<<20)+"\n", 20),
		"values": strings.Repeat(strings.Repeat("x,", mostValues-1)+"\n", 100),
		"quoted": strings.Repeat("\""+strings.Repeat("a,\n\"\"", 1<<16)+"\",\n", 60),
	} {
		for reader, r := range map[string]io.Reader{"whole": strings.NewReader(text), "in halves": iotest.HalfReader(strings.NewReader(text))} {
			if got, err := io.ReadAll(&lineReader{r: r}); err != nil || !bytes.Equal(got, []byte(text)) {
				t.Errorf("%s, %s: %d bytes, %v", name, reader, len(got), err)
			}
		}
	}
}

// endless repeats a text.
type endless struct {
	text string
	at   int
}

func (e *endless) Read(b []byte) (int, error) {
	for i := range b {
		b[i] = e.text[e.at%len(e.text)]
		e.at++
	}
	return len(b), nil
}
