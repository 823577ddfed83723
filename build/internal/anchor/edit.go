package anchor

import (
	"errors"
	"fmt"
	"slices"
	"strings"
)

// A Place says where an edit's text goes.
type Place int

const (
	Before Place = iota // before the statement, on its first line
	Behind              // behind the statement, on its last line
	End                 // before the closing brace of the declaration; At is empty
	Rename              // in the place of the function's name; At is empty
)

// An Edit inserts text at an anchor, or renames a function. The text has no line break, so that line numbers stay.
type Edit struct {
	Name  string   // the anchor, as errors name it
	File  string   // below GOROOT, with slashes
	Decl  string   // a function: gopark, (*Mutex).lockSlow; or a struct type: g
	At    string   // the statement, spaces and comments apart
	Where Place    // of the text
	Text  string   // a statement, a field, or a name
	Known []string // fingerprints of the declaration that the edit was written for
}

// ErrChanged is what the errors of anchors that do not fit the source are: an UnknownError, a
// NotFoundError.
var ErrChanged = errors.New("the source has changed")

// An UnknownError says that a declaration is not one that the edit was written for.
type UnknownError struct {
	Anchor, File, Decl, Fingerprint string
}

func (e *UnknownError) Error() string {
	return fmt.Sprintf("anchor %s: the body of %s in %s is unknown (fingerprint %s)", e.Anchor, e.Decl, e.File, e.Fingerprint)
}

// A NotFoundError says that a declaration or statement was not found exactly once.
type NotFoundError struct {
	Anchor, File, What string
	Found              int
}

func (e *NotFoundError) Error() string {
	return fmt.Sprintf("anchor %s: %s was found %d times in %s, not once", e.Anchor, e.What, e.Found, e.File)
}

// Apply returns the source of one file with all edits made. It makes all of them or none, and
// parses the source once.
func Apply(source []byte, edits []Edit) ([]byte, error) {
	if len(edits) == 0 {
		return source, nil
	}
	f, err := parse(source, edits[0])
	if err != nil {
		return nil, err
	}
	type insertion struct {
		offset, end int // what stands there goes
		text        string
	}
	var all []insertion
	for _, e := range edits {
		if strings.Contains(e.Text, "\n") {
			return nil, fmt.Errorf("anchor %s: the text has a line break", e.Name)
		}
		d, err := f.find(e)
		if err != nil {
			return nil, err
		}
		if found := fingerprint(d.text(source)); !slices.Contains(e.Known, found) {
			return nil, &UnknownError{e.Name, e.File, e.Decl, found}
		}
		if e.Where == End {
			all = append(all, insertion{d.end - 1, d.end - 1, " " + e.Text + " "})
			continue
		}
		if e.Where == Rename {
			all = append(all, insertion{d.name, d.nameEnd, e.Text})
			continue
		}
		from, to, err := d.statement(source, e)
		if err != nil {
			return nil, err
		}
		if e.Where == Before {
			all = append(all, insertion{from, from, e.Text + "; "})
		} else {
			all = append(all, insertion{to, to, "; " + e.Text})
		}
	}
	slices.SortStableFunc(all, func(a, b insertion) int { return a.offset - b.offset })
	var out []byte
	done := 0
	for _, i := range all {
		out = append(append(out, source[done:i.offset]...), i.text...)
		done = i.end
	}
	return append(out, source[done:]...), nil
}

func (*UnknownError) Unwrap() error { return ErrChanged }

func (*NotFoundError) Unwrap() error { return ErrChanged }
