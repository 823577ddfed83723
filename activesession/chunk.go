package activesession

import (
	"time"
	"unsafe"
)

// chunkRows is how many rows a chunk has at most: two minutes of 20 active threads. firstRows is
// what it has room for to begin with.
const (
	chunkRows = 2048
	firstRows = 64
)

// chunk holds rows that came one after the other. Its texts are kept once each, and go with it.
// Rows that are in do not change.
type chunk struct {
	first uint64 // number of the first row
	rows  []packedRow
	texts []string
	bytes uint64 // of the texts

	// While rows are added: the number of each text, and of each digest's text.
	numbers map[string]uint32
	digests map[string]uint32
}

// packedRow is a Row without pointers, so that the garbage collector passes it by. Texts are
// numbers in the chunk's list.
type packedRow struct {
	sample, statement, event, thread, query, connection uint64
	at, elapsed, transactionAge                         int64
	plan, transaction, memory                           uint64
	blockerThread, blockerConnection                    uint64
	user, host, program, schema, eventName              uint32
	digest, digestText, stage                           uint32
	resource, operator, wait                            uint32
	objectType, objectSchema, objectName                uint32
	blockerDigest, blockerDigestText, blockers          uint32
	node                                                uint16
	state                                               State
	blockerState                                        BlockerState
	elapsedKnown                                        bool
}

// textBytes is what a text takes beside its bytes: its header and its place in a map.
const textBytes = 48

func newChunk(first uint64) *chunk {
	return &chunk{
		first: first, rows: make([]packedRow, 0, firstRows), texts: []string{""}, bytes: textBytes,
		numbers: map[string]uint32{"": 0}, digests: make(map[string]uint32),
	}
}

// size is the bytes that it takes.
func (c *chunk) size() uint64 {
	return uint64(unsafe.Sizeof(*c)) + uint64(cap(c.rows))*uint64(unsafe.Sizeof(packedRow{})) + c.bytes
}

// since returns the rows from a number on.
func (c *chunk) since(number uint64) Part {
	from := min(max(number, c.first)-c.first, uint64(len(c.rows)))
	return Part{c.rows[from:], c.texts}
}

func (c *chunk) full() bool { return len(c.rows) == chunkRows }

// seal forgets what is needed to add rows.
func (c *chunk) seal() { c.numbers, c.digests = nil, nil }

func (c *chunk) number(text string) uint32 {
	n, ok := c.numbers[text]
	if !ok {
		n = uint32(len(c.texts))
		c.texts = append(c.texts, text)
		c.numbers[text] = n
		c.bytes += textBytes + uint64(len(text))
	}
	return n
}

// digestOf numbers a digest and its text, which is asked for until it is known: of a text that was
// cut short it is when the statement has ended for the first time.
func (c *chunk) digestOf(digest string, text func() string) (d, t uint32) {
	if digest == "" {
		return 0, 0
	}
	d = c.number(digest)
	t, ok := c.digests[digest]
	if !ok {
		if t = c.number(text()); t != 0 {
			c.digests[digest] = t
		}
	}
	return d, t
}

// add adds a row, whose digests have their texts by the functions.
func (c *chunk) add(r *Row, digestText, blockerDigestText func() string) {
	p := packedRow{
		sample: r.SampleID, statement: r.StatementID, event: r.EventID, thread: r.ThreadID, query: r.QueryThreadID, connection: r.ProcesslistID,
		at: r.At.UnixNano(), elapsed: int64(r.Elapsed), transactionAge: int64(r.TransactionAge),
		plan: r.Plan, transaction: r.TransactionEventID, memory: r.Memory,
		blockerThread: r.Blocker.ThreadID, blockerConnection: r.Blocker.ProcesslistID, blockers: r.Blocker.Count,
		user: c.number(r.User), host: c.number(r.Host), program: c.number(r.Program), schema: c.number(r.Schema), eventName: c.number(r.EventName),
		stage: c.number(r.Stage), resource: c.number(r.Resource), operator: c.number(r.Operator), wait: c.number(r.Wait),
		objectType: c.number(r.Object.Type), objectSchema: c.number(r.Object.Schema), objectName: c.number(r.Object.Name),
		node: r.Node, state: r.State, blockerState: r.Blocker.State, elapsedKnown: r.ElapsedKnown,
	}
	p.digest, p.digestText = c.digestOf(r.Digest, digestText)
	p.blockerDigest, p.blockerDigestText = c.digestOf(r.Blocker.Digest, blockerDigestText)
	if n := len(c.rows); n == cap(c.rows) {
		c.rows = append(make([]packedRow, 0, min(2*n, chunkRows)), c.rows...)
	}
	c.rows = append(c.rows, p)
}

// row is a row as it was added.
func (p *packedRow) row(texts []string) Row {
	return Row{
		SampleID: p.sample, At: time.Unix(0, p.at), ThreadID: p.thread, QueryThreadID: p.query, ProcesslistID: p.connection,
		User: texts[p.user], Host: texts[p.host], Program: texts[p.program], Schema: texts[p.schema], EventName: texts[p.eventName],
		StatementID: p.statement, EventID: p.event, Digest: texts[p.digest], DigestText: texts[p.digestText], Plan: p.plan,
		Stage: texts[p.stage], Elapsed: time.Duration(p.elapsed), ElapsedKnown: p.elapsedKnown,
		State: p.state, Resource: texts[p.resource], Operator: texts[p.operator], Node: p.node,
		Wait: texts[p.wait], Object: Object{texts[p.objectType], texts[p.objectSchema], texts[p.objectName]},
		Blocker: Blocker{
			ThreadID: p.blockerThread, ProcesslistID: p.blockerConnection, Count: p.blockers, State: p.blockerState,
			Digest: texts[p.blockerDigest], DigestText: texts[p.blockerDigestText],
		},
		TransactionEventID: p.transaction, TransactionAge: time.Duration(p.transactionAge), Memory: p.memory,
	}
}
