package words

import "strings"

// What a statement may nest. A parser, an analyzer and whatever else walks a
// syntax tree calls itself once for each level of it, and a stack that is used
// up cannot be recovered from: it ends the process. So a text is measured before
// anything parses it, in points: a level of AND and OR, of which real
// statements have thousands, takes four; one of most else takes eight.
const (
	maxDepth = 250_000

	pointsOfWord       = 1
	pointsOfComparison = 2
	pointsOfCondition  = 4
	pointsOfLevel      = 8
	// A chain of UNIONs is planned in a time that grows with the cube of its length.
	pointsOfUnion = 50
)

// Shallow is up to which length a text cannot nest too deeply.
const Shallow = maxDepth / pointsOfLevel

// TooDeep says whether the first statement of a text, or with all set the whole
// of it, nests more deeply than a stack may be asked to hold, or has a byte
// that no statement has. For a text of up to [Shallow] bytes it costs a
// comparison, for others some six nanoseconds a byte, a thirtieth of what parsing
// takes.
func TooDeep(text string, ansiQuotes, all bool) bool {
	if len(text) <= Shallow {
		return false
	}
	d := depth{scanner: Scanner{Text: text, AnsiQuotes: ansiQuotes}, all: all}
	return d.measure() > maxDepth || d.scanner.Invalid()
}

// depth measures a text from left to right. It is an upper bound of what any
// tree of the text can have: whatever stands side by side in one pair of
// brackets is taken for nested, unless a comma or a semicolon is between.
type depth struct {
	scanner Scanner
	all     bool
	// program: the statement makes a stored program, whose statements end in
	// semicolons too.
	program, creates bool
	begun            bool
	outer            []level
	level
}

// level is what stands in one pair of brackets.
type level struct {
	lasting int // of what commas do not end
	run     int // since the last comma
	inner   int // the deepest brackets in the run
	most    int // the deepest run with its brackets
}

func (l *level) endRun() {
	l.most = max(l.most, l.run+l.inner)
	l.run, l.inner = 0, 0
}

func (l *level) total() int {
	l.endRun()
	return l.lasting + l.most
}

func (d *depth) open() {
	d.outer = append(d.outer, d.level)
	d.level = level{}
}

func (d *depth) close() {
	n := len(d.outer)
	if n == 0 {
		return
	}
	inside := d.total() + pointsOfLevel
	d.level = d.outer[n-1]
	d.outer = d.outer[:n-1]
	d.inner = max(d.inner, inside)
}

func (d *depth) measure() int {
	var last Token
	most := 0
	for {
		t := d.scanner.Next()
		switch t.Kind {
		case End:
			for len(d.outer) > 0 {
				d.close()
			}
			return max(most, d.total())
		case Word:
			d.word(t.Of(d.scanner.Text))
		case String:
			if last.Kind == String { // which the parser joins
				d.lasting += pointsOfLevel
			}
		case Symbol:
			if len(d.outer) > Shallow {
				return maxDepth + 1
			}
			if d.symbol(t.Of(d.scanner.Text)) {
				most = max(most, d.total())
				if !d.all {
					return most
				}
				d.level, d.begun = level{}, false
			}
		case Name, Number, Variable:
		}
		last = t
	}
}

// symbol counts an operator. It says whether a statement ends.
func (d *depth) symbol(s string) bool {
	switch s {
	case "(":
		d.open()
	case ")":
		d.close()
	case ",":
		d.endRun()
	case ";":
		d.endRun()
		return len(d.outer) == 0 && !d.program
	case ".", "@", "?":
	case "=", "<", ">", "<=", ">=", "<>", "!=", "<=>":
		d.run += pointsOfComparison
	case "&&":
		d.run += pointsOfCondition
	default:
		d.run += pointsOfLevel
	}
	return false
}

// word counts a keyword, or a name.
func (d *depth) word(w string) {
	kind := kindOf(w)
	if !d.begun {
		d.begun, d.creates, d.program = true, kind == creating, false
	}
	switch kind {
	case name:
		d.run += pointsOfWord
	case condition:
		d.run += pointsOfCondition
	case operator:
		d.run += pointsOfLevel
	case structure, creating:
		d.lasting += pointsOfLevel
		if len(w) == len("UNION") && strings.EqualFold(w, "UNION") {
			d.lasting += pointsOfUnion - pointsOfLevel
		}
	case programs:
		d.program = d.program || d.creates
		d.lasting += pointsOfLevel
	}
}
