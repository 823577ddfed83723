package perfschema

import "strings"

// Instruments of the whole process, and the parts of that name.
const (
	heapPackagePrefix = "memory/go/heap/"
	heapOther         = heapPackagePrefix + "other"
	heapClaimed       = heapPackagePrefix + "claimed"

	runtimeLive      = "memory/go/runtime/live"
	runtimeGrowth    = "memory/go/runtime/growth"
	runtimeGarbage   = "memory/go/runtime/garbage"
	runtimeUnused    = "memory/go/runtime/span_unused"
	runtimeFree      = "memory/go/runtime/heap_free"
	runtimeReleased  = "memory/go/runtime/heap_released"
	runtimeUntouched = "memory/go/runtime/heap_untouched"
	runtimeStacks    = "memory/go/runtime/stacks"
	runtimeWork      = "memory/go/runtime/work_buffers"
	runtimeOSStacks  = "memory/go/runtime/os_stacks"
	runtimeMSpan     = "memory/go/runtime/mspan"
	runtimeMCache    = "memory/go/runtime/mcache"
	runtimeBuckets   = "memory/go/runtime/profiling_buckets"
	runtimeMetadata  = "memory/go/runtime/metadata"
	runtimeMisc      = "memory/go/runtime/other"
	runtimeReserved  = "memory/go/runtime/metadata_untouched"

	osText      = "memory/os/program/text"
	osROData    = "memory/os/program/rodata"
	osData      = "memory/os/program/data"
	osBSS       = "memory/os/program/bss"
	osFile      = "memory/os/file"
	osMalloc    = "memory/os/malloc"
	osStacks    = "memory/os/thread_stacks"
	osKernel    = "memory/os/kernel"
	osAnonymous = "memory/os/anonymous"
	osClaimed   = "memory/os/claimed"

	unexplained = "unexplained"
)

// processClass is one of these.
type processClass struct {
	name string
	kind MemoryPartKind
	doc  string
}

// countedClasses are those of which a number is known as well as bytes.
var countedClasses = map[string]bool{
	heapOther: true, runtimeStacks: true, osFile: true, osMalloc: true, osStacks: true, osKernel: true, osAnonymous: true,
}

// processClasses are in the order of parts.
var processClasses = []processClass{
	{heapOther, MemorySampled, "sampled: packages for which there is no room in performance_schema_max_memory_classes"},
	{heapClaimed, MemoryExact, "taken off: what memory instruments counted when the heap profile was taken and is in it too, because no package is known that allocates it, or these had less"},
	{runtimeLive, MemoryOfRuntime, "objects that the last garbage collection found alive, less those that memory instruments count: in a program that samples no allocations, with runtime.MemProfileRate 0"},
	{runtimeGrowth, MemoryOfRuntime, "how much more the last garbage collection found alive than the one that the heap profile shows, both as the runtime counts it, less how much more memory instruments counted; negative if it was less; not known before the second collection"},
	{runtimeGarbage, MemoryOfRuntime, "objects found dead and not yet swept, and those allocated since the last garbage collection, dead or alive, less those that memory instruments count"},
	{runtimeUnused, MemoryOfRuntime, "room in the spans of the heap that no object takes"},
	{runtimeFree, MemoryOfRuntime, "free pages of the heap, kept for the next spans"},
	{runtimeReleased, MemoryOfRuntime, "pages of the heap given back that the operating system has not taken yet"},
	{runtimeStacks, MemoryOfRuntime, "stacks of goroutines"},
	{runtimeWork, MemoryOfRuntime, "work buffers of the garbage collector"},
	{runtimeUntouched, MemoryOfSystem, "taken off: pages of the heap that are counted above and were never written to, so that they take no memory"},
	{runtimeOSStacks, MemoryOfRuntime, "stacks of threads that the runtime knows of; where the operating system tells, memory/os/thread_stacks has them"},
	{runtimeMSpan, MemoryOfRuntime, "descriptions of spans"},
	{runtimeMCache, MemoryOfRuntime, "descriptions of caches of spans"},
	{runtimeBuckets, MemoryOfRuntime, "call stacks of profiles"},
	{runtimeMetadata, MemoryOfRuntime, "mark bits, page summaries and the like"},
	{runtimeMisc, MemoryOfRuntime, "what else the runtime has mapped"},
	{runtimeReserved, MemoryOfSystem, "taken off: pages of the five above that take no memory"},
	{osText, MemoryOfSystem, "instructions of the program's file"},
	{osROData, MemoryOfSystem, "constants of the program's file, its tables of functions and lines among them"},
	{osData, MemoryOfSystem, "variables of the program that start with a value"},
	{osBSS, MemoryOfSystem, "variables of the program that start as zero"},
	{osFile, MemoryOfSystem, "other files that are mapped, libraries among them, and shared memory"},
	{osMalloc, MemoryOfSystem, "heaps of the C library, without its large blocks"},
	{osStacks, MemoryOfSystem, "stacks of threads of the operating system"},
	{osKernel, MemoryOfSystem, "pages the kernel lends"},
	{osAnonymous, MemoryOfSystem, "other anonymous memory: large blocks of the C library, and what the program maps by itself"},
	{osClaimed, MemoryExact, "taken off: what memory instruments count outside the Go heap beyond what there is in memory of it"},
}

// processClassOf finds the description of a part.
var processClassOf = func() map[string]*processClass {
	m := make(map[string]*processClass, len(processClasses))
	for i := range processClasses {
		m[processClasses[i].name] = &processClasses[i]
	}
	return m
}()

func packageDocumentation(name string) string {
	return "sampled: estimated from the heap profile of what package " + name + " allocates, as of the garbage collection before the last, without what memory instruments count"
}

// ofProcess says whether an instrument is one of the whole process.
func ofProcess(name string) bool {
	return strings.HasPrefix(name, "memory/go/") || strings.HasPrefix(name, "memory/os/")
}
