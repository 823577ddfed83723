package inspection

import "github.com/parquet-go/parquet-go/format"

// header is the header of a page.
type header struct {
	kind             format.PageType
	size, compressed int64 // in bytes, as they are and in the file
	values, nulls    int64
	encoding         format.Encoding

	// Of a page of version 2: the lengths of its levels, in bytes, and whether its values
	// are compressed.
	repetition, definition int64
	isCompressed           bool
}

// mostHeader bounds the header of a page, in bytes. It may have the least and the greatest
// value of the page, which may be texts.
const mostHeader = 16 << 20

// readHeader reads the header of the next page.
func readHeader(w *window) (header, error) {
	for n := int64(256); ; n *= 8 {
		b, err := w.peek(int(min(n, w.left(), mostHeader)))
		if err != nil {
			return header{}, err
		}
		c := cursor{b: b}
		h := parseHeader(&c)
		if !c.failed() {
			_, err = w.take(c.at)
			return h, err
		}
		if c.broken || n >= w.left() || n >= mostHeader {
			return header{}, damagedf("the header of a page")
		}
	}
}

func parseHeader(c *cursor) header {
	h := header{kind: -1, isCompressed: true}
	into := func(k kind, v *int64) (ok bool) {
		*v, ok = c.int(k)
		return ok
	}
	c.fields(func(id int64, k kind) bool {
		var n int64
		switch id {
		case 1:
			ok := into(k, &n)
			h.kind = format.PageType(n) //nolint:gosec // another kind than one of the four is none
			return ok
		case 2:
			return into(k, &h.size)
		case 3:
			return into(k, &h.compressed)
		case 5, 7, 8:
			if k != kindStruct {
				return false
			}
			v2 := id == 8
			c.fields(func(id int64, k kind) bool {
				switch {
				case id == 1:
					return into(k, &h.values)
				case id == 2 && v2:
					return into(k, &h.nulls)
				case id == 2 && !v2 || id == 4 && v2:
					ok := into(k, &n)
					h.encoding = format.Encoding(n) //nolint:gosec // another encoding than a known one is none
					return ok
				case id == 5 && v2:
					return into(k, &h.definition)
				case id == 6 && v2:
					return into(k, &h.repetition)
				case id == 7 && v2:
					h.isCompressed = k != kindFalse
				}
				return false
			})
			return true
		}
		return false
	})
	return h
}
