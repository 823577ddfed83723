package perfschema

import "github.com/perfschema/perfschema/internal/digest"

// StatementNamer names what a running statement does before its digest is known.
type StatementNamer interface {
	// StatementName returns the text of the digest as far as it is known, "" if it is
	// not. Any goroutine may call it, also when the statement has ended.
	StatementName() string
}

// SetNamer sets the namer of a statement that runs: goroutines that [Go] starts meanwhile are
// shown under its name. Without a namer they are shown under the digest, or the text. The
// Thread keeps the namer until SetNamer(nil) or another one: call SetNamer(nil) before the
// statement ends.
func (h Statement) SetNamer(n StatementNamer) {
	st := h.running()
	if st == nil {
		return
	}
	st.thread.lock.Begin()
	st.namer, st.named = n, st.id
	st.thread.lock.End()
}

// origin is the statement that a goroutine of [Go] was started in. It outlives the
// statement, whose Thread serves others meanwhile.
type origin struct {
	entry *digestEntry // of the digest, nil if that was not known
	text  string
}

// origin returns the origin of a goroutine that is started for t. Any goroutine may call it.
func (t *Thread) origin() (o origin) {
	var namer StatementNamer
	for {
		v := t.lock.Start()
		o, namer = t.info.origin, nil
		if t.depth > 0 {
			if st := t.stack[0].Load(); st != nil {
				o = origin{st.rec.entry, st.rec.text}
				if st.named == st.rec.statementID {
					namer = st.namer
				}
			}
		}
		if t.lock.Valid(v) {
			break
		}
	}
	if namer != nil {
		if name := namer.StatementName(); name != "" {
			return origin{text: name}
		}
	}
	return o
}

// startGoroutine shows that a function runs on a Thread of [Go], and since when.
func (t *Thread) startGoroutine(o origin) {
	if t == nil {
		return
	}
	now := t.now()
	t.publish(func(a *threadAttributes) {
		a.origin, a.text, a.command, a.commandStart = o, "", "Query", now
	})
}

// endGoroutine shows that the Thread waits for another function.
func (t *Thread) endGoroutine() {
	if t == nil {
		return
	}
	now := t.now()
	t.publish(func(a *threadAttributes) {
		a.origin, a.text, a.command, a.commandStart = origin{}, "", "Sleep", now
	})
}

// name returns the text that the origin is shown by.
func (o origin) name() string {
	if o.entry != nil {
		return digest.Text(o.entry.tokens)
	}
	return o.text
}
