package export

import (
	"encoding/csv"
	"fmt"
	"io"
	"strconv"
	"time"

	"github.com/perfschema/perfschema/sampler"
)

// secondTime is how the auxiliary file spells a second.
const secondTime = "2006-01-02 15:04:05-07:00"

// csvTable writes comma-separated values below a line of names.
type csvTable struct {
	w       *csv.Writer
	columns []Column
	fields  []string
}

func newCSVTable(w io.Writer, columns []Column) (*csvTable, error) {
	t := &csvTable{csv.NewWriter(w), columns, make([]string, len(columns))}
	for i, c := range columns {
		t.fields[i] = c.Name
	}
	return t, t.w.Write(t.fields)
}

func (t *csvTable) write(row []cell) error {
	for i, c := range row {
		t.fields[i] = csvField(c, t.columns[i].Type)
	}
	return t.w.Write(t.fields)
}

func csvField(c cell, t Type) string {
	switch {
	case !c.known:
		return sampler.CSVMissing
	case t == String:
		return c.text
	case t == Timestamp:
		return time.UnixMicro(c.number).UTC().Format(sampler.CSVTime)
	case t == Second:
		return time.UnixMicro(c.number).UTC().Format(secondTime)
	}
	return strconv.FormatInt(c.number, 10)
}

func (t *csvTable) close() error {
	t.w.Flush()
	if err := t.w.Error(); err != nil {
		return fmt.Errorf("writing CSV: %w", err)
	}
	return nil
}
