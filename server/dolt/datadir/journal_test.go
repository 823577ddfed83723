package datadir

import (
	"encoding/binary"
	"hash/crc32"
	"os"
	"path/filepath"
	"testing"

	"github.com/dolthub/dolt/go/store/hash"

	"github.com/perfschema/perfschema/pfile"
)

// journalRecord makes a journal record of tagged fields.
func journalRecord(fields ...byte) []byte {
	b := binary.BigEndian.AppendUint32(nil, uint32(journalLength+len(fields)+journalChecksum))
	b = append(b, fields...)
	return binary.BigEndian.AppendUint32(b, crc32.Checksum(b, journalTable))
}

func rootRecord(root hash.Hash) []byte {
	fields := []byte{tagKind, kindRoot, tagTime, 0, 0, 0, 0, 0, 0, 0, 1, tagAddress}
	return journalRecord(append(fields, root[:]...)...)
}

func TestJournalHolds(t *testing.T) {
	first, second := hash.Of([]byte("first")), hash.Of([]byte("second"))
	chunk := journalRecord(append(append([]byte{tagKind, 2, tagAddress}, first[:]...), tagPayload, 1, 2, 3)...)
	journal := append(append(append([]byte{}, chunk...), rootRecord(first)...), rootRecord(second)...)
	flipped := append([]byte{}, journal...)
	flipped[len(chunk)+8] ^= 1
	for name, tt := range map[string]struct {
		content []byte
		root    hash.Hash
		want    bool
	}{
		"first root":               {journal, first, true},
		"last root":                {journal, second, true},
		"no such root":             {journal, hash.Of([]byte("third")), false},
		"empty":                    {nil, first, false},
		"cut within the last":      {journal[:len(journal)-1], second, false},
		"what stands before a cut": {journal[:len(journal)-1], first, true},
		"a chunk is not a root":    {chunk, first, false},
		"a flipped bit":            {flipped, second, false},
		"zeros behind":             {append(append([]byte{}, journal...), make([]byte, 100)...), second, true},
		"a huge length":            {[]byte{0xff, 0xff, 0xff, 0xff, 1}, first, false},
		"a tiny length":            {[]byte{0, 0, 0, 1, 1, 1, 1, 1, 1}, first, false},
	} {
		path := filepath.Join(t.TempDir(), "journal")
		if err := os.WriteFile(path, tt.content, 0o600); err != nil {
			t.Fatal(err)
		}
		if got, err := journalHolds(pfile.FS{}, path, tt.root); err != nil || got != tt.want {
			t.Errorf("%s: %v, %v; want %v", name, got, err, tt.want)
		}
	}
	for name, tt := range map[string]struct {
		content []byte
		want    bool
	}{
		"roots":                {journal, true},
		"chunks behind a root": {append(rootRecord(first), chunk...), true},
		"no root":              {chunk, false},
		"empty":                {nil, false},
		"cut within the last":  {journal[:len(journal)-1], false},
		"cut within a length":  {journal[:len(journal)-rootSize+2], false},
		"a flipped bit":        {flipped, false},
		"zeros behind":         {append(append([]byte{}, journal...), make([]byte, 100)...), false},
	} {
		path := filepath.Join(t.TempDir(), "journal")
		if err := os.WriteFile(path, tt.content, 0o600); err != nil {
			t.Fatal(err)
		}
		if got, err := journalEnds(pfile.FS{}, path); err != nil || got != tt.want {
			t.Errorf("%s ends: %v, %v; want %v", name, got, err, tt.want)
		}
	}
	if _, err := journalEnds(pfile.FS{}, filepath.Join(t.TempDir(), "none")); err == nil {
		t.Error("no error for a missing file")
	}
	if _, err := journalHolds(pfile.FS{}, filepath.Join(t.TempDir(), "none"), first); err == nil {
		t.Error("no error for a missing file")
	}
}

func TestJournalBegun(t *testing.T) {
	root := rootRecord(hash.Of([]byte("first")))
	for name, tt := range map[string]struct {
		content []byte
		want    bool
	}{
		"empty":               {nil, false},
		"zeros":               {make([]byte, 4096), false},
		"cut within the root": {root[:rootSize-1], false},
		"a root":              {root, true},
		"an unreadable root":  {append([]byte{0, 0, 0, 99}, root[4:]...), true},
		"zeros, then others":  {append(make([]byte, 4096), 1), true},
	} {
		path := filepath.Join(t.TempDir(), "journal")
		if err := os.WriteFile(path, tt.content, 0o600); err != nil {
			t.Fatal(err)
		}
		if got, err := journalBegun(pfile.FS{}, path); err != nil || got != tt.want {
			t.Errorf("%s: %v, %v; want %v", name, got, err, tt.want)
		}
	}
	if _, err := journalBegun(pfile.FS{}, filepath.Join(t.TempDir(), "none")); err == nil {
		t.Error("no error for a missing file")
	}
}

func FuzzRootOf(f *testing.F) {
	f.Add(rootRecord(hash.Of(nil)))
	f.Add(journalRecord(tagKind, 2))
	f.Add(journalRecord(tagTime, 1))
	f.Fuzz(func(t *testing.T, b []byte) {
		if len(b) < journalLength+journalChecksum {
			return
		}
		if root, ok := rootOf(b); !ok && !root.IsEmpty() {
			t.Error("an address without a root")
		}
	})
}
