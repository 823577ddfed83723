package goheap

import (
	"bytes"
	"math"
	"math/rand/v2"
	"runtime"
	"runtime/metrics"
	"testing"
)

func TestOfRuntime(t *testing.T) {
	for name, want := range map[string]bool{
		"": true, "runtime": true, "runtime/metrics": true, "internal/runtime/maps": true, "internal/bytealg": true,
		"strings": false, "bytes": false, "reflect": false, "runtimes": false, "main": false,
	} {
		if got := ofRuntime(name); got != want {
			t.Errorf("ofRuntime(%q) = %v", name, got)
		}
	}
}

func TestPackageName(t *testing.T) {
	for _, test := range []struct{ function, want string }{
		{"main.main", "main"},
		{"net/http.(*conn).serve", "net/http"},
		{"bytes.growSlice", "bytes"},
		{"example.com/a.b/c.F.func1", "example.com/a.b/c"},
		{"gopkg.in/yaml%2ev3.(*Decoder).Decode", "gopkg.in/yaml.v3"},
		{"example.com/ring.New[go.shape.*example.com/x.T]", "example.com/ring"},
		{"example.com/ring.(*Ring[...]).Push", "example.com/ring"},
		{"runtime/pprof.StartCPUProfile", "runtime/pprof"},
		{"_cgo_topofstack", ""},
		{"", ""},
	} {
		if got := PackageName(test.function); got != test.want {
			t.Errorf("PackageName(%q) = %q, want %q", test.function, got, test.want)
		}
	}
}

// TestPackageOfStack holds that the first function beyond the runtime decides,
// an inlined one too.
func TestPackageOfStack(t *testing.T) {
	var r Reader
	var stack [32]uintptr
	n := runtime.Callers(0, stack[:]) // begins with runtime.Callers
	for range 2 {                     // read, then remembered
		if got := r.packageOf(stack[:n]); got != "github.com/perfschema/perfschema/internal/goheap" {
			t.Errorf("package is %q", got)
		}
	}
	if got := r.packageOf(nil); got != runtimePackage {
		t.Errorf("an empty stack is of %q", got)
	}
	bottom := stack[n-1 : n] // runtime.goexit
	if got := r.packageOf(bottom); got != runtimePackage {
		t.Errorf("%v is of %q", runtime.FuncForPC(bottom[0]).Name(), got)
	}
}

// TestScale samples allocations as the runtime does, with a generator that is
// always the same, and holds that what is estimated lies as near to the truth
// as the standard error says.
func TestScale(t *testing.T) {
	const rate, allocations = 4096, 50_000
	random := rand.New(rand.NewPCG(1, 2))
	for _, size := range []int64{16, 512, 4096, 12288} {
		var within, far int
		const rounds = 200
		for range rounds {
			var rec runtime.MemProfileRecord
			p := -math.Expm1(-float64(size) / rate)
			for range allocations {
				if random.Float64() < p {
					rec.AllocObjects++
					rec.AllocBytes += size
				}
			}
			var e estimate
			e.add(&rec, rate)
			u := e.usage("p")
			off := math.Abs(float64(u.Bytes() - allocations*size))
			if off <= float64(u.Error)+1 {
				within++
			}
			if off > 4*float64(u.Error)+1 {
				far++
			}
		}
		// Two thirds within one error; 4 errors are missed once in 16,000.
		if within < rounds/2 || far > 0 {
			t.Errorf("size %d: %d of %d within one standard error, %d beyond four", size, within, rounds, far)
		}
	}
}

func TestScaleEverySample(t *testing.T) {
	var e estimate
	rec := runtime.MemProfileRecord{AllocBytes: 300, AllocObjects: 3, FreeBytes: 100, FreeObjects: 1}
	e.add(&rec, 1)
	if got, want := e.usage("p"), (Usage{Package: "p", AllocObjects: 3, FreeObjects: 1, AllocBytes: 300, FreeBytes: 100}); got != want {
		t.Errorf("got %+v, want %+v", got, want)
	}
}

var kept []byte

// TestReadNamesThisPackage allocates more at once than the sampling can miss:
// an allocation of 64 MiB goes unsampled once in e¹²⁸ times at the default rate.
func TestReadNamesThisPackage(t *testing.T) {
	if runtime.MemProfileRate > 512<<10 || runtime.MemProfileRate == 0 {
		t.Skip("memory is not sampled at the default rate")
	}
	var r Reader
	before := bytesOf(r.Read(), "github.com/perfschema/perfschema/internal/goheap")
	kept = make([]byte, 64<<20)
	runtime.GC() // publishes
	runtime.GC()
	p := r.Read()
	grown := bytesOf(p, "github.com/perfschema/perfschema/internal/goheap") - before
	if off := grown - 64<<20; off < -4<<20 || off > 4<<20 {
		t.Errorf("64 MiB show as %d bytes more", grown)
	}
	for i := 1; i < len(p.Packages); i++ {
		if p.Packages[i-1].Bytes() < p.Packages[i].Bytes() {
			t.Fatalf("package %d has less than the next", i-1)
		}
	}
	runtime.KeepAlive(kept)
	kept = nil
}

func bytesOf(p Profile, name string) int64 {
	for i := range p.Packages {
		if p.Packages[i].Package == name {
			return p.Packages[i].Bytes()
		}
	}
	return 0
}

// TestHeldIsWhole holds that no figure of the runtime's total is left out or
// taken twice, and that every metric there is has its place.
func TestHeldIsWhole(t *testing.T) {
	known := map[string]bool{"/memory/classes/total:bytes": true}
	for _, m := range heldMetrics {
		known[m.name] = true
	}
	for _, d := range metrics.All() {
		if bytes.HasPrefix([]byte(d.Name), []byte("/memory/classes/")) && !known[d.Name] {
			t.Errorf("%s has no place", d.Name)
		}
		delete(known, d.Name)
	}
	for name := range known {
		if name != "/memory/classes/total:bytes" {
			t.Errorf("the runtime has no %s", name)
		}
	}
	runtime.GC() // another test has seen to one, if it ran before
	h := ReadHeld()
	total := []metrics.Sample{{Name: "/memory/classes/total:bytes"}}
	metrics.Read(total)
	sum := h.Objects + h.Unused + h.Free + h.Released + h.Stacks + h.OSStacks + h.MSpan + h.MCache + h.Buckets + h.Metadata + h.Other
	if off := int64(total[0].Value.Uint64()) - sum; off < -8<<20 || off > 8<<20 { // read one after the other
		t.Errorf("the parts are %d, the total %d", sum, total[0].Value.Uint64())
	}
	if h.Live > h.Objects+1<<16 || h.Live == 0 || h.ObjectCount <= 0 || h.Goroutines == 0 {
		t.Errorf("%+v", h)
	}
}

func BenchmarkRead(b *testing.B) {
	var r Reader
	for b.Loop() {
		r.Read()
	}
}

func BenchmarkReadHeld(b *testing.B) {
	for b.Loop() {
		ReadHeld()
	}
}
