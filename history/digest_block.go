package history

import (
	"cmp"
	"context"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/parquet-go/parquet-go"

	"github.com/perfschema/perfschema/record"
	"github.com/perfschema/perfschema/view"
)

// Beside the files of the table of digests lie sums of ten minutes and of an hour that had
// many rows: whoever wants sums of a span reads these of what lies in it whole, and the
// windows at both ends. A sum says which windows it was made of, and counts for nothing
// where there are others of its time, or fewer: so it need not be true to be safe, and no
// change to the windows has to think of it. Of hours that are folded there are none.

// digestBlock is a file of sums of a length of time, from a multiple of it on.
type digestBlock struct {
	path   string
	start  time.Time
	length time.Duration
	size   int64
}

// blockLengths are how long sums are, the longest first. All divide an hour.
var blockLengths = []time.Duration{time.Hour, 10 * time.Minute}

// leastBlockRows is how many rows the windows of a sum have at least: fewer are read as
// quickly as they are.
const leastBlockRows = 1 << 13

// blockMark stands in the name of a sum's file, before its length in seconds and its start.
const blockMark = "sum-"

// blockSuffix is not that of the windows' files: who reads all of those by another tool has
// nothing twice.
const blockSuffix = ".sums"

func blockName(start time.Time, length time.Duration) string {
	return fmt.Sprintf("%s.%s%d-%d%s", start.UTC().Format(hourLayout), blockMark, length/time.Second, start.UnixMicro(), blockSuffix)
}

func (b digestBlock) end() time.Time { return b.start.Add(b.length) }

// parseBlock says which sum a name is of; ok is false for others.
func parseBlock(dir string, e fs.DirEntry) (b digestBlock, ok bool) {
	name, ok := strings.CutSuffix(e.Name(), blockSuffix)
	_, rest, _ := strings.Cut(name, "."+blockMark)
	seconds, micro, found := strings.Cut(rest, "-")
	if !ok || !found || !e.Type().IsRegular() {
		return b, false
	}
	length, err1 := strconv.Atoi(seconds)
	start, err2 := strconv.ParseInt(micro, 10, 64)
	b = digestBlock{path: filepath.Join(dir, e.Name()), start: time.UnixMicro(start).UTC(), length: time.Duration(length) * time.Second}
	if err1 != nil || err2 != nil || !slices.Contains(blockLengths, b.length) || e.Name() != blockName(b.start, b.length) {
		return b, false
	}
	info, err := e.Info()
	if err != nil {
		return b, false
	}
	b.size = info.Size()
	return b, true
}

// blocksKey is what a sum's file says of itself: what all statements did, by window.
const blocksKey = "perfschema.windows"

// countedColumn says in how many windows a statement of a sum ran.
var countedColumn = view.Column{Name: "WINDOWS", Type: "bigint unsigned", Comment: "In how many windows it ran"}

// bucketsColumn is the histogram of a statement of a sum: of each bucket that has counted
// something by how much its number is above that of the one before, and its count, both as
// variable-length numbers of Go. It is a third of what HISTOGRAM takes, in time too.
var bucketsColumn = view.Column{Name: "BUCKETS", Type: "longblob", Nullable: true, Comment: "Buckets and counts"}

// blockColumns are the columns of a sum's file.
func blockColumns() (columns []view.Column) {
	names := append([]string{"WINDOW_START", "WINDOW_END", "SCHEMA_NAME", "DIGEST", "DIGEST_TEXT"}, figureColumns[:]...)
	for _, name := range names {
		columns = append(columns, digestColumns()[name])
	}
	return append(columns, bucketsColumn, countedColumn)
}

// sumBlocks makes the sums that there are not, of times that are over.
func (t *table) sumBlocks(now time.Time) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	type span struct {
		start  time.Time
		length time.Duration
	}
	files := make(map[span][]file)
	for _, f := range t.files {
		for _, length := range blockLengths {
			s := span{f.start.Truncate(length), length}
			if f.window && !s.start.Add(length).After(now) {
				files[s] = append(files[s], f)
			}
		}
	}
	for s := range t.summed {
		if len(files[span{s.start, s.length}]) == 0 {
			delete(t.summed, s)
		}
	}
	var failed error
	for s, from := range files {
		if t.summed[digestBlock{start: s.start, length: s.length}] {
			continue
		}
		t.mu.Unlock()
		b, err := t.sumBlock(s.start, s.length, from)
		t.mu.Lock()
		if failed = errors.Join(failed, err); err != nil {
			continue
		}
		if t.summed == nil {
			t.summed = make(map[digestBlock]bool)
		}
		t.summed[digestBlock{start: s.start, length: s.length}] = true
		if b.path != "" {
			t.blocks = append(slices.DeleteFunc(t.blocks, func(o digestBlock) bool { return o.path == b.path }), b)
		}
	}
	return failed
}

