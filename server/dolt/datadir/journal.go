package datadir

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"

	"github.com/dolthub/dolt/go/store/hash"

	"github.com/perfschema/perfschema/pfile"
)

// JournalIndexName is the file beside a journal that says where its chunks are,
// so that it need not be read whole at start.
const JournalIndexName = "journal.idx"

// A chunk journal is a row of records: a length, which counts the whole
// record, tagged fields, and a checksum. The fields of a root record are a
// kind, a time and the address of the state that was committed.
const (
	journalLength   = 4
	journalChecksum = 4
	journalMax      = 5 << 20

	tagKind    = 1
	tagAddress = 2
	tagPayload = 3
	tagTime    = 4

	kindRoot = 1
	// rootSize is the length of a root record: its kind, time and address.
	rootSize = journalLength + 2 + 9 + 1 + hash.ByteLen + journalChecksum
)

var journalTable = crc32.MakeTable(crc32.Castagnoli)

var errRecord = errors.New("not a journal record")

// journalHolds says whether the readable part of a journal commits a root. It
// reads the file and changes nothing. A journal may end within a record: that
// is what a crash leaves, and what was committed stands before it.
func journalHolds(fs pfile.FS, path string, root hash.Hash) (bool, error) {
	held := false
	_, err := readRoots(fs, path, func(address hash.Hash) bool {
		held = address == root
		return !held
	})
	return held, err
}

// journalEnds says whether a journal commits anything and ends with a whole
// record: nothing of it is lost, unless somebody cut it there.
func journalEnds(fs pfile.FS, path string) (bool, error) {
	roots := 0
	whole, err := readRoots(fs, path, func(hash.Hash) bool {
		roots++
		return true
	})
	return whole && roots > 0, err
}

// readRoots calls each with the roots that a journal commits, in order, while it
// says so. whole is that the last record is followed by the end of the file.
func readRoots(fs pfile.FS, path string, each func(hash.Hash) bool) (whole bool, err error) {
	f, err := fs.Open(path)
	if err != nil {
		return false, fmt.Errorf("reading the journal: %w", err)
	}
	defer f.Close()
	r := bufio.NewReaderSize(f, journalMax)
	for {
		record, err := nextRecord(r)
		if errors.Is(err, io.EOF) || errors.Is(err, errRecord) {
			_, err = r.Peek(1)
			return errors.Is(err, io.EOF), nil
		}
		if err != nil {
			return false, fmt.Errorf("reading the journal: %w", err)
		}
		if address, ok := rootOf(record); ok && !each(address) {
			return false, nil
		}
		if _, err := r.Discard(len(record)); err != nil {
			return false, fmt.Errorf("reading the journal: %w", err)
		}
	}
}

// journalBegun says whether a root was ever committed to a journal. The first
// record of a journal is a root, so one that is shorter than that, or has nothing
// but the zeros that a file system leaves in place of what was not yet written,
// was made and no more.
func journalBegun(fs pfile.FS, path string) (bool, error) {
	f, err := fs.Open(path)
	if err != nil {
		return false, fmt.Errorf("reading the journal: %w", err)
	}
	defer f.Close()
	r, zeros := bufio.NewReader(f), true
	for size := 0; ; size++ {
		b, err := r.ReadByte()
		if errors.Is(err, io.EOF) {
			return false, nil
		}
		if err != nil {
			return false, fmt.Errorf("reading the journal: %w", err)
		}
		zeros = zeros && b == 0
		if !zeros && size >= rootSize-1 {
			return true, nil
		}
	}
}

// nextRecord gives the record at the reader without passing over it.
func nextRecord(r *bufio.Reader) ([]byte, error) {
	head, err := r.Peek(journalLength)
	if err != nil {
		return nil, err
	}
	n := binary.BigEndian.Uint32(head)
	if n < journalLength+journalChecksum || n > journalMax {
		return nil, errRecord
	}
	record, err := r.Peek(int(n))
	if err != nil {
		return nil, err
	}
	body, sum := record[:n-journalChecksum], record[n-journalChecksum:]
	if crc32.Checksum(body, journalTable) != binary.BigEndian.Uint32(sum) {
		return nil, errRecord
	}
	return record, nil
}

// rootOf gives the address of a root record; other records have none.
func rootOf(record []byte) (address hash.Hash, ok bool) {
	fields := record[journalLength : len(record)-journalChecksum]
	for len(fields) > 1 {
		tag, rest := fields[0], fields[1:]
		size := 0
		switch tag {
		case tagKind:
			if rest[0] != kindRoot {
				return address, false
			}
			size = 1
		case tagTime:
			size = 8
		case tagAddress:
			if len(rest) < hash.ByteLen {
				return address, false
			}
			copy(address[:], rest)
			return address, true
		default:
			return address, false
		}
		if len(rest) < size {
			return address, false
		}
		fields = rest[size:]
	}
	return address, false
}
