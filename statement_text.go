package perfschema

import (
	"strings"
	"sync/atomic"

	"github.com/perfschema/perfschema/internal/digest"
)

// SetText sets SQL_TEXT, cut at performance_schema_max_sql_text_length bytes.
// The string is kept, not copied, unless it has to be cut.
func (h Statement) SetText(sql string) {
	st := h.running()
	if st == nil {
		return
	}
	st.fullText = sql
	limit := int(st.thread.schema.sizes.SQLTextLength)
	cut := len(sql) > limit
	if cut {
		sql = cutText(sql, limit)
	}
	st.thread.lock.Begin()
	st.rec.text, st.rec.truncated = sql, cut
	st.thread.lock.End()
}

// cutText copies the first bytes of a long text, so that the rest is not kept
// alive, and ends it in dots as MySQL does.
func cutText(sql string, limit int) string {
	if limit < 3 {
		return strings.Clone(sql[:limit])
	}
	return strings.ToValidUTF8(sql[:limit-3], "") + "..."
}

// SQLText is a statement's text with what is worked out from it once, for who runs the
// same text again and again. It never changes, and takes some hundred bytes beside
// the text.
type SQLText struct {
	shown     string
	truncated bool
	sum       digest.Sum
	tokens    []byte
	// found is the digest's row that the last statement of the text had: a text runs in
	// one database as a rule.
	found atomic.Pointer[digestEntry]
}

// NewSQLText works out the digest of a text. One with a secret in it is shown as its
// DIGEST_TEXT, which has no literals. About two microseconds; nil where the Schema is
// off. Any goroutine may call it.
func (s *Schema) NewSQLText(sql string, secret bool) *SQLText {
	if !s.Enabled() {
		return nil
	}
	x := &SQLText{shown: sql}
	var b digest.Builder
	x.sum, x.tokens = b.Compute(sql, int(s.sizes.MaxDigestLength))
	if secret {
		x.shown = digest.Text(x.tokens)
	}
	x.tokens = x.tokens[:min(len(x.tokens), int(s.sizes.DigestLength))]
	if limit := int(s.sizes.SQLTextLength); len(x.shown) > limit {
		x.shown, x.truncated = cutText(x.shown, limit), true
	}
	return x
}

// Shown is SQL_TEXT.
func (x *SQLText) Shown() string {
	if x == nil {
		return ""
	}
	return x.shown
}

// SetSQLText is SetText and ComputeDigest of a text that is known.
func (h Statement) SetSQLText(x *SQLText) {
	st := h.running()
	if x == nil || st == nil {
		return
	}
	st.fullText = x.shown
	st.thread.lock.Begin()
	st.rec.text, st.rec.truncated = x.shown, x.truncated
	st.thread.lock.End()
	if !st.takesDigest() {
		return
	}
	st.sum, st.tokens, st.digested = x.sum, x.tokens, ""
	found := x.found.Load()
	if found != nil {
		st.found = found
	}
	if entry := st.setDigest(st.thread.schema.digests.table.Load()); entry != found && entry != nil {
		x.found.Store(entry)
	}
}
