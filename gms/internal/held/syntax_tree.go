package held

import (
	"math/bits"
	"sync/atomic"

	"github.com/dolthub/go-mysql-server/sql"
	ast "github.com/dolthub/vitess/go/vt/sqlparser"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/gms/internal/size"
)

// treeBlocks is the parse tree and the plan of the statement of a connection.
// The goroutine that drives it counts them.
type treeBlocks struct {
	parsed, plan perfschema.MemoryBlock
	key          uint64 // of the statement's kind, once known
}

// shortText is below which length a text's parse tree is not counted: it is some
// 16 KiB at most, and gone when the statement begins to run.
const shortText = 512

// CountParsed counts a parse tree that has just been made.
func (m *Statement) CountParsed(tree ast.Statement, st perfschema.Statement, text string) {
	if len(text) < shortText {
		return
	}
	if class := m.Server.Classes.tree; class.Counting() {
		m.trees.key = treeKey(st, text)
		bytes := m.Server.Trees.Find(m.trees.key)
		if bytes == 0 {
			bytes = size.Tree(tree)
			m.Server.Trees.Keep(m.trees.key, bytes)
		}
		m.trees.parsed = class.Alloc(m.thread, bytes)
	}
}

// CountPlan counts a plan that is about to run, of which so many nodes have been
// visited. Of the parse tree nothing is left then.
func (m *Statement) CountPlan(root sql.Node, nodes int, st perfschema.Statement, text string) {
	if class := m.Server.Classes.tree; class.Counting() {
		m.trees.plan = class.Alloc(m.thread, m.planBytes(root, nodes, st, text))
	}
	m.trees.parsed.Free(m.thread)
}

// CountBriefPlan is CountPlan for a plan that holds nothing else while it runs: it counts the
// allocation and its release at once.
func (m *Statement) CountBriefPlan(root sql.Node, nodes int, st perfschema.Statement, text string) {
	if class := m.Server.Classes.tree; class.Counting() {
		class.CountBrief(m.thread, m.planBytes(root, nodes, st, text))
	}
	if m.trees.key != 0 {
		m.trees.release(m.thread)
	}
}

// planBytes is the size of a plan: measured, or as large as one of the same statement that has as
// many nodes.
func (m *Statement) planBytes(root sql.Node, nodes int, st perfschema.Statement, text string) int64 {
	if m.trees.key == 0 {
		m.trees.key = treeKey(st, text)
	}
	key := Mix(m.trees.key ^ uint64(nodes+1))
	bytes := m.Server.Trees.Find(key)
	if bytes == 0 {
		bytes = size.Plan(root)
		m.Server.Trees.Keep(key, bytes)
	}
	return bytes
}

// release gives back what the statement has of both.
func (m *treeBlocks) release(t *perfschema.Thread) {
	m.key = 0
	m.parsed.Free(t)
	m.plan.Free(t)
}

// treeKey tells statements apart whose trees differ in size: by their digests,
// and, as a digest has lists of any length, by the lengths of their texts, in
// steps of an eighth.
func treeKey(st perfschema.Statement, text string) uint64 {
	h := st.DigestHash()
	if h == 0 {
		h = textShape(text)
	}
	return Mix(h + lengthStep(len(text)))
}

// lengthStep is the same for lengths that differ by no more than an eighth.
func lengthStep(n int) uint64 {
	const bitsKept = 4
	if b := bits.Len(uint(n)); b > bitsKept {
		return uint64(n)>>(b-bitsKept) | uint64(b)<<bitsKept
	}
	return uint64(n)
}

// shapeLength is up to where a text without a digest is looked at.
const shapeLength = 1 << 10

// textShape is the same for texts that differ in numbers and quoted strings
// alone. It stands for the digest of a statement that has none.
func textShape(s string) uint64 {
	h := uint64(14695981039346656037)
	s = s[:min(len(s), shapeLength)]
	for i := 0; i < len(s); i++ {
		c := s[i]
		switch {
		case c >= '0' && c <= '9':
			continue
		case c == '\'' || c == '"':
			for i++; i < len(s) && s[i] != c; i++ {
				if s[i] == '\\' {
					i++
				}
			}
		}
		h = (h ^ uint64(c)) * 1099511628211
	}
	return h | 1
}

func Mix(h uint64) uint64 {
	h ^= h >> 32
	h *= 0x9e3779b97f4a7c15
	return h ^ h>>29
}

// treeSizes remembers how large the trees of statements were: a word each, of
// which one half tells the key and the other has the size. Where two keys meet,
// the later one stays.
type treeSizes [1 << treeSizesBits]atomic.Uint64

const (
	treeSizesBits = 11
	treeSizeUnit  = 16
	treeSizeMask  = 1<<32 - 1
)

// Find is the size that is kept under a key, or 0.
func (s *treeSizes) Find(key uint64) int64 {
	w := s[key>>(64-treeSizesBits)].Load()
	if uint32(w>>32) != uint32(key) {
		return 0
	}
	return int64(w&treeSizeMask) * treeSizeUnit
}

func (s *treeSizes) Keep(key uint64, size int64) {
	n := min(max((size+treeSizeUnit-1)/treeSizeUnit, 1), treeSizeMask)
	s[key>>(64-treeSizesBits)].Store(key<<32 | uint64(n))
}
