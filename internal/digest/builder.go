package digest

import (
	"crypto/sha256"
	"strings"
)

// Mode holds the parts of sql_mode that change how a statement is read.
type Mode uint8

const (
	// ANSIQuotes makes "x" an identifier.
	ANSIQuotes Mode = 1 << iota
	// NoBackslashEscapes makes a backslash in a string an ordinary character.
	NoBackslashEscapes
	// PipesAsConcat makes || the concatenation operator. The text is the same, the
	// digest differs.
	PipesAsConcat
	// IgnoreSpace allows blanks between a function's name and its parenthesis.
	IgnoreSpace
)

// Prefix says in front of what a prepared statement's digest stands.
type Prefix uint16

const (
	// Prepare is for the SQL statement PREPARE: PREPARE and the prepared statement.
	Prepare = Prefix(tokPrepare)
	// Execute is for the SQL statement EXECUTE.
	Execute = Prefix(tokExecute)
	// Deallocate is for what closes a prepared statement.
	Deallocate = Prefix(tokDeallocate)
	// Name is in front of what is no SQL, and is a digest's text as it stands.
	Name = Prefix(tokName)
)

// Builder computes digests, one after the other. The zero value is ready; the
// first call, and one with a larger maxLength than before, allocates the buffer,
// later ones allocate nothing. A Builder serves one goroutine at a time.
type Builder struct {
	// Mode may be changed between calls.
	Mode Mode

	mem   []byte
	buf   []byte // the token array so far
	limit int
	floor int // end of the last identifier: no reduction reaches below it
	last  int // start of the last token
	full  bool
}

// New returns a Builder with room for token arrays of maxLength bytes
// (max_digest_length).
func New(maxLength int) *Builder {
	return &Builder{mem: make([]byte, 0, max(maxLength, 0))}
}

// Bytes returns the size of the buffer held.
func (b *Builder) Bytes() int { return cap(b.mem) }

// Compute returns the digest of a statement and its token array of at most
// maxLength bytes, valid until the next call. Tokens that do not fit are left
// out of array and hash; nothing in the text tells of it. A statement without
// tokens, or a maxLength below 1, gives the zero Sum and no tokens.
//
// It takes about a microsecond for a statement of 120 bytes. Any input is
// accepted: what MySQL would reject as malformed still gets some digest.
func (b *Builder) Compute(sql string, maxLength int) (Sum, []byte) {
	b.reset(maxLength)
	return b.compute(sql)
}

// ComputePrefixed is Compute for a statement that PREPARE or EXECUTE names: the
// digest is that of the prefix followed by the prepared statement. Behind Name
// stands a text that is not scanned; it is cut to fit.
func (b *Builder) ComputePrefixed(prefix Prefix, sql string, maxLength int) (Sum, []byte) {
	b.reset(maxLength)
	if prefix == Name {
		return b.name(sql)
	}
	b.store(token(prefix))
	return b.compute(sql)
}

// name gives a text that is no SQL the digest of a statement that is nothing else.
func (b *Builder) name(text string) (Sum, []byte) {
	if n := min(b.limit, maxIdent) - identHeader; len(text) > n {
		text = strings.ToValidUTF8(text[:max(n, 0)], "")
	}
	if text == "" {
		return Sum{}, nil
	}
	b.storeText(tokName, text)
	return sha256.Sum256(b.buf), b.buf
}

func (b *Builder) reset(maxLength int) {
	b.limit = max(maxLength, 0)
	if cap(b.mem) < b.limit {
		b.mem = make([]byte, 0, b.limit)
	}
	b.buf, b.floor, b.last, b.full = b.mem[:0], 0, 0, false
}

func (b *Builder) compute(sql string) (Sum, []byte) {
	s := scanner{b: b, sql: sql, first: tokNone, byDepth: noList, mode: b.Mode}
	s.run()
	for b.peek(1) == ';' {
		b.drop(1)
	}
	if len(b.buf) == 0 {
		return Sum{}, nil
	}
	return Sum(sha256.Sum256(b.buf)), b.buf
}
