package perfschema

import (
	"math/bits"
	"sync/atomic"
	"unsafe"

	"github.com/perfschema/perfschema/record"
	"github.com/perfschema/perfschema/relaxed"
	"github.com/perfschema/perfschema/snowset"
)

// firstIO is the first of the resources of which bytes are counted; the others
// follow it up to snowset.ResourceRemoteExtWrite.
const (
	firstIO = snowset.ResourcePersistentReadCache
	numIO   = snowset.ResourceRemoteExtWrite - firstIO + 1
)

// sampledIO is what one statement moved.
type sampledIO [numIO]record.ResourceIO

// wordMore is what few running statements have. It counts what a statement
// moves: its thread by itself, and its children, who share their words.
type wordMore struct {
	cores  relaxed.Uint32 // that the statement may use, 0 if it does not say
	own    [numIO]struct{ bytes, requests relaxed.Uint64 }
	helped [numIO]struct{ bytes, requests atomic.Uint64 }
	// Bit i is set if own[i], and helped[i], is not zero.
	ownUsed    relaxed.Uint32
	helpedUsed atomic.Uint32
	changes    atomic.Pointer[resourceChanges]
}

// count adds an operation that moved bytes to the statement a thread works on.
// The first of a thread makes room for its words.
func (c *stateWord) count(r snowset.Resource, bytes int64) {
	i := r - firstIO
	if i >= numIO {
		return
	}
	root := c.root.Load()
	if root == c.slot {
		x := c.needMore()
		x.own[i].bytes.Add(uint64(bytes))
		x.own[i].requests.Add(1)
		if used := x.ownUsed.Load(); used&(1<<i) == 0 {
			x.ownUsed.Store(used | 1<<i)
		}
		return
	}
	x := c.sampling.at(root).needMore()
	x.helped[i].bytes.Add(uint64(bytes))
	x.helped[i].requests.Add(1)
	if x.helpedUsed.Load()&(1<<i) == 0 { // after what it stands for: forget must not miss that
		x.helpedUsed.Or(1 << i)
	}
}

func (c *stateWord) needMore() *wordMore {
	if x := c.more.Load(); x != nil {
		return x
	}
	if x := new(wordMore); c.more.CompareAndSwap(nil, x) {
		c.sampling.extra.Add(uint64(unsafe.Sizeof(*x)))
	}
	return c.more.Load()
}

// forget begins a statement that has said and moved nothing.
func (x *wordMore) forget() {
	if x == nil {
		return
	}
	x.cores.Store(0)
	for used := x.ownUsed.Load(); used != 0; used &= used - 1 {
		i := bits.TrailingZeros32(used)
		x.own[i].bytes.Store(0)
		x.own[i].requests.Store(0)
	}
	x.ownUsed.Store(0)
	if x.helpedUsed.Load() == 0 { // an exchange costs far more
		return
	}
	for used := x.helpedUsed.Swap(0); used != 0; used &= used - 1 {
		i := bits.TrailingZeros32(used)
		x.helped[i].bytes.Store(0)
		x.helped[i].requests.Store(0)
	}
}

// sumIO copies what the statement has moved so far.
func (c *stateWord) sumIO(dst *sampledIO) {
	*dst = sampledIO{}
	x := c.more.Load()
	if x == nil {
		return
	}
	for used := x.ownUsed.Load() | x.helpedUsed.Load(); used != 0; used &= used - 1 {
		i := bits.TrailingZeros32(used)
		dst[i] = record.ResourceIO{
			Bytes:    x.own[i].bytes.Load() + x.helped[i].bytes.Load(),
			Requests: x.own[i].requests.Load() + x.helped[i].requests.Load(),
		}
	}
}

// kept is a copy to keep, nil of nothing.
func (x *sampledIO) kept() *sampledIO {
	if *x == (sampledIO{}) {
		return nil
	}
	c := *x
	return &c
}

// IO is what the statement read from or wrote to a resource, in operations of
// its own thread and of its children's; nothing for a resource that is no
// storage. Source: the bytes of file and socket instruments, enabled or not.
func (p *SampledStatement) IO(r snowset.Resource) record.ResourceIO {
	if i := r - firstIO; p.io != nil && i < numIO {
		return p.io[i]
	}
	return record.ResourceIO{}
}
