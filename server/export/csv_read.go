package export

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/perfschema/perfschema/sampler"
)

// csvSource reads a main file in CSV. Columns are found by their names; those it
// does not know are passed over.
type csvSource struct {
	r      *csv.Reader
	fields []Field // of each column; -1 is none
	digest int     // the column of digests, -1 where there is none
	weight int     // that of weights
	has    map[Field]bool
}

// digestColumn and weightColumn may stand in a file that is not the Snowset's.
const (
	digestColumn = "DIGEST"
	weightColumn = "WEIGHT"
)

func newCSVSource(r io.Reader) (*csvSource, error) {
	s := &csvSource{r: csv.NewReader(r), has: map[Field]bool{}, digest: -1, weight: -1}
	s.r.ReuseRecord = true
	names, err := s.r.Read()
	if errors.Is(err, io.EOF) {
		return nil, errors.New("the file is empty")
	}
	if err != nil {
		return nil, err
	}
	for i, name := range names {
		name = strings.TrimPrefix(name, "\ufeff")
		f, ok := FieldOf(name)
		if !ok {
			f = -1
		}
		if name == digestColumn {
			s.digest = i
		}
		if name == weightColumn {
			s.weight = i
		}
		if ok {
			s.has[f] = true
		}
		s.fields = append(s.fields, f)
	}
	if !s.has[createdTime] && !s.has[durationTotal] {
		return nil, errors.New("the first line names no column of a query's profile, such as createdTime or durationTotal")
	}
	return s, nil
}

func (s *csvSource) Has(f Field) bool { return s.has[f] }
func (s *csvSource) Close() error     { return nil }

func (s *csvSource) Next(p *Profile) error {
	values, err := s.r.Read()
	if err != nil {
		return err
	}
	p.Clear()
	for i, v := range values {
		f := s.fields[i]
		if i == s.digest && v != sampler.CSVMissing {
			p.Digest = strings.Clone(v)
		}
		of := Int64
		if f >= 0 {
			of = f.Type()
		}
		if f < 0 && i != s.weight || missing(v) {
			continue
		}
		c, err := parseCell(v, of)
		switch {
		case err != nil && f < 0:
			err = fmt.Errorf("%s: %w", weightColumn, err)
		case err != nil:
			err = fmt.Errorf("%s: %w", f, err)
		case f < 0:
			p.Weight = c.number
		default:
			p.cells[f] = c
		}
		if err != nil {
			line, _ := s.r.FieldPos(i)
			return fmt.Errorf("line %d: %w", line, err)
		}
	}
	return nil
}

// missing knows how the Snowset and the tools that rewrite it spell NULL.
func missing(v string) bool {
	switch v {
	case sampler.CSVMissing, "", "NULL", "NaN", "nan", "NaT":
		return true
	}
	return false
}

func parseCell(v string, t Type) (cell, error) {
	switch t {
	case String:
		return cell{known: true, text: strings.Clone(v)}, nil
	case Timestamp, Second:
		at, err := ParseTime(v)
		return cell{known: true, number: at.UnixMicro()}, err
	}
	n, err := strconv.ParseInt(v, 10, 64)
	if err == nil {
		return cell{known: true, number: n}, nil
	}
	// Tools that have no integers with missing values write 12.0 for 12.
	if f, ferr := strconv.ParseFloat(v, 64); ferr == nil && f == math.Trunc(f) && math.Abs(f) < 1<<62 {
		return cell{known: true, number: int64(f)}, nil
	}
	return cell{}, fmt.Errorf("%q is not a whole number", v)
}

// ParseTime reads a timestamp, in UTC where it names no zone.
func ParseTime(v string) (time.Time, error) {
	v = strings.TrimSuffix(v, " UTC")
	for _, layout := range []string{"2006-01-02 15:04:05Z07:00", "2006-01-02 15:04:05", time.RFC3339, "2006-01-02T15:04:05", time.DateOnly} {
		if t, err := time.Parse(layout, v); err == nil {
			return t.UTC(), nil
		}
	}
	return time.Time{}, fmt.Errorf("%q is not a time such as 2018-03-02 14:44:02.768", v)
}
