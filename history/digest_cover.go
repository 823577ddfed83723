package history

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/parquet-go/parquet-go"

	"github.com/perfschema/perfschema/history/inspection"
)

// errBlock: a sum is damaged, and is none of the table's any more.
var errBlock = errors.New("a sum is damaged")

// addBlocks adds what sums have that lie in a span whole and are of all windows that there
// are of their time, and says of which times.
func (sums *DigestSums) addBlocks(ctx context.Context, t *table, span Span) (covered []digestBlock, err error) {
	windows := t.windowNames()
	for _, b := range t.blocks {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if b.start.Before(span.From) || !span.To.IsZero() && b.end().After(span.To) || slices.ContainsFunc(covered, b.meets) {
			continue
		}
		var of []string
		for name, start := range windows {
			if !start.Before(b.start) && start.Before(b.end()) {
				of = append(of, name)
			}
		}
		if len(of) == 0 {
			continue
		}
		ok, err := sums.addBlock(b, of)
		if err != nil {
			t.damage(b.path, err)
			t.blocks = slices.DeleteFunc(slices.Clone(t.blocks), func(o digestBlock) bool { return o == b })
			return nil, errBlock
		}
		if ok {
			covered = append(covered, b)
		}
	}
	return covered, nil
}

// meets says whether two sums are of some time that is the same.
func (b digestBlock) meets(o digestBlock) bool {
	return b.start.Before(o.end()) && o.start.Before(b.end())
}

// isIn says whether a window that begins so is in one of the sums.
func isIn(covered []digestBlock, start time.Time) bool {
	return slices.ContainsFunc(covered, func(b digestBlock) bool { return !start.Before(b.start) && start.Before(b.end()) })
}

// windowNames are the windows that the files have, by the names of their own files.
func (t *table) windowNames() map[string]time.Time {
	out := make(map[string]time.Time)
	add := func(name string) {
		_, micro, _ := strings.Cut(strings.TrimSuffix(name, suffix), ".")
		if n, err := strconv.ParseInt(micro, 10, 64); err == nil {
			out[name] = time.UnixMicro(n).UTC()
		}
	}
	for _, f := range t.files {
		if f.window {
			add(filepath.Base(f.path))
			continue
		}
		if !slices.ContainsFunc(t.blocks, func(b digestBlock) bool { return b.start.Truncate(time.Hour).Equal(f.hour) }) {
			continue // nobody asks
		}
		names, err := mergedNames(t.opened[f.path])
		if err != nil {
			continue // who reads its rows tells of it
		}
		for _, name := range names {
			add(name)
		}
	}
	return out
}

// addBlock adds what a sum has, if it is one of these windows. Where it is damaged some of it
// may be added.
func (sums *DigestSums) addBlock(b digestBlock, windows []string) (ok bool, err error) {
	defer inspection.Recover(&err)
	f, err := os.Open(b.path)
	if err != nil {
		return false, nil //nolint:nilerr // the windows have it all
	}
	defer f.Close()
	p, err := openParquet(f)
	if err != nil {
		return false, err
	}
	names, _ := p.Lookup(mergedKey)
	made := strings.Split(names, ",")
	slices.Sort(made)
	slices.Sort(windows)
	if !slices.Equal(made, windows) {
		return false, nil
	}
	if err := sums.addWindows(p); err != nil {
		return false, err
	}
	for _, g := range p.RowGroups() {
		if err := sums.addGroup(g, func(time.Time) bool { return true }); err != nil {
			return false, err
		}
	}
	return true, nil
}

// addWindows adds what all statements did by window, of a sum.
func (sums *DigestSums) addWindows(p *parquet.File) error {
	told, _ := p.Lookup(blocksKey)
	var windows [][8]uint64
	if err := json.Unmarshal([]byte(told), &windows); err != nil {
		return fmt.Errorf("%w: %w", errDamaged, err)
	}
	for _, n := range windows {
		w := sums.window(int64(n[0]))        //nolint:gosec // two's complement
		w.until(time.UnixMicro(int64(n[1]))) //nolint:gosec // as above
		w.Add(&DigestFigures{n[2], n[3], n[4], n[5], n[6], n[7]})
	}
	return nil
}
