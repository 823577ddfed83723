package perfschema

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
)

// ErrMemoryWatch is wrapped by the errors of [Schema.WatchMemory]: a spec that
// cannot be read, a size that is none, an instrument that cannot be watched.
var ErrMemoryWatch = errors.New("bad memory watch")

var errComputed = errors.New("its figures are computed when read: nobody is there to be named")

// memoryMark is one entry of a spec.
type memoryMark struct {
	name  string
	bytes int64
}

// parseMemoryWatch reads name:size,name:size. A name may hold colons.
func parseMemoryWatch(spec string) ([]memoryMark, error) {
	if strings.TrimSpace(spec) == "" {
		return nil, nil
	}
	var out []memoryMark
	seen := make(map[string]bool)
	for entry := range strings.SplitSeq(spec, ",") {
		entry = strings.TrimSpace(entry)
		i := strings.LastIndexByte(entry, ':')
		if i <= 0 {
			return nil, fmt.Errorf("%w %q: want instrument:size, as memory/app/cache:64M", ErrMemoryWatch, entry)
		}
		name := strings.TrimSpace(entry[:i])
		bytes, err := parseSize(strings.TrimSpace(entry[i+1:]))
		if err != nil {
			return nil, fmt.Errorf("%w %q: %w", ErrMemoryWatch, entry, err)
		}
		if seen[name] {
			return nil, fmt.Errorf("%w %q: the instrument is named twice", ErrMemoryWatch, entry)
		}
		seen[name] = true
		out = append(out, memoryMark{name, bytes})
	}
	return out, nil
}

// parseSize reads a number of bytes: 65536, 64K, 64KiB, 1G. Units are powers of
// 1024; case does not matter.
func parseSize(text string) (int64, error) {
	end := 0
	for end < len(text) && '0' <= text[end] && text[end] <= '9' {
		end++
	}
	n, err := strconv.ParseInt(text[:end], 10, 64)
	if end == 0 || err != nil || n == 0 {
		return 0, fmt.Errorf("%q is no size: want bytes, or K, M, G, T", text)
	}
	unit := strings.ToUpper(strings.TrimSpace(text[end:]))
	unit = strings.TrimSuffix(strings.TrimSuffix(unit, "B"), "I")
	shift, ok := map[string]int{"": 0, "K": 10, "M": 20, "G": 30, "T": 40}[unit]
	if !ok || strings.EqualFold(text[end:], "I") || strings.EqualFold(text[end:], "IB") {
		return 0, fmt.Errorf("%q is no size: the unit is not K, M, G or T", text)
	}
	if n > math.MaxInt64>>shift {
		return 0, fmt.Errorf("%q is more than there can be", text)
	}
	return n << shift, nil
}
