package perfschema

import (
	"encoding/binary"

	"github.com/perfschema/perfschema/internal/digest"
)

// ComputeDigest gives the statement the digest of its text, if the consumer
// statements_digest is on. Call it once the text has parsed: MySQL has no
// digest for what does not. About a microsecond for 120 bytes.
func (h Statement) ComputeDigest() {
	if st := h.running(); st != nil {
		st.computeDigest(st.fullText, 0)
	}
}

// SetDigest gives the statement a digest that is not made from its text, for what
// has no SQL: DIGEST_TEXT is name, as it stands, and statements of one name and
// CURRENT_SCHEMA are one row of events_statements_summary_by_digest. A name is of a
// kind of statement and not of one: the route of a request, not its address. It is
// cut at performance_schema_max_digest_length bytes.
func (h Statement) SetDigest(name string) {
	if st := h.running(); st != nil {
		st.computeDigest(name, digest.Name)
	}
}

// ComputePrepareDigest is ComputeDigest for what prepares a statement, PREPARE or a command
// of the client protocol: MySQL records it by the text it prepares, which is to be set
// first, behind the word PREPARE.
func (h Statement) ComputePrepareDigest() {
	if st := h.running(); st != nil {
		st.computeDigest(st.fullText, digest.Prepare)
	}
}

// ComputeDeallocateDigest is the same for a command that closes a prepared statement.
func (h Statement) ComputeDeallocateDigest() {
	if st := h.running(); st != nil {
		st.computeDigest(st.fullText, digest.Deallocate)
	}
}

// ComputeExecuteDigest is the same for what executes one.
func (h Statement) ComputeExecuteDigest() {
	if st := h.running(); st != nil {
		st.computeDigest(st.fullText, digest.Execute)
	}
}

func (st *statementSlot) computeDigest(text string, prefix digest.Prefix) {
	if !st.takesDigest() {
		return
	}
	s := st.thread.schema
	table := s.digests.table.Load()
	executed := st.prepared
	if st.preparing || prefix != 0 && prefix != digest.Execute {
		executed = nil
	}
	if entry := executed.digestOf(text, prefix, st.rec.schema, table); entry != nil {
		st.thread.lock.Begin()
		st.rec.sum, st.rec.hasDigest, st.rec.entry = entry.sum, true, entry
		st.thread.lock.End()
		return
	}
	// A program executes the same string again and again.
	if text != st.digested || st.digested == "" || st.prefixed != prefix {
		if prefix == 0 {
			st.sum, st.tokens = st.builder.Compute(text, int(s.sizes.MaxDigestLength))
		} else {
			limit := s.sizes.MaxDigestLength
			if prefix == digest.Name { // a part of it has no text
				limit = min(limit, s.sizes.DigestLength)
			}
			st.sum, st.tokens = st.builder.ComputePrefixed(prefix, text, int(limit))
		}
		st.tokens = st.tokens[:min(len(st.tokens), int(s.sizes.DigestLength))] // less of the text, the same digest
		st.digested, st.prefixed = "", prefix
		if len(text) <= int(s.sizes.SQLTextLength) {
			st.digested = text
		}
	}
	if entry := st.setDigest(table); executed != nil && entry != nil && st.digested != "" {
		executed.text, executed.prefix, executed.digest = text, prefix, entry
	}
}

// takesDigest says whether there is anything to be done for a digest.
func (st *statementSlot) takesDigest() bool {
	s := st.thread.schema
	return s.sizes.MaxDigestLength != 0 && s.sizes.DigestLength != 0 && s.sizes.Digests != 0 && s.consumerSet().has(ConsumerStatementsDigest)
}

// setDigest gives the event the digest that was worked out, and returns its row, nil
// if it has none yet.
func (st *statementSlot) setDigest(table *digestSlots) *digestEntry {
	if st.sum.IsZero() {
		return nil // nothing but comments
	}
	entry := st.found
	if entry == nil || entry.generation != table.generation || entry.sum != st.sum || entry.schema != st.rec.schema {
		entry = st.thread.schema.digests.find(st.sum, st.rec.schema)
		st.found = entry
	}
	st.thread.lock.Begin()
	st.rec.sum, st.rec.hasDigest, st.rec.entry = st.sum, true, entry
	st.buffered = cap(st.tokens) + len(st.digested)
	st.thread.lock.End()
	return entry
}

// DigestHash is a part of the statement's digest, which tells it from others all
// but surely; 0 if it has none. Only the Thread's writer calls it. A load.
func (h Statement) DigestHash() uint64 {
	st := h.running()
	if st == nil || !st.rec.hasDigest {
		return 0
	}
	return binary.LittleEndian.Uint64(st.rec.sum[:])
}

// Digest is DIGEST of the statement, "" if it has none. Only the Thread's writer calls it.
// An allocation.
func (h Statement) Digest() string {
	st := h.running()
	if st == nil || !st.rec.hasDigest {
		return ""
	}
	return st.rec.sum.String()
}
