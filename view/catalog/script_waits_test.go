package catalog

import (
	"runtime"
	"strings"
	"sync"
	"time"

	"github.com/perfschema/perfschema"
)

// waitScript is what a script has made to wait for. Names are the script's.
type waitScript struct {
	mutexKey  perfschema.MutexKey
	rwlockKey perfschema.RWLockKey
	sxlockKey perfschema.RWLockKey
	condKey   perfschema.CondKey
	fileKey   perfschema.FileKey
	socketKey perfschema.SocketKey

	mutexes map[string]*scriptMutex
	rwlocks map[string]*scriptRWLock
	conds   map[string]*perfschema.CondInstance
	files   map[string]*perfschema.FileInstance
	sockets map[string]*perfschema.SocketInstance
	tables  map[string]*perfschema.TableInstance
	waits   map[string]ender
	blocked sync.WaitGroup
}

// ender is a running wait.
type ender interface{ End() }

type scriptMutex struct {
	*perfschema.MutexInstance
	mu sync.Mutex
}

type scriptRWLock struct {
	*perfschema.RWLockInstance
	mu sync.RWMutex
}

// registerWaits makes an instrument of each kind of wait. All of them are on
// and timed, whatever they start with.
func (s *script) registerWaits() {
	w := &waitScript{
		mutexes: make(map[string]*scriptMutex), rwlocks: make(map[string]*scriptRWLock),
		conds: make(map[string]*perfschema.CondInstance), files: make(map[string]*perfschema.FileInstance),
		sockets: make(map[string]*perfschema.SocketInstance), tables: make(map[string]*perfschema.TableInstance),
		waits: make(map[string]ender),
	}
	s.w = w
	w.mutexKey = s.schema.RegisterMutex("sql", perfschema.Info{Name: "LOCK_open"})
	w.rwlockKey = s.schema.RegisterRWLock("sql", perfschema.Info{Name: "LOCK_grant"})
	w.sxlockKey = s.schema.RegisterSXLock("store", perfschema.Info{Name: "index"})
	w.condKey = s.schema.RegisterCond("sql", perfschema.Info{Name: "COND_done"})
	w.fileKey = s.schema.RegisterFile("sql", perfschema.Info{Name: "log"})
	w.socketKey = s.schema.RegisterSocket("sql", perfschema.Info{Name: "client_connection"})
	for _, c := range s.schema.Read().WaitClasses() {
		c.SetEnabled(true)
		c.SetTimed(true)
	}
}

// operation finds an operation by its name among those from first to last.
func (s *script) operation(name string, first, last perfschema.Operation) perfschema.Operation {
	for op := first; op <= last; op++ {
		if op.String() == name {
			return op
		}
	}
	s.t.Fatalf("no operation %q", name)
	return 0
}

