package record

import "time"

// IOStat is the figures of file_summary_* and socket_summary_*.
type IOStat struct {
	Read, Write, Misc       TimerStat
	BytesRead, BytesWritten int64
}

// Total is COUNT_STAR, SUM_TIMER_WAIT and so on.
func (x IOStat) Total() TimerStat { return SumTimers(x.Read, x.Write, x.Misc) }

// InstanceInfo is what the *_instances tables and
// events_waits_summary_by_instance have in common: the instrument,
// OBJECT_INSTANCE_BEGIN, and the waits for this object.
type InstanceInfo struct {
	EventName string
	Begin     uint64
	Wait      TimerStat
}

// FileInfo is a row of file_instances and file_summary_by_instance.
type FileInfo struct {
	InstanceInfo
	Name      string
	OpenCount int64
	IO        IOStat
}

// MutexInfo is a row of mutex_instances.
type MutexInfo struct {
	InstanceInfo
	// LockedBy is the THREAD_ID of who holds the mutex, 0 for NULL.
	LockedBy uint64
}

// RWLockInfo is a row of rwlock_instances.
type RWLockInfo struct {
	InstanceInfo
	// WriteLockedBy is the THREAD_ID of who holds the lock for writing, 0 for
	// NULL.
	WriteLockedBy uint64
	ReadLockedBy  uint32
}

// SocketInfo is a row of socket_instances and socket_summary_by_instance.
type SocketInfo struct {
	InstanceInfo
	ThreadID uint64 // 0 for NULL
	FD       int
	IP       string
	Port     uint16
	Idle     bool
	IO       IOStat
}

// PoolInfo is a row of profiling.connection_pools.
type PoolInfo struct {
	InstanceInfo
	Name string
	// MaxOpen is how many connections there may be; 0 is without limit.
	MaxOpen int
	// Open is how many there are: those in use and those that are idle.
	Open, InUse, Idle int
	// Waits is how often somebody found none free and none that could be opened,
	// WaitTime for how long they waited together.
	Waits    uint64
	WaitTime time.Duration
	// What was closed because too many were idle, because it was idle for too long, or
	// because it was too old.
	ClosedIdle, ClosedIdleTime, ClosedLifetime uint64
}
