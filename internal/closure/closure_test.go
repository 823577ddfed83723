package closure

import (
	"fmt"
	"io"
	"runtime"
	"strings"
	"sync"
	"testing"
)

// named is a Reader that tells itself from others.
type named struct{ name string }

func (n *named) Read([]byte) (int, error) { return 0, io.EOF }

// small is a Reader by value.
type small int

func (small) Read([]byte) (int, error) { return 0, io.EOF }

//go:noinline
func one(r io.Reader) func() { return func() { _, _ = r.Read(nil) } }

//go:noinline
func between(a string, r io.Reader, b, c int, s io.Reader, d []byte) func() {
	return func() { fmt.Fprint(io.Discard, a, r, b, c, s, d) }
}

//go:noinline
func assigned(r io.Reader) func() { return func() { _, _ = r.Read(nil); r = nil } }

//go:noinline
func numbers(a, b, c, d uintptr) func() uintptr { return func() uintptr { return a + b + c + d } }

func names(rs []io.Reader) string {
	var b strings.Builder
	for _, r := range rs {
		if n, ok := r.(*named); ok {
			b.WriteString(n.name)
		} else {
			fmt.Fprint(&b, r)
		}
	}
	return b.String()
}

// known reports whether this Go lets closures be read.
func known() bool { return len(Captured(one(&named{"a"}), io.Reader((*named)(nil)))) == 1 }

// TestCaptured checks what is found in closures of each kind, beside garbage collections that
// reuse the memory around them.
func TestCaptured(t *testing.T) {
	if !known() {
		t.Skip("closures of this Go are not read")
	}
	a, b := &named{"a"}, &named{"b"}
	kinds := []io.Reader{(*named)(nil), small(0)}
	for name, c := range map[string]struct {
		f    func() // made anew each time
		want string
	}{
		"nil":              {nil, ""},
		"captures nothing": {func() {}, ""},
		"one":              {one(a), "a"},
		"by value":         {one(small(7)), "7"},
		"of another type":  {one(strings.NewReader("")), ""},
		"nil within":       {one(nil), ""},
		"several":          {between("x", a, 1, 2, b, []byte("y")), "ab"},
		"assigned later":   {assigned(a), ""},
		"method value":     {func() { _, _ = a.Read(nil) }, ""},
	} {
		for range 3 {
			if got := names(Captured(c.f, kinds...)); got != c.want {
				t.Errorf("%s: %q, want %q", name, got, c.want)
			}
			runtime.GC()
		}
	}
	if got := Captured(numbers(1, 2, 3, 4), kinds...); got != nil {
		t.Errorf("in numbers: %v", got)
	}
	if got := Captured[any](one(a), any(a)); got != nil {
		t.Errorf("an interface without methods: %v", got)
	}
	if got := Captured("a string is no function", kinds...); got != nil {
		t.Errorf("in a string: %v", got)
	}
}

// TestCapturedIsTheClosuresOwn makes closures of each size, many beside one another, and
// checks that each gives its own value and none of its neighbour.
func TestCapturedIsTheClosuresOwn(t *testing.T) {
	if !known() {
		t.Skip("closures of this Go are not read")
	}
	var wg sync.WaitGroup
	for g := range 4 {
		wg.Go(func() {
			var all []func()
			var want []string
			for i := range 2000 {
				n := &named{fmt.Sprint(g, "-", i, " ")}
				switch i % 4 {
				case 0:
					all, want = append(all, one(n)), append(want, n.name)
				case 1:
					all, want = append(all, between("", n, i, i, n, nil)), append(want, n.name+n.name)
				case 2:
					k := i
					all, want = append(all, func() { fmt.Fprint(io.Discard, k) }), append(want, "")
				case 3:
					all, want = append(all, assigned(n)), append(want, "")
				}
			}
			for i, f := range all {
				if got := names(Captured(f, io.Reader((*named)(nil)))); got != want[i] {
					t.Errorf("closure %d gives %q, want %q", i, got, want[i])
					return
				}
			}
		})
	}
	wg.Wait()
}
