package procmem

import (
	"iter"
	"strings"
)

// Instruments of the whole process, and the parts of that name.
const (
	PackagePrefix = "memory/go/heap/"
	OtherPackages = PackagePrefix + "other"
	Claimed       = PackagePrefix + "claimed"

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
	Files       = "memory/os/file"
	osMalloc    = "memory/os/malloc"
	osStacks    = "memory/os/thread_stacks"
	osKernel    = "memory/os/kernel"
	osAnonymous = "memory/os/anonymous"
	osClaimed   = "memory/os/claimed"

	unexplained = "unexplained"
)

// class is one of these.
type class struct {
	name string
	kind Kind
	doc  string
}

// counted are those of which a number is known as well as bytes.
var counted = map[string]bool{
	OtherPackages: true, runtimeStacks: true, Files: true, osMalloc: true, osStacks: true, osKernel: true, osAnonymous: true,
}

// classes are in the order of parts.
var classes = []class{
	{OtherPackages, Sampled, "sampled: packages for which there is no room in performance_schema_max_memory_classes"},
	{Claimed, Exact, "taken off: what memory instruments counted when the heap profile was taken and is in it too, because no package is known that allocates it, or these had less"},
	{runtimeLive, OfRuntime, "objects that the last garbage collection found alive, less those that memory instruments count: in a program that samples no allocations, with runtime.MemProfileRate 0"},
	{runtimeGrowth, OfRuntime, "how much more the last garbage collection found alive than the one that the heap profile shows, both as the runtime counts it, less how much more memory instruments counted; negative if it was less; not known before the second collection"},
	{runtimeGarbage, OfRuntime, "objects found dead and not yet swept, and those allocated since the last garbage collection, dead or alive, less those that memory instruments count"},
	{runtimeUnused, OfRuntime, "room in the spans of the heap that no object takes"},
	{runtimeFree, OfRuntime, "free pages of the heap, kept for the next spans"},
	{runtimeReleased, OfRuntime, "pages of the heap given back that the operating system has not taken yet"},
	{runtimeStacks, OfRuntime, "stacks of goroutines"},
	{runtimeWork, OfRuntime, "work buffers of the garbage collector"},
	{runtimeUntouched, OfSystem, "taken off: pages of the heap that are counted above and were never written to, so that they take no memory"},
	{runtimeOSStacks, OfRuntime, "stacks of threads that the runtime knows of; where the operating system tells, memory/os/thread_stacks has them"},
	{runtimeMSpan, OfRuntime, "descriptions of spans"},
	{runtimeMCache, OfRuntime, "descriptions of caches of spans"},
	{runtimeBuckets, OfRuntime, "call stacks of profiles"},
	{runtimeMetadata, OfRuntime, "mark bits, page summaries and the like"},
	{runtimeMisc, OfRuntime, "what else the runtime has mapped"},
	{runtimeReserved, OfSystem, "taken off: pages of the five above that take no memory"},
	{osText, OfSystem, "instructions of the program's file"},
	{osROData, OfSystem, "constants of the program's file, its tables of functions and lines among them"},
	{osData, OfSystem, "variables of the program that start with a value"},
	{osBSS, OfSystem, "variables of the program that start as zero"},
	{Files, OfSystem, "other files that are mapped, libraries among them, and shared memory"},
	{osMalloc, OfSystem, "heaps of the C library, without its large blocks"},
	{osStacks, OfSystem, "stacks of threads of the operating system"},
	{osKernel, OfSystem, "pages the kernel lends"},
	{osAnonymous, OfSystem, "other anonymous memory: large blocks of the C library, and what the program maps by itself"},
	{osClaimed, Exact, "taken off: what memory instruments count outside the Go heap beyond what there is in memory of it"},
}

// classOf finds the description of a part.
var classOf = func() map[string]*class {
	m := make(map[string]*class, len(classes))
	for i := range classes {
		m[classes[i].name] = &classes[i]
	}
	return m
}()

// PackageDocumentation describes the part of a package.
func PackageDocumentation(name string) string {
	return "sampled: estimated from the heap profile of what package " + name + " allocates, as of the garbage collection before the last, without what memory instruments count"
}

// Owns says whether an instrument is one of the whole process.
func Owns(name string) bool {
	return strings.HasPrefix(name, "memory/go/") || strings.HasPrefix(name, "memory/os/")
}

// Class describes the parts of one name that are there in every process.
type Class struct {
	Name, Documentation string
	Counted             bool // a number is known as well as bytes
}

// Classes yields them in the order of parts.
func Classes() iter.Seq[Class] {
	return func(yield func(Class) bool) {
		for _, c := range classes {
			if !yield(Class{c.name, c.doc, counted[c.name]}) {
				return
			}
		}
	}
}

// IsClass says whether a name is one of theirs.
func IsClass(name string) bool { return classOf[name] != nil }
