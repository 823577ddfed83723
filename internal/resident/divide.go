package resident

import (
	"slices"
	"strings"
)

// facts are what is known of the process beside its mappings.
type facts struct {
	program string // the program's file
	heap    uint64 // an address in the Go heap
}

const (
	deleted = " (deleted)" // what the kernel adds to the name of such a file
	// goName is what names of the Go runtime's mappings begin with, where the
	// kernel keeps names (CONFIG_ANON_VMA_NAME).
	goName = "[anon: Go: "
	// glibcHeap is the size and alignment of a heap that glibc's malloc keeps for
	// threads.
	glibcHeap = 64 << 20
	// A stack of a C thread lies above a guard page.
	mostGuard  = 64 << 10
	leastStack = 64 << 10
)

// goHeapNames are the mappings of the Go heap, by the runtime's names.
var goHeapNames = []string{"heap]", "heap reservation]", "used]", "unused]", "user arena chunk]"}

// divide sorts mappings, which are in order of their addresses.
func divide(maps []mapping, f facts) Set {
	s := Set{Divided: true, Mappings: len(maps)}
	files := make(map[string]*File)
	for from := 0; from < len(maps); {
		to := runEnd(maps, from)
		heap := maps[from].start <= f.heap && f.heap < maps[to-1].end
		for i := from; i < to; i++ {
			m := &maps[i]
			s.Swapped += m.swap
			switch of := fileOf(maps, i); {
			case of == "":
				s.addAnonymous(maps, i, heap)
			case strings.TrimSuffix(of, deleted) == f.program:
				s.Program.add(m)
			default:
				file := files[of]
				if file == nil {
					file = &File{Name: of}
					files[of] = file
				}
				file.Bytes += m.rss
				file.Count++
			}
		}
		from = to
	}
	for _, file := range files {
		s.Files = append(s.Files, *file)
	}
	slices.SortFunc(s.Files, func(a, b File) int { return strings.Compare(a.Name, b.Name) })
	return s
}

// runEnd is where a run ends that begins at from: mappings without a file that
// lie side by side. The Go heap is such a run, part of it reserved, part of it
// ready for use; it begins where no other mapping is near.
func runEnd(maps []mapping, from int) int {
	to := from + 1
	for to < len(maps) && !maps[from].file && !maps[to].file && maps[to-1].end == maps[to].start {
		to++
	}
	return to
}

// fileOf is the file a mapping is of; "" if none. Variables that start as zero
// are mapped behind those that start with a value, and are the file's.
func fileOf(maps []mapping, i int) string {
	m := &maps[i]
	switch {
	case m.file:
		return m.name
	case i > 0 && maps[i-1].file && maps[i-1].perms == "rw-p" && maps[i-1].end == m.start && m.writable() && (m.name == "" || m.name == "[anon:.bss]"):
		return maps[i-1].name
	}
	return ""
}

func (p *Program) add(m *mapping) {
	switch {
	case !m.file:
		p.BSS += m.rss
	case m.perms[2] == 'x':
		p.Text += m.rss
	case m.writable():
		p.Data += m.rss
	default:
		p.ROData += m.rss
	}
}

// addAnonymous adds a mapping without a file. heap says that it lies in the run
// of the Go heap.
func (s *Set) addAnonymous(maps []mapping, i int, heap bool) {
	m := &maps[i]
	if name, isGo := strings.CutPrefix(m.name, goName); isGo {
		if slices.Contains(goHeapNames, name) {
			s.Heap.add(m)
		} else {
			s.Named = true
			s.Runtime.add(m)
		}
		return
	}
	switch {
	case heap:
		s.Heap.add(m)
	case m.name == "[heap]", ofGlibc(maps, i):
		s.CHeap.add(m)
	case strings.HasPrefix(m.name, "[stack"), stack(maps, i):
		s.CStacks.add(m)
	case strings.HasPrefix(m.name, "[v"): // vdso, vvar, vvar_vclock, vsyscall
		s.Kernel.add(m)
	default:
		s.Other.add(m)
	}
}

// ofGlibc says whether a mapping is the part in use of one of glibc's heaps; the
// rest of such a heap is reserved behind it.
func ofGlibc(maps []mapping, i int) bool {
	m := &maps[i]
	if !m.writable() || m.name != "" || m.start%glibcHeap != 0 {
		return false
	}
	size := m.size()
	if i+1 < len(maps) && maps[i+1].start == m.end && !maps[i+1].file && maps[i+1].reserved() {
		size += maps[i+1].size()
	}
	return size == glibcHeap
}

// stack says whether a mapping is a thread's stack.
func stack(maps []mapping, i int) bool {
	m := &maps[i]
	if i == 0 || !m.writable() || m.name != "" || m.size() < leastStack {
		return false
	}
	guard := &maps[i-1]
	return guard.end == m.start && !guard.file && guard.reserved() && guard.size() <= mostGuard
}

func (m *mapping) writable() bool { return m.perms[1] == 'w' }

// reserved says that a mapping is no more than addresses.
func (m *mapping) reserved() bool { return m.perms[:3] == "---" }

func (r *Region) add(m *mapping) {
	r.Bytes += m.rss
	if !m.reserved() {
		r.Count++
	}
}

func (a *Arena) add(m *mapping) {
	if m.reserved() {
		return
	}
	a.Resident += m.rss
	a.Size += m.size()
	a.Lazy += m.lazy
	a.Huge += m.huge
	a.Count++
}
