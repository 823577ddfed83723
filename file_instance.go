package perfschema

import (
	"sync/atomic"

	"github.com/perfschema/perfschema/internal/callsite"
	"github.com/perfschema/perfschema/record"
)

// FileInstance is one instrumented file: a row of file_instances. All handles
// of a file share it. A nil FileInstance records nothing. It is safe for
// concurrent use.
type FileInstance struct {
	instance
	position int
	open     atomic.Int64
	kept     atomic.Bool // was opened: the row stays until the file is deleted
	asked    int         // how often it was asked for, less Abandon; under mu
	io       ioStat
}

// fileRegistry finds files by name.
type fileRegistry struct {
	ioRegistry[FileInstance]
	byName      map[string]*FileInstance // guarded by mu
	handles     atomic.Int64
	handlesLost atomic.Uint64
}

func (r *fileRegistry) init(z *Sizes) {
	r.byName = make(map[string]*FileInstance)
	r.ioRegistry.init(z.FileInstances, z.FileClasses, func(f *FileInstance) (*Class, int, *ioStat) { return f.class, f.position, &f.io })
}

// FileInstance finds the instance of a file, or makes it. A file belongs to the
// class it was first seen with. It returns nil when the Schema is off, the key is 0, or
// performance_schema_max_file_instances exist, which it counts. It takes a
// lock.
func (s *Schema) FileInstance(key FileKey, name string) *FileInstance {
	if !s.Enabled() {
		return nil
	}
	c := s.classes[KindFile].at(uint32(key))
	if c == nil {
		return nil
	}
	r := &s.files
	r.mu.Lock()
	defer r.mu.Unlock()
	if f := r.byName[name]; f != nil {
		f.asked++
		return f
	}
	f := &FileInstance{asked: 1}
	f.class = c
	f.object.Store(&objectName{kind: "FILE", name: name})
	if !r.list.add(f, &f.position) {
		return nil
	}
	r.byName[name] = f
	return f
}

// Enabled says whether a wait would be recorded: a load and a branch.
func (f *FileInstance) Enabled() bool { return f != nil && f.class.waitMode()&waitOn != 0 }

// Watched says whether a wait would be recorded or, by a profiler, seen: whether
// StartWait does anything. A load and a branch.
func (f *FileInstance) Watched() bool { return f != nil && f.class.mode.Load() != 0 }

// StartWait starts an operation on the file by t. End it with [Wait.EndBytes]
// where bytes were moved.
//
//go:noinline
func (f *FileInstance) StartWait(t *Thread, op Operation) (w Wait) {
	if !f.Watched() {
		return
	}
	m := f.class.waitMode()
	var at callsite.Site
	if m&waitShown != 0 {
		at = callsite.Pair()
	}
	w.begin(t, f.class, m, &f.instance, &f.io, op, at)
	return
}

// Opened counts a handle in OPEN_COUNT. It returns false when
// performance_schema_max_file_handles are open, which it counts: operations on
// that handle are not to be recorded.
func (f *FileInstance) Opened() bool {
	if f == nil {
		return false
	}
	s := f.class.schema
	if s.files.handles.Add(1) > s.sizes.FileHandles {
		s.files.handles.Add(-1)
		s.files.handlesLost.Add(1)
		return false
	}
	f.open.Add(1)
	f.class.opened.Add(1)
	f.kept.Store(true)
	return true
}

// Closed takes a handle that Opened has counted off OPEN_COUNT.
func (f *FileInstance) Closed() {
	if f != nil {
		f.open.Add(-1)
		f.class.schema.files.handles.Add(-1)
	}
}

// Renamed gives the file its new name. The instance of a file that was there
// before goes.
func (f *FileInstance) Renamed(name string) {
	if f == nil {
		return
	}
	r := &f.class.schema.files
	r.mu.Lock()
	defer r.mu.Unlock()
	old := f.object.Load().name
	if old == name {
		return
	}
	if over := r.byName[name]; over != nil {
		r.forget(over)
	}
	if r.byName[old] == f {
		delete(r.byName, old)
		r.byName[name] = f
	}
	f.object.Store(&objectName{kind: "FILE", name: name})
}

// Deleted takes the instance of a deleted file out of file_instances. What it
// counted stays in file_summary_by_event_name; what still open handles count
// does not.
func (f *FileInstance) Deleted() {
	if f == nil {
		return
	}
	r := &f.class.schema.files
	r.mu.Lock()
	defer r.mu.Unlock()
	r.forget(f)
}

// Abandon is called by who asked for the instance and does not keep it: to look
// at a name, or because the file could not be opened. If nobody else did, the
// row goes; what it counted stays in file_summary_by_event_name.
func (f *FileInstance) Abandon() {
	if f == nil || f.kept.Load() {
		return
	}
	r := &f.class.schema.files
	r.mu.Lock()
	defer r.mu.Unlock()
	if f.asked--; f.asked <= 0 && !f.kept.Load() {
		r.forget(f)
	}
}

// forget removes an instance. mu is held.
func (r *fileRegistry) forget(f *FileInstance) {
	if r.ioRegistry.forget(f) {
		delete(r.byName, f.object.Load().name)
	}
}

// FileInstances returns the instrumented files.
func (s *Reader) FileInstances() []record.FileInfo {
	if !s.Schema().Enabled() {
		return nil
	}
	s.files.mu.Lock()
	defer s.files.mu.Unlock()
	all := s.files.list.all()
	out := make([]record.FileInfo, len(all))
	for i, f := range all {
		sum := f.io.load()
		out[i] = record.FileInfo{InstanceInfo: f.info(sum.total()), Name: f.object.Load().name, OpenCount: f.open.Load(), IO: s.Schema().exportIO(&sum)}
	}
	return out
}

// FileSummary returns file_summary_by_event_name; index = key - 1. Files that
// are gone are included.
func (s *Reader) FileSummary() []record.IOStat {
	if !s.Schema().Enabled() {
		return nil
	}
	return s.Schema().exportIOs(s.files.byClass(s.classes[KindFile].n.Load()))
}

// FileSummarySinceStart is [Reader.FileSummary] with all that TRUNCATE has taken off
// it: sums that only grow.
func (s *Reader) FileSummarySinceStart() []record.IOStat {
	if !s.Schema().Enabled() {
		return nil
	}
	return s.Schema().exportIOs(s.files.sinceStart(s.classes[KindFile].n.Load()))
}

func (s *Schema) exportIOs(sums []ioSum) []record.IOStat {
	out := make([]record.IOStat, len(sums))
	for i := range sums {
		out[i] = s.exportIO(&sums[i])
	}
	return out
}

// truncateFilesByInstance resets file_summary_by_instance; what was counted
// stays in file_summary_by_event_name.
func (s *Reader) truncateFilesByInstance() {
	if s.Schema().Enabled() {
		s.files.truncate(false)
	}
}

// truncateFiles resets file_summary_by_event_name, and file_summary_by_instance
// with it.
func (s *Reader) truncateFiles() {
	if s.Schema().Enabled() {
		s.files.truncate(true)
	}
}
