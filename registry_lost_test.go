package perfschema_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/perfschema/perfschema"
)

// registering registers names of a kind in category app and returns their keys.
type registering func(s *perfschema.Schema, names ...string) []uint32

func registerWith[K ~uint32](register func(*perfschema.Schema, string, perfschema.Info) K) registering {
	return func(s *perfschema.Schema, names ...string) []uint32 {
		keys := make([]uint32, len(names))
		for i, n := range names {
			keys[i] = uint32(register(s, "app", perfschema.Info{Name: n}))
		}
		return keys
	}
}

// registrations is every kind of instrument, its prefix and the status variable
// of what it loses.
var registrations = []struct {
	kind         perfschema.Kind
	prefix, lost string
	register     registering
}{
	{perfschema.KindMutex, "wait/synch/mutex/", "mutex_classes_lost", registerWith((*perfschema.Schema).RegisterMutex)},
	{perfschema.KindRWLock, "wait/synch/rwlock/", "rwlock_classes_lost", registerWith((*perfschema.Schema).RegisterRWLock)},
	{perfschema.KindSXLock, "wait/synch/sxlock/", "rwlock_classes_lost", registerWith((*perfschema.Schema).RegisterSXLock)},
	{perfschema.KindPRLock, "wait/synch/prlock/", "rwlock_classes_lost", registerWith((*perfschema.Schema).RegisterPRLock)},
	{perfschema.KindCond, "wait/synch/cond/", "cond_classes_lost", registerWith((*perfschema.Schema).RegisterCond)},
	{perfschema.KindFile, "wait/io/file/", "file_classes_lost", registerWith((*perfschema.Schema).RegisterFile)},
	{perfschema.KindSocket, "wait/io/socket/", "socket_classes_lost", registerWith((*perfschema.Schema).RegisterSocket)},
	{perfschema.KindTable, "wait/", "", registerWith((*perfschema.Schema).RegisterTable)},
	{perfschema.KindStage, "stage/", "stage_classes_lost", registerWith((*perfschema.Schema).RegisterStage)},
	{perfschema.KindStatement, "statement/", "statement_classes_lost", registerWith((*perfschema.Schema).RegisterStatement)},
	{perfschema.KindTransaction, "", "", registerWith((*perfschema.Schema).RegisterTransaction)},
	{perfschema.KindMemory, "memory/", "memory_classes_lost", registerWith((*perfschema.Schema).RegisterMemory)},
	{perfschema.KindThread, "thread/", "thread_classes_lost", registerWith((*perfschema.Schema).RegisterThread)},
	{perfschema.KindIdle, "", "", registerWith((*perfschema.Schema).RegisterIdle)},
	{perfschema.KindMetadata, "wait/lock/metadata/", "", registerWith((*perfschema.Schema).RegisterMetadata)},
	{perfschema.KindError, "", "", registerWith((*perfschema.Schema).RegisterError)},
}

func statusOf(t testing.TB, s *perfschema.Schema, name string) uint64 {
	t.Helper()
	for _, v := range s.Read().Status() {
		if v.Name == name || v.Name == "Performance_schema_"+name {
			return v.Value
		}
	}
	t.Fatalf("no status variable %s", name)
	return 0
}

// A full array and a name that is too long lose the instrument, of every kind,
// and count it; what was registered keeps its key, and the program runs on.
func TestFullArrayLosesAndCounts(t *testing.T) {
	for _, r := range registrations {
		t.Run(fmt.Sprint(int(r.kind), r.prefix), func(t *testing.T) {
			s, err := perfschema.New(perfschema.Config{})
			if err != nil {
				t.Fatal(err)
			}
			if n := s.Read().ClassesLost(r.kind); n != 0 {
				t.Fatalf("%d built-in instruments are lost", n)
			}
			longest := strings.Repeat("n", 128-len(r.prefix+"app/"))
			if k := r.register(s, longest+"n")[0]; k != 0 {
				t.Errorf("a name of 129 characters has key %d", k)
			}
			// The longest name first, then names until there is no room.
			var names []string
			var keys []uint32
			for name := longest; len(keys) == 0 || keys[len(keys)-1] != 0; name = fmt.Sprint(len(keys)) {
				names, keys = append(names, name), append(keys, r.register(s, name)[0])
				if len(keys) > 2000 {
					t.Fatal("the array never fills")
				}
			}
			if again := r.register(s, names...); !slices.Equal(keys, again) {
				t.Errorf("registered twice: keys %v, then %v", keys, again)
			}
			const lost = 1 + 1 // too long; no room: each once, however often it is registered
			if n := s.Read().ClassesLost(r.kind); n != lost {
				t.Errorf("%d lost, want %d", n, lost)
			}
			if r.lost != "" && statusOf(t, s, r.lost) != lost {
				t.Errorf("%s is %d, want %d", r.lost, statusOf(t, s, r.lost), lost)
			}
			s.Read().FlushStatus()
			if n := s.Read().ClassesLost(r.kind); n != 0 {
				t.Errorf("%d lost after FLUSH STATUS", n)
			}
		})
	}
}
