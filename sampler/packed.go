package sampler

import (
	"time"
	"unsafe"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/activity"
	"github.com/perfschema/perfschema/internal/packed"
)

// Profiles at rest are packed: numbers in memory without pointers, what differs in length
// in blocks. A profile that is read is made anew. So the garbage collector has nothing to
// follow in them, however many there are, and a profile takes the room of one that was
// evicted without an allocation.

// packedProfile is a profile at rest. The zero value is none.
type packedProfile struct {
	statement                 perfschema.PackedStatement
	cores, weight             int
	samples                   uint64
	elapsed, coreTime, queued time.Duration
	user, kernel, tick        time.Duration
	planHash                  uint64
	queuedKnown, kernelKnown  bool

	rest       chain // of the statement, and the cells
	plan, text chain
}

// profileChunk is how many profiles are allocated together.
const profileChunk = 64

// packedProfiles is profiles at rest, by number.
type packedProfiles struct {
	chunks []*[profileChunk]packedProfile
	packer perfschema.StatementPacker
	blocks blocks
	buf    []byte
	schema *perfschema.Schema
}

// at is the place of a profile. There is one for each number up to the last asked for.
func (k *packedProfiles) at(i int32) *packedProfile {
	for int(i/profileChunk) >= len(k.chunks) {
		k.chunks = append(k.chunks, new([profileChunk]packedProfile))
	}
	return &k.chunks[i/profileChunk][i%profileChunk]
}

// pack puts a profile at rest in a place where none is.
func (k *packedProfiles) pack(to *packedProfile, p *Profile) {
	k.schema = p.schema
	to.cores, to.weight, to.samples = p.Cores, p.Weight, p.Samples
	to.elapsed, to.coreTime, to.queued, to.queuedKnown = p.Elapsed, p.CoreTime, p.Queued, p.QueuedKnown
	to.user, to.kernel, to.kernelKnown, to.tick = p.User, p.Kernel, p.KernelKnown, p.tick
	to.planHash = p.plan
	buf := k.packer.Pack(&to.statement, k.buf[:0], p.Statement)
	buf = packed.AppendUint(buf, uint64(len(p.cells)))
	for _, c := range p.cells {
		buf = packed.AppendInt(packed.AppendInt(packed.AppendUint(buf, uint64(c.key)), c.time), c.wall)
	}
	to.rest = k.blocks.put(buf)
	buf = p.Statement.Plan().Pack(buf[:0])
	to.plan = k.blocks.put(buf)
	buf = append(buf[:0], p.Statement.Text()...)
	to.text = k.blocks.put(buf)
	k.keepRoom(buf)
}

// unpack makes a profile as it was when it was packed.
func (k *packedProfiles) unpack(from *packedProfile) *Profile {
	e := &ended{given: true}
	p := &e.profile
	*p = Profile{
		Statement: &e.SampledStatement, Cores: from.cores, Weight: from.weight, Samples: from.samples, Elapsed: from.elapsed, CoreTime: from.coreTime,
		Queued: from.queued, QueuedKnown: from.queuedKnown, tick: from.tick, plan: from.planHash,
		Spent: Spent{User: from.user, Kernel: from.kernel, KernelKnown: from.kernelKnown, schema: k.schema},
	}
	plan := activity.UnpackPlan(k.get(from.plan))
	cells := packed.NewReader(k.packer.Unpack(p.Statement, &from.statement, k.get(from.rest), k.get(from.text), plan))
	p.cells = make([]tallied, cells.Uint())
	for i := range p.cells {
		p.cells[i] = tallied{uint32(cells.Uint()), cells.Int(), cells.Int()}
	}
	return p
}

// get is a copy of what a chain keeps.
func (k *packedProfiles) get(c chain) string {
	buf := k.blocks.get(k.buf[:0], c)
	k.keepRoom(buf)
	return string(buf)
}

// mostRoom is the largest buffer, in bytes, that is kept between profiles: few profiles need more.
const mostRoom = 64 << 10

// keepRoom keeps buf for the next profile that is packed or unpacked, unless it is larger than mostRoom.
func (k *packedProfiles) keepRoom(buf []byte) {
	if cap(buf) <= mostRoom {
		k.buf = buf[:0]
	}
}

// drop empties the place of a profile.
func (k *packedProfiles) drop(p *packedProfile) {
	k.packer.Drop(&p.statement)
	k.blocks.drop(&p.rest)
	k.dropPlan(p)
	k.blocks.drop(&p.text)
}

func (k *packedProfiles) dropPlan(p *packedProfile) { k.blocks.drop(&p.plan) }

func (k *packedProfiles) dropText(p *packedProfile) {
	k.blocks.drop(&p.text)
	p.statement.DropText()
}

// tidy moves the chains to new chunks if most blocks are unused. n is the number of places.
func (k *packedProfiles) tidy(n int) {
	if !k.blocks.sparse() {
		return
	}
	var b blocks
	buf := k.buf
	for i := range int32(n) {
		p := k.at(i)
		for _, c := range [...]*chain{&p.rest, &p.plan, &p.text} {
			buf = k.blocks.get(buf[:0], *c)
			*c = b.put(buf)
		}
	}
	k.keepRoom(buf)
	k.blocks = b
}

// memory is the bytes that all of it takes.
func (k *packedProfiles) memory() uint64 {
	const digest = 64 // in the map and the list of those that packed statements have, on average
	return uint64(len(k.chunks))*uint64(unsafe.Sizeof([profileChunk]packedProfile{})) + k.blocks.memory() + uint64(cap(k.buf)) + uint64(k.packer.Digests())*digest
}
