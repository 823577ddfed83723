package sampler

import (
	"encoding/csv"
	"fmt"
	"io"
	"strconv"
	"time"
)

// How the Snowset's CSV files spell what is missing, and a timestamp, which is in
// UTC: as in 2018-03-02 14:44:02.768000+00:00.
const (
	CSVMissing = `\N`
	CSVTime    = "2006-01-02 15:04:05.000000-07:00"
)

// CSV writes profiles as the Snowset's main file has them: the 92 columns in
// their order, \N for what is missing.
type CSV struct {
	w      *csv.Writer
	known  *Known
	fields []string
}

// NewCSV makes a CSV that writes to w; it is buffered until Flush. k is
// [Profiler.Known]'s.
func NewCSV(w io.Writer, k *Known) *CSV {
	return &CSV{csv.NewWriter(w), k, make([]string, len(allColumns))}
}

// WriteHeader writes the names of the columns.
func (c *CSV) WriteHeader() error {
	for i := range allColumns {
		c.fields[i] = allColumns[i].Name
	}
	return c.write()
}

// Write writes one profile.
func (c *CSV) Write(p *Profile) error {
	for i, v := range Row(p, c.known) {
		c.fields[i] = csvField(v)
	}
	return c.write()
}

func (c *CSV) write() error {
	if err := c.w.Write(c.fields); err != nil {
		return fmt.Errorf("writing profiles as CSV: %w", err)
	}
	return nil
}

// Flush writes what is buffered and returns the first error there was.
func (c *CSV) Flush() error {
	c.w.Flush()
	if err := c.w.Error(); err != nil {
		return fmt.Errorf("writing profiles as CSV: %w", err)
	}
	return nil
}

func csvField(v any) string {
	switch v := v.(type) {
	case int64:
		return strconv.FormatInt(v, 10)
	case int32:
		return strconv.FormatInt(int64(v), 10)
	case string:
		return v
	case time.Time:
		return v.UTC().Format(CSVTime)
	}
	return CSVMissing
}
