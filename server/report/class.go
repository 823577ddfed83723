package report

import "github.com/perfschema/perfschema/server/export"

// Class is what a statement does with stored data, as the Snowset's authors
// class queries.
type Class uint8

// The classes. The authors count what neither reads nor writes as read-only and
// as write-only; here it is a class of its own.
const (
	ReadOnly     Class = iota // reads stored data and writes none
	ReadWrite                 // does both
	WriteOnly                 // writes stored data and reads none
	NoData                    // does neither
	UnknownClass              // nobody counted what it read, or what it wrote
	numClasses
)

var classNames = [numClasses]string{"read-only", "read-write", "write-only", "no stored data", "unknown"}

func (c Class) String() string { return classNames[c] }

// column is a column of profiles by name.
func column(name string) export.Field {
	f, ok := export.FieldOf(name)
	if !ok {
		panic("report: no column " + name)
	}
	return f
}

// sumOf adds up the columns that are known; ok is false if none is.
func sumOf(p *export.Profile, fields ...export.Field) (sum int64, ok bool) {
	for _, f := range fields {
		if v, known := p.Int(f); known {
			sum += v
			ok = true
		}
	}
	return sum, ok
}

var (
	readCache, readRemote   = column("persistentReadBytesCache"), column("persistentReadBytesS3")
	writeCache, writeRemote = column("persistentWriteBytesCache"), column("persistentWriteBytesS3")
)

// readBytes are those of stored data read from anywhere.
func readBytes(p *export.Profile) (int64, bool) { return sumOf(p, readCache, readRemote) }

// writtenBytes are those of stored data written: to remote storage, or where
// that is not known to the local disk, through which the former goes.
func writtenBytes(p *export.Profile) (int64, bool) {
	if n, ok := p.Int(writeRemote); ok {
		return n, true
	}
	return p.Int(writeCache)
}

// classOf classes a statement.
func classOf(p *export.Profile) Class {
	read, known := readBytes(p)
	written, alsoKnown := writtenBytes(p)
	switch {
	case !known || !alsoKnown:
		return UnknownClass
	case read > 0 && written > 0:
		return ReadWrite
	case read > 0:
		return ReadOnly
	case written > 0:
		return WriteOnly
	}
	return NoData
}