// doWait runs one line of a block of actions with waits:
//
//	mutex|rwlock|sxlock|cond|file|socket|table NAME key=value...   make one
//	start WAIT THREAD OBJECT OPERATION                      begin a wait; THREAD - is none
//	finish WAIT bytes=n                                     end it
//	lock|trylock|rlock|tryrlock NAME THREAD, unlock|runlock NAME
//	block NAME THREAD                                       lock in the background, return when it waits
//	unblock NAME                                            unlock, return when all that blocked have it
//	io TABLE THREAD OPERATION index=name rows=n each=1us    rows one by one
//
// It is false for another command.
func (s *script) doWait(words []string, line string) bool {
	if words[0] == "waits" {
		s.registerWaits()
		return true
	}
	w := s.w
	if w == nil || len(words) < 2 {
		return false
	}
	name, opts := words[1], options(words[2:])
	var thread *perfschema.Thread
	if len(words) > 2 {
		thread = s.threads[words[2]]
	}
	switch words[0] {
	case "mutex":
		w.mutexes[name] = &scriptMutex{MutexInstance: s.schema.NewMutexInstance(w.mutexKey)}
	case "rwlock":
		w.rwlocks[name] = &scriptRWLock{RWLockInstance: s.schema.NewRWLockInstance(w.rwlockKey)}
	case "sxlock":
		w.rwlocks[name] = &scriptRWLock{RWLockInstance: s.schema.NewRWLockInstance(w.sxlockKey)}
	case "cond":
		w.conds[name] = s.schema.NewCondInstance(w.condKey)
	case "file":
		w.files[name] = s.schema.FileInstance(w.fileKey, opts["name"])
	case "socket":
		w.sockets[name] = s.schema.NewSocketInstance(w.socketKey, perfschema.SocketOptions{
			Thread: s.threads[opts["thread"]], FD: int(s.number(opts["fd"])), IP: opts["ip"], Port: uint16(s.number(opts["port"]))})
	case "table":
		w.tables[name] = s.schema.TableInstance(opts["type"], opts["schema"], opts["name"])
		w.tables[name].SetIndexes(strings.FieldsFunc(opts["indexes"], func(r rune) bool { return r == ',' }))
	case "opened":
		w.files[name].Opened()
	case "closed":
		w.files[name].Closed()
	case "renamed":
		w.files[name].Renamed(opts["name"])
	case "deleted":
		w.files[name].Deleted()
	case "idle":
		w.sockets[name].SetIdle(opts["on"] == "1")
	case "dropped":
		w.tables[name].Dropped()
	case "destroy":
		if m := w.mutexes[name]; m != nil {
			m.Destroy()
		}
		if l := w.rwlocks[name]; l != nil {
			l.Destroy()
		}
		w.conds[name].Destroy()
		w.sockets[name].Destroy()
	case "start":
		w.waits[name] = s.startWait(thread, words[3], strings.Join(words[4:], " "))
	case "finish":
		if bytes, ok := opts["bytes"]; ok {
			w.waits[name].(*perfschema.Wait).EndBytes(int64(s.number(bytes)))
		} else {
			w.waits[name].End()
		}
	case "lock", "trylock", "unlock", "rlock", "tryrlock", "runlock", "block", "unblock":
		return s.doLock(words[0], name, thread)
	case "io":
		first := s.operation(words[3], perfschema.OpFetch, perfschema.OpDeleteRow)
		io := w.tables[name].StartIO(thread, first, opts["index"])
		each, err := time.ParseDuration(opts["each"])
		if err != nil {
			s.t.Fatalf("%s: %v", line, err)
		}
		for range s.number(opts["rows"]) {
			io.Start()
			s.clock.Advance(each)
			io.Stop(1)
		}
		io.Flush()
	default:
		return false
	}
	return true
}

func (s *script) startWait(thread *perfschema.Thread, object, operation string) ender {
	w := s.w
	var wait perfschema.Wait
	switch {
	case w.conds[object] != nil:
		wait = w.conds[object].StartWait(thread, s.operation(operation, perfschema.OpWait, perfschema.OpTimedWait))
	case w.files[object] != nil:
		wait = w.files[object].StartWait(thread, s.operation(operation, perfschema.OpCreate, perfschema.OpSync))
	case w.sockets[object] != nil:
		wait = w.sockets[object].StartWait(thread, s.operation(operation, perfschema.OpConnect, perfschema.OpSocketStat))
	case w.tables[object] != nil:
		lock := w.tables[object].StartLock(thread, s.operation(operation, perfschema.OpReadNormal, perfschema.OpWriteExternal))
		return &lock
	case object == "idle":
		wait = thread.StartIdle()
	default:
		if s.schema.Enabled() {
			s.t.Fatalf("nothing is called %s", object)
		}
	}
	return &wait
}

// doLock is false for a name that is no mutex or rwlock.
func (s *script) doLock(verb, name string, thread *perfschema.Thread) bool {
	w := s.w
	m, l := w.mutexes[name], w.rwlocks[name]
	switch {
	case m != nil && verb == "lock":
		m.Lock(thread, &m.mu)
	case m != nil && verb == "trylock":
		m.TryLock(thread, &m.mu)
	case m != nil && verb == "unlock":
		m.Unlock(&m.mu)
	case m != nil && verb == "block":
		w.blocked.Go(func() { m.Lock(thread, &m.mu) })
		for !waiting(thread) {
			runtime.Gosched()
		}
	case m != nil && verb == "unblock":
		m.Unlock(&m.mu)
		w.blocked.Wait()
	case l != nil && verb == "lock":
		l.Lock(thread, &l.mu)
	case l != nil && verb == "trylock":
		l.TryLock(thread, &l.mu)
	case l != nil && verb == "unlock":
		l.Unlock(&l.mu)
	case l != nil && verb == "rlock":
		l.RLock(thread, &l.mu)
	case l != nil && verb == "tryrlock":
		l.TryRLock(thread, &l.mu)
	case l != nil && verb == "runlock":
		l.RUnlock(&l.mu)
	default:
		return false
	}
	return true
}

// waiting says whether the Thread's last wait runs.
func waiting(t *perfschema.Thread) bool {
	events := t.WaitsCurrent()
	return len(events) > 0 && events[len(events)-1].Running
}
