package resident

import (
	"bytes"
	"fmt"
	"strconv"
)

// mapping is an entry of /proc/self/smaps, in bytes.
type mapping struct {
	start, end uint64
	// perms is as "rw-p".
	perms string
	file  bool // of a file or of shared memory
	name  string

	rss, lazy, huge, swap int64
}

func (m *mapping) size() int64 { return int64(m.end - m.start) }

// parseSmaps reads entries. Each begins with a line of addresses and goes on
// with lines of a name, a colon and kilobytes; names it does not know, and what
// is new in a kernel to come, it passes over.
func parseSmaps(text []byte) ([]mapping, error) {
	var out []mapping
	for len(text) > 0 {
		line := text
		if i := bytes.IndexByte(text, '\n'); i >= 0 {
			line, text = text[:i], text[i+1:]
		} else {
			text = nil
		}
		word, rest, _ := bytes.Cut(line, []byte(" "))
		if name, isField := bytes.CutSuffix(word, []byte(":")); isField {
			if len(out) == 0 {
				return nil, fmt.Errorf("smaps begins with %q", line)
			}
			out[len(out)-1].set(name, rest)
			continue
		}
		m, err := parseHeading(line)
		if err != nil {
			return nil, err
		}
		out = append(out, m)
	}
	return out, nil
}

// parseHeading reads "start-end perms offset device inode name".
func parseHeading(line []byte) (m mapping, err error) {
	var field [5][]byte
	rest := line
	for i := range field {
		rest = bytes.TrimLeft(rest, " ")
		field[i], rest, _ = bytes.Cut(rest, []byte(" "))
	}
	from, to, ok := bytes.Cut(field[0], []byte("-"))
	if !ok || len(field[1]) != 4 || len(field[4]) == 0 {
		return m, fmt.Errorf("smaps has a line %q", line)
	}
	if m.start, err = strconv.ParseUint(string(from), 16, 64); err == nil {
		m.end, err = strconv.ParseUint(string(to), 16, 64)
	}
	if err != nil {
		return m, fmt.Errorf("smaps has a line %q: %w", line, err)
	}
	m.perms = string(field[1])
	m.file = !(len(field[4]) == 1 && field[4][0] == '0')
	m.name = string(bytes.TrimLeft(rest, " "))
	return m, nil
}

func (m *mapping) set(field, value []byte) {
	var to *int64
	switch string(field) {
	case "Rss":
		to = &m.rss
	case "LazyFree":
		to = &m.lazy
	case "AnonHugePages":
		to = &m.huge
	case "Swap":
		to = &m.swap
	default:
		return
	}
	value = bytes.TrimSpace(bytes.TrimSuffix(bytes.TrimSpace(value), []byte("kB")))
	if n, err := strconv.ParseInt(string(value), 10, 64); err == nil {
		*to = n << 10
	}
}
