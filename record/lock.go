package record

import "github.com/perfschema/perfschema/internal/callsite"

// MetadataLockInfo is a row of metadata_locks. Empty strings, and a ThreadID of
// 0, are NULL.
type MetadataLockInfo struct {
	Begin                            uint64 // OBJECT_INSTANCE_BEGIN
	ObjectType, Schema, Name, Column string
	Type                             string
	Duration                         MetadataLockDuration
	Status                           MetadataLockStatus
	ThreadID, EventID                uint64

	// Site is where the lock was asked for; [MetadataLockInfo.Source] resolves it.
	Site callsite.Site
}

// Source resolves where in the program's source the lock was asked for.
func (l *MetadataLockInfo) Source() Source { return callsite.Of(l.Site.PC) }

// MetadataLockDuration is LOCK_DURATION.
type MetadataLockDuration string

// The durations: a lock ends with the statement, with the transaction, or when
// it is released.
const (
	MetadataStatement   MetadataLockDuration = "STATEMENT"
	MetadataTransaction MetadataLockDuration = "TRANSACTION"
	MetadataExplicit    MetadataLockDuration = "EXPLICIT"
)

// MetadataLockStatus is LOCK_STATUS.
type MetadataLockStatus uint8

// String is MySQL's spelling.
func (s MetadataLockStatus) String() string {
	return nameOf(s, "PENDING", "GRANTED", "VICTIM", "TIMEOUT", "KILLED")
}

// The states of a request. Those below the first two it has for a moment,
// before it is released.
const (
	MetadataPending MetadataLockStatus = iota
	MetadataGranted
	MetadataVictim
	MetadataTimeout
	MetadataKilled
)

// UserLevelLock is the object type of what GET_LOCK() locks.
const UserLevelLock = "USER LEVEL LOCK"
