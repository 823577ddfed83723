package words

// Batch translates the statements of one command of a client's. A server is given their
// text again and again, each time without the statement that has been run; what is left
// of it is not translated anew. The zero value is ready. It is for one goroutine at a time.
type Batch struct {
	text string // of what has not been run; "" if there is nothing
	mode Mode
	of   *Translation // nil: the parser reads the same
	any  bool         // in any mode
}

// Translate is a text in the words of the parser. mode is asked for where it matters.
func (b *Batch) Translate(text string, mode func() Mode) string {
	switch {
	case b.text != "" && b.text == text && (b.any || b.mode == mode()):
	case !MayDiffer(text):
		*b = Batch{any: true}
	default:
		*b = Batch{mode: mode()}
		b.of, _ = Translate(text, b.mode)
	}
	b.text = text
	if b.of != nil {
		return b.of.Text
	}
	return text
}

// Rest is the text of what is still to be run, of which rest is the translation.
func (b *Batch) Rest(rest string) string {
	if rest == "" {
		*b = Batch{}
		return ""
	}
	b.text = rest
	if b.of == nil {
		return rest
	}
	before := b.of
	if b.text, b.of = before.cut(rest); b.of == nil && b.text != rest {
		b.of, _ = Translate(b.text, b.mode)
	}
	return b.text
}
