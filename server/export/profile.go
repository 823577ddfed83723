package export

import (
	"fmt"
	"math"
	"time"

	"github.com/perfschema/perfschema/sampler"
)

// Type is what a column holds.
type Type uint8

// The types. Each may be missing in any row.
const (
	Int64 Type = iota
	Int32
	String
	Timestamp // in UTC, to the microsecond
	Second    // a Timestamp that is a whole second
)

// Field is one of the 92 columns of a profile, by its place in
// [sampler.Columns]. The zero Field is queryId.
type Field int

// aliases are names in the published files of columns that the Snowset's
// description calls otherwise.
var aliases = map[string]string{
	"ioRemoteExternalReadBytes":    "readBytesRemoteExternal",
	"ioRemoteExternalReadRequests": "readRequestsRemoteExternal",
}

var fieldNames, fieldTypes = fieldList()

var fieldOf = fieldIndex()

func fieldList() (names []string, types []Type) {
	for _, c := range sampler.Columns() {
		t := Int64
		switch c.Type {
		case "int32":
			t = Int32
		case "string":
			t = String
		case "UTC Timestamp":
			t = Timestamp
		}
		names, types = append(names, c.Name), append(types, t)
	}
	return names, types
}

func fieldIndex() map[string]Field {
	index := map[string]Field{}
	for i, name := range fieldNames {
		index[name] = Field(i)
	}
	for published, described := range aliases {
		index[published] = index[described]
	}
	return index
}

// FieldOf finds a column by its name, in the Snowset's description or in its
// published files.
func FieldOf(name string) (Field, bool) {
	f, ok := fieldOf[name]
	return f, ok
}

// mustField is FieldOf for names that are there.
func mustField(name string) Field {
	f, ok := fieldOf[name]
	if !ok {
		panic("export: no column " + name)
	}
	return f
}

// Fields lists the 92.
func Fields() []Field {
	out := make([]Field, len(fieldNames))
	for i := range out {
		out[i] = Field(i)
	}
	return out
}

func (f Field) String() string { return fieldNames[f] }

// Type is what the column holds.
func (f Field) Type() Type { return fieldTypes[f] }

// cell is one value of a row. A timestamp is in microseconds since 1970.
type cell struct {
	known  bool
	number int64
	text   string
}

// Profile is one row of profiling.query_profiles: where the time of one
// statement went. A new one knows nothing. It is for one goroutine at a time.
type Profile struct {
	cells []cell
	// Digest is of the statement's normalized text, empty where the source has
	// none: the Snowset's files have none.
	Digest string
	// Weight is how many statements the profile stands for: more than 1 where the
	// server left short ones out. 0 is as 1, and what a source without weights gives.
	Weight int64
}

// mostWeight bounds weights that are read: a sum of them for each profile of a file fits
// into an int64.
const mostWeight = math.MaxInt32

// Count returns how many statements the profile stands for, 1 or more.
func (p *Profile) Count() int64 { return min(max(p.Weight, 1), mostWeight) }

// NewProfile makes a Profile of which nothing is known.
func NewProfile() *Profile { return &Profile{cells: make([]cell, len(fieldNames))} }

// Clear forgets all values.
func (p *Profile) Clear() {
	clear(p.cells)
	p.Digest, p.Weight = "", 0
}

// Int is the value of a number, and whether it is known.
func (p *Profile) Int(f Field) (int64, bool) { return p.cells[f].number, p.cells[f].known }

// Text is the value of a string, and whether it is known.
func (p *Profile) Text(f Field) (string, bool) { return p.cells[f].text, p.cells[f].known }

// Time is the value of a timestamp, and whether it is known.
func (p *Profile) Time(f Field) (time.Time, bool) {
	return time.UnixMicro(p.cells[f].number).UTC(), p.cells[f].known
}

// Set sets the value of a column: an int, int64 or int32, a string or a
// time.Time, as the column's Type says, or nil for what is not known.
func (p *Profile) Set(f Field, value any) error {
	c := cell{known: value != nil}
	fits := true
	switch v := value.(type) {
	case nil:
	case int:
		c.number, fits = int64(v), f.Type() <= Int32
	case int64:
		c.number, fits = v, f.Type() <= Int32
	case int32:
		c.number, fits = int64(v), f.Type() <= Int32
	case string:
		c.text, fits = v, f.Type() == String
	case time.Time:
		c.number, fits = v.UnixMicro(), f.Type() == Timestamp
	default:
		fits = false
	}
	if !fits {
		return fmt.Errorf("column %s cannot hold a %T", f, value)
	}
	p.cells[f] = c
	return nil
}