// sumBlock writes a sum of some windows, unless they have few rows or one cannot be read:
// then it has no path.
func (t *table) sumBlock(start time.Time, length time.Duration, from []file) (b digestBlock, err error) {
	rows, err := rowsIn(from)
	if errors.Is(err, errDamaged) || err == nil && rows < cmp.Or(t.leastBlockRows, leastBlockRows) {
		return b, nil
	}
	if err != nil {
		return b, err
	}
	sums := newDigestSums()
	var names []string
	outside := false
	for _, f := range from {
		whole, err := sums.addFile(context.Background(), t, f, func(at time.Time) bool {
			outside = outside || at.Before(start) || !at.Before(start.Add(length))
			return true
		})
		if err != nil || !whole || outside {
			return b, nil //nolint:nilerr // who reads the rows is told of it
		}
		names = append(names, filepath.Base(f.path))
	}
	b = digestBlock{path: filepath.Join(t.dir, blockName(start, length)), start: start, length: length}
	if b.size, err = replace(b.path, t.sync, func(f *os.File) error { return sums.write(f, names) }); err != nil {
		return b, fmt.Errorf("writing sums: %w", err)
	}
	return b, nil
}

func rowsIn(files []file) (rows int64, err error) {
	for _, f := range files {
		n, err := rowsOfFile(f.path)
		if err != nil {
			return 0, err
		}
		rows += n
	}
	return rows, nil
}

func rowsOfFile(path string) (int64, error) {
	f, err := os.Open(path)
	if err != nil {
		return 0, err
	}
	defer f.Close()
	p, err := openParquet(f)
	if err != nil {
		return 0, err
	}
	return p.NumRows(), nil
}

// write writes the sums as a file that is read as those of windows are.
func (sums *DigestSums) write(f *os.File, names []string) error {
	var windows [][8]uint64
	var from, to time.Time
	for _, w := range sums.Windows {
		if from.IsZero() || w.Start.Before(from) {
			from = w.Start
		}
		if w.End.After(to) {
			to = w.End
		}
		windows = append(windows, [...]uint64{uint64(w.Start.UnixMicro()), uint64(w.End.UnixMicro()), w.Count, w.Time, w.Errors, w.Warnings, w.RowsSent, w.RowsExamined}) //nolint:gosec // two's complement
	}
	told, err := json.Marshal(windows)
	if err != nil {
		return fmt.Errorf("writing sums: %w", err)
	}
	w := newWriter(f, digestTable, blockColumns(), names, parquet.KeyValueMetadata(blocksKey, string(told)))
	for _, d := range sums.Digests {
		if d.Windows == 0 {
			continue
		}
		row := view.Row{from, to, orNull(d.Schema), orNull(d.Digest), orNull(d.Text), d.Count, d.Time, d.Errors, d.Warnings, d.RowsSent, d.RowsExamined, bucketsText(&d.Histogram), uint64(d.Windows)}
		if err := w.write(row); err != nil {
			return errors.Join(err, w.close())
		}
	}
	return w.close()
}

// bucketsText is a histogram as [bucketsColumn] has it.
func bucketsText(h *record.Histogram) any {
	var out []byte
	last := 0
	for i, n := range h {
		if n != 0 {
			out = binary.AppendUvarint(binary.AppendUvarint(out, uint64(i-last)), n) //nolint:gosec // not less than 0
			last = i
		}
	}
	return orNull(string(out))
}

// appendBuckets reads what bucketsText writes.
func appendBuckets(out []Bucket, text []byte) ([]Bucket, error) {
	for last := uint64(0); len(text) > 0; {
		by, n := binary.Uvarint(text)
		if n <= 0 {
			return nil, errDamaged
		}
		count, m := binary.Uvarint(text[n:])
		if last += by; m <= 0 || by >= record.HistogramBuckets || last >= record.HistogramBuckets {
			return nil, errDamaged
		}
		text = text[n+m:]
		out = append(out, Bucket{int(last), count}) //nolint:gosec // below HistogramBuckets
	}
	return out, nil
}

func orNull(s string) any {
	if s == "" {
		return nil
	}
	return s
}

// tidyBlocks removes the sums of hours that have no windows any more. mu is held.
func (t *table) tidyBlocks() {
	t.blocks = slices.DeleteFunc(t.blocks, func(b digestBlock) bool {
		if slices.ContainsFunc(t.files, func(f file) bool { return !f.folded && f.hour.Equal(b.start.Truncate(time.Hour)) }) {
			return false
		}
		t.leave(b.path)
		return true
	})
}
