package digest

// Statements that differ in their values alone have one digest: a literal becomes "?",
// whatever it is, and a list of them, or of rows of them, one token, however long it is.

// number takes signs into a numeric literal and stores it.
func (b *Builder) number() {
	if b.full {
		return
	}
	for {
		if t := b.peek(1); t != '-' && t != '+' || !startsExpr[b.peek(2)] {
			break
		}
		b.drop(1)
	}
	b.value()
}

// value stores a literal, or lengthens the list of literals it belongs to.
func (b *Builder) value() {
	if b.full {
		return
	}
	t := tokValue
	if b.peek(1) == ',' {
		if p := b.peek(2); p == tokValue || p == tokValues {
			b.drop(2)
			t = tokValues
		}
	}
	b.store(t)
}

// closeParen stores a closing parenthesis, or makes one token of it and what it closes: a row
// of literals, a list of such rows, a row behind IN.
func (b *Builder) closeParen() {
	if b.full {
		return
	}
	row, rows := tokNone, tokNone
	if b.peek(2) == '(' {
		switch b.peek(1) {
		case tokValue:
			row, rows = tokRow1, tokRows1
		case tokValues:
			row, rows = tokRow, tokRows
		}
	}
	if row == tokNone {
		b.store(')')
		return
	}
	b.drop(2)
	switch b.peek(1) {
	case ',':
		if p := b.peek(2); p == row || p == rows {
			b.drop(2)
			row = rows
		}
	case tokIn:
		b.drop(1)
		row = tokInRow
	}
	b.store(row)
}
