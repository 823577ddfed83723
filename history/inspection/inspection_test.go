package inspection

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"

	"github.com/klauspost/compress/zstd"
	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/compress"
	"github.com/parquet-go/parquet-go/format"

	"github.com/perfschema/perfschema/internal/racetest"
)

// sampleRows is how many rows a file of [sample] has: damage is tried at each of its bytes.
const sampleRows = 60

// sample writes a file as a history writes them, in two groups of rows, some NULL.
func sample(t testing.TB, codec compress.Codec, version int) []byte {
	t.Helper()
	var out bytes.Buffer
	schema := parquet.NewSchema("sample", parquet.Group{
		"n": parquet.Optional(parquet.Encoded(parquet.Uint(64), &parquet.DeltaBinaryPacked)),
		"d": parquet.Optional(parquet.Leaf(parquet.DoubleType)),
		"t": parquet.Optional(parquet.Encoded(parquet.String(), &parquet.RLEDictionary)),
		"p": parquet.Optional(parquet.String()),
		"l": parquet.Encoded(parquet.String(), &parquet.DeltaLengthByteArray),
		"b": parquet.Leaf(parquet.BooleanType),
		"f": parquet.Optional(parquet.Leaf(parquet.FixedLenByteArrayType(5))),
	})
	w := parquet.NewGenericWriter[any](&out, schema, parquet.Compression(codec), parquet.DataPageVersion(version), parquet.MaxRowsPerRowGroup(sampleRows*2/3))
	columns := schema.Columns()
	for i := range sampleRows {
		row := make(parquet.Row, len(columns))
		for j, path := range columns {
			switch path[0] {
			case "n":
				row[j] = parquet.Int64Value(int64(i*i)).Level(0, 1, j)
			case "d":
				row[j] = parquet.DoubleValue(float64(i)).Level(0, 1, j)
			case "t", "p":
				row[j] = parquet.ByteArrayValue(fmt.Appendf(nil, "text %d", i%7)).Level(0, 1, j)
			case "l":
				row[j] = parquet.ByteArrayValue([]byte(strings.Repeat("l", i%5))).Level(0, 0, j)
			case "b":
				row[j] = parquet.BooleanValue(i%3 == 0).Level(0, 0, j)
			case "f":
				row[j] = parquet.FixedLenByteArrayValue([]byte("fixed")).Level(0, 1, j)
			}
			if i%11 == 0 && row[j].DefinitionLevel() > 0 {
				row[j] = parquet.NullValue().Level(0, 0, j)
			}
		}
		if _, err := w.WriteRows([]parquet.Row{row}); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

var codecs = []compress.Codec{&parquet.Uncompressed, &parquet.Zstd, &parquet.Snappy, &parquet.Gzip, &parquet.Lz4Raw, &parquet.Brotli}

// read reads a file whole and returns its values.
func read(file []byte) (values int, err error) {
	defer Recover(&err)
	p, err := Open(bytes.NewReader(file), int64(len(file)))
	if err != nil {
		return 0, err
	}
	for _, g := range p.RowGroups() {
		for _, chunk := range g.ColumnChunks() {
			n, err := readChunk(chunk)
			if values += n; err != nil {
				return values, err
			}
		}
	}
	return values, nil
}

func readChunk(chunk parquet.ColumnChunk) (n int, err error) {
	pages, err := Pages(chunk)
	if err != nil {
		return 0, err
	}
	defer pages.Close()
	for {
		page, err := pages.ReadPage()
		if errors.Is(err, io.EOF) {
			return n, nil
		}
		if err != nil {
			return n, err
		}
		n += int(page.NumValues())
		parquet.Release(page)
	}
}

// mostAllocated is what the reading of a damaged file of some KB may allocate, in bytes:
// decompressors make rooms of their own once.
const mostAllocated = 48 << 20

// readBounded fails the test if reading a file allocates more than its bytes account for.
func readBounded(t testing.TB, file []byte) error {
	t.Helper()
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	_, err := read(file)
	runtime.ReadMemStats(&after)
	if n := after.TotalAlloc - before.TotalAlloc; n > mostAllocated+1000*uint64(len(file)) {
		t.Errorf("%d bytes were allocated for a file of %d (%v)", n, len(file), err)
	}
	return err
}

// TestSound: whatever the codec and the version of the pages, a file that is whole is read.
func TestSound(t *testing.T) {
	for _, codec := range codecs {
		for version := 1; version <= 2; version++ {
			if n, err := read(sample(t, codec, version)); n != 7*sampleRows || err != nil {
				t.Errorf("%v, version %d: %d values, %v", codec, version, n, err)
			}
		}
	}
}

// damages are what is written over a file at each of its bytes: lengths of 2^31-1, 2^32-1
// and 2^63-1 as integers and as Thrift's and Parquet's varints.
var damages = [][]byte{
	{0xff, 0xff, 0xff, 0x7f},
	{0xff, 0xff, 0xff, 0xff},
	binary.AppendUvarint(nil, math.MaxInt32),
	binary.AppendUvarint(nil, math.MaxInt32<<1), // zigzag, and the length of a run
	binary.AppendUvarint(nil, math.MaxInt64),
	{0xfc, 0xff, 0xff, 0xff, 0x07}, // a list of structs
	{0x00}, {0x80},
}

// TestDamage: no damage at any byte has a reader allocate what is not there, or panic.
func TestDamage(t *testing.T) {
	racetest.SkipAlone(t)
	for _, codec := range codecs[:3] {
		file := sample(t, codec, 2-len(codec.String())%2)
		for at := range file {
			if codec.CompressionCodec() != format.Uncompressed && at%7 != 0 {
				continue // where bytes are compressed, most damage ends there
			}
			for _, d := range damages {
				damaged := bytes.Clone(file)
				copy(damaged[at:], d)
				if err := readBounded(t, damaged); t.Failed() {
					t.Fatalf("%v: byte %d of %d, %x: %v", codec, at, len(file), d, err)
				}
			}
			if err := readBounded(t, file[:at]); !errors.Is(err, ErrDamaged) {
				t.Fatalf("%v, the first %d bytes: %v", codec, at, err)
			}
		}
	}
}

// TestFooterLength: a footer of 2 GiB in a small file is damage, told before it is read.
func TestFooterLength(t *testing.T) {
	file := sample(t, &parquet.Zstd, 2)
	copy(file[len(file)-8:], "\xff\xff\xff\x7f")
	if err := readBounded(t, file); !errors.Is(err, ErrDamaged) || !strings.Contains(err.Error(), "2147483647") {
		t.Error(err)
	}
}

// TestBomb: what a page of some KB is decompressed to is no more than its header states,
// and no more than a page may have.
func TestBomb(t *testing.T) {
	w, err := zstd.NewWriter(nil)
	if err != nil {
		t.Fatal(err)
	}
	small := w.EncodeAll(make([]byte, 64<<20), nil)
	k := checker{codec: format.Zstd, room: new([]byte)}
	for _, size := range []int64{0, 1, 1000, 1 << 20, 64<<20 - 1, 64<<20 + 1, mostPage} {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		_, err := k.decompress(small, size)
		runtime.ReadMemStats(&after)
		if n := after.TotalAlloc - before.TotalAlloc; !errors.Is(err, ErrDamaged) || n > mostAllocated+uint64(min(size, 65<<20)) {
			t.Errorf("of %d bytes: %v, and %d bytes were allocated", size, err, n)
		}
	}
	if out, err := k.decompress(small, 64<<20); len(out) != 64<<20 || err != nil {
		t.Error(len(out), err)
	}
}

// TestNesting: structs in structs end before the stack does.
func TestNesting(t *testing.T) {
	footer := bytes.Repeat([]byte{0x1c}, 8<<20)
	file := append([]byte(magic), footer...)
	file = binary.LittleEndian.AppendUint32(file, uint32(len(footer)))
	if err := readBounded(t, append(file, magic...)); !errors.Is(err, ErrDamaged) {
		t.Error(err)
	}
}

// TestSchemaTree: a schema is one tree, of as many elements as there are.
func TestSchemaTree(t *testing.T) {
	deep := make([]int64, 100)
	for i := range deep[:99] {
		deep[i] = 1
	}
	for _, c := range []struct {
		children []int64
		ok       bool
	}{
		{[]int64{2, 0, 0}, true}, {[]int64{2, 1, 0, 0}, true}, {[]int64{0}, true},
		{nil, false}, {[]int64{2, 0}, false}, {[]int64{1, 0, 0}, false}, {[]int64{-1}, false},
		{[]int64{math.MaxInt32, 0}, false}, {deep, false},
	} {
		if err := checkSchema(c.children); (err == nil) != c.ok {
			t.Errorf("%v: %v", c.children, err)
		}
	}
}

// FuzzDamage damages a file at a place: it is read or it is damaged, within bounds.
func FuzzDamage(f *testing.F) {
	for i, codec := range codecs {
		f.Add(sample(f, codec, 1+i%2), uint(0), []byte{})
	}
	for _, d := range damages {
		f.Add(sample(f, &parquet.Uncompressed, 2), uint(100), d)
		f.Add(sample(f, &parquet.Zstd, 1), uint(3000), d)
	}
	f.Fuzz(func(t *testing.T, file []byte, at uint, damage []byte) {
		if len(file) > 64<<10 {
			return
		}
		if len(file) > 0 {
			file = bytes.Clone(file)
			copy(file[at%uint(len(file)):], damage)
		}
		_ = readBounded(t, file)
	})
}

// TestNobodyElseOpens: no package opens a Parquet file by itself.
func TestNobodyElseOpens(t *testing.T) {
	root := filepath.Join("..", "..")
	if _, err := os.Stat(filepath.Join(root, "server", "export")); err != nil {
		t.Skip("the other modules are not here: ", err)
	}
	opens := regexp.MustCompile(`parquet\.(OpenFile|NewGenericReader|NewReader|ReadFile|Read)\b|[a-z]\.Pages\(\)`)
	out, err := exec.Command("go", "list", "-tags=gms_pure_go", "-f", "{{range .GoFiles}}{{$.Dir}}/{{.}}\n{{end}}", "../...", "../../server/export", "../../server/report").Output()
	if err != nil {
		t.Fatal(err)
	}
	files := strings.Fields(string(out))
	if len(files) < 50 {
		t.Fatalf("only %d files", len(files))
	}
	for _, name := range files {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if m := opens.Find(text); m != nil && filepath.Base(filepath.Dir(name)) != "inspection" {
			t.Errorf("%s: %s: a file is to be opened and its pages read by this package", name, m)
		}
	}
}
