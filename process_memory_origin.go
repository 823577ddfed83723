package perfschema

import (
	"runtime"
	"slices"
	"strings"
	"sync"

	"github.com/perfschema/perfschema/internal/goheap"
)

// memoryOrigin says where the memory lies that an instrument counts. The zero
// value is the Go heap, allocated by packages that are not known.
type memoryOrigin struct {
	packages []string
	outside  bool
}

// memoryOrigins is what was said of instruments.
type memoryOrigins struct {
	mu      sync.Mutex
	byClass map[uint32]memoryOrigin
}

// AllocatedIn says which packages, by import path, allocate the memory that the
// instrument counts: with none the caller's. In the memory of the whole process
// what the instrument counted when the heap profile was taken is then taken off
// the sampled figures of these packages, of the first as long as it has any,
// then of the next; what it has counted since is taken off
// memory/go/runtime/growth and memory/go/runtime/garbage. Of an instrument of
// which nothing is said the bytes stay in the sampled figures too, and
// memory/go/heap/claimed takes them off the sum. A further call adds packages.
// It returns m and is for the start of a program.
func (m *Memory) AllocatedIn(packages ...string) *Memory {
	if m == nil {
		return nil
	}
	if len(packages) == 0 {
		pc, _, _, _ := runtime.Caller(1)
		packages = []string{goheap.PackageName(runtime.FuncForPC(pc).Name())}
	}
	m.setOrigin(func(o *memoryOrigin) { o.packages = append(slices.Clip(o.packages), packages...) })
	return m
}

// AllocatedOutside says that the memory the instrument counts is not on the Go
// heap, but mapped by the program or had from the C library: it is taken off
// memory/os/anonymous and memory/os/malloc. It returns m and is for the start of
// a program.
func (m *Memory) AllocatedOutside() *Memory {
	if m != nil {
		m.setOrigin(func(o *memoryOrigin) { o.outside = true })
	}
	return m
}

func (m *Memory) setOrigin(change func(*memoryOrigin)) {
	of := &m.schema.memory.process.origins
	of.mu.Lock()
	defer of.mu.Unlock()
	if of.byClass == nil {
		of.byClass = make(map[uint32]memoryOrigin)
	}
	o := of.byClass[m.index]
	change(&o)
	of.byClass[m.index] = o
}

// of is where the memory of a class lies.
func (o *memoryOrigins) of(c *Class) memoryOrigin {
	o.mu.Lock()
	origin, ok := o.byClass[c.index]
	o.mu.Unlock()
	if !ok && ownMemory(c.name) {
		origin.packages = ownPackages(c.name)
	}
	return origin
}

const (
	rootPackage   = "github.com/perfschema/perfschema"
	ringPackage   = rootPackage + "/internal/ring"
	slabPackage   = rootPackage + "/internal/slab"
	statPackage   = rootPackage + "/internal/stat"
	digestPackage = rootPackage + "/internal/digest"
	bucketPackage = rootPackage + "/internal/histogram"
	samplePackage = rootPackage + "/sampler"
)

// ownBufferPackages are the packages that allocate the Schema's own buffers,
// where it is not the root package alone.
var ownBufferPackages = map[string][]string{
	"metadata_locks":                      {slabPackage},
	"table_handles":                       {slabPackage},
	"events_statements_history":           {ringPackage},
	"events_stages_history":               {ringPackage},
	"events_transactions_history":         {ringPackage},
	"events_waits_history":                {ringPackage},
	"events_statements_history_long":      {ringPackage},
	"events_stages_history_long":          {ringPackage},
	"events_transactions_history_long":    {ringPackage},
	"events_waits_history_long":           {ringPackage},
	"events_summary_by_thread":            {statPackage, rootPackage},
	"events_summary_by_account":           {statPackage, rootPackage},
	"events_summary_by_user":              {statPackage, rootPackage},
	"events_summary_by_host":              {statPackage, rootPackage},
	"events_summary_global":               {statPackage, rootPackage},
	"sqltext":                             {digestPackage, rootPackage},
	"events_statements_summary_by_digest": {rootPackage, digestPackage, bucketPackage},
	"events_statements_histogram_global":  {bucketPackage, rootPackage},
}

// ownPackages are those of another buffer: one of the tables of profiling is the
// profiler's.
func ownPackages(class string) []string {
	name := class[len(ownMemoryPrefix):]
	if p, ok := ownBufferPackages[name]; ok {
		return p
	}
	if strings.HasPrefix(name, "profiling.") {
		return samplerAndRoot
	}
	return rootOnly
}

var rootOnly, samplerAndRoot = []string{rootPackage}, []string{samplePackage, rootPackage}

const ownMemoryPrefix = "memory/performance_schema/"
