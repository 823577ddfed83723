package account

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
)

// decodeJSON reads one value, with numbers as they are written.
func decodeJSON(text string, into any) error {
	d := json.NewDecoder(strings.NewReader(text))
	d.UseNumber()
	if err := d.Decode(into); err != nil {
		return err //nolint:wrapcheck // whose text it is the caller knows
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return errors.New("more than one value")
	}
	return nil
}

// writeJSON writes a value as MySQL shows it: spaces behind commas and colons, the keys of
// an object by their lengths.
func writeJSON(v any) string {
	var b strings.Builder
	appendJSON(&b, v)
	return b.String()
}

func appendJSON(b *strings.Builder, v any) {
	switch v := v.(type) {
	case map[string]any:
		b.WriteByte('{')
		for i, key := range slices.SortedFunc(maps.Keys(v), func(x, y string) int {
			return cmp.Or(cmp.Compare(len(x), len(y)), strings.Compare(x, y))
		}) {
			if i > 0 {
				b.WriteString(", ")
			}
			appendJSON(b, key)
			b.WriteString(": ")
			appendJSON(b, v[key])
		}
		b.WriteByte('}')
	case []any:
		b.WriteByte('[')
		for i, e := range v {
			if i > 0 {
				b.WriteString(", ")
			}
			appendJSON(b, e)
		}
		b.WriteByte(']')
	case json.Number:
		b.WriteString(v.String())
	case string:
		var text bytes.Buffer
		e := json.NewEncoder(&text)
		e.SetEscapeHTML(false)
		_ = e.Encode(v) // a text can be written
		b.Write(bytes.TrimSuffix(text.Bytes(), []byte("\n")))
	case nil:
		b.WriteString("null")
	default:
		fmt.Fprint(b, v)
	}
}

// mergeJSON changes an object by another: what is null there is taken away.
func mergeJSON(into, by map[string]any) map[string]any {
	merged := maps.Clone(into)
	if merged == nil {
		merged = make(map[string]any)
	}
	for key, v := range by {
		switch v := v.(type) {
		case nil:
			delete(merged, key)
		case map[string]any:
			before, _ := merged[key].(map[string]any)
			merged[key] = mergeJSON(before, v)
		default:
			merged[key] = v
		}
	}
	return merged
}
