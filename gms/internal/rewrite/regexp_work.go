package rewrite

import (
	"regexp/syntax"
	"strings"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/expression"
	"github.com/dolthub/go-mysql-server/sql/expression/function"
	"github.com/dolthub/vitess/go/mysql"

	"github.com/perfschema/perfschema/gms/internal/sqlerr"
)

// A regular expression takes time in proportion to the text times the states of the expression,
// and nothing ends it meanwhile. So what would take more than about a second is refused, as in
// MySQL, whose @@regexp_time_limit is tighter.

const (
	// largestRegexpWork is bytes of text times states of the expression.
	largestRegexpWork = 64 << 20
	// statesPerByte is how many states a byte of an expression makes at most, without a count.
	statesPerByte = 2
	// mostRepeated is how often an expression in braces is repeated at most.
	mostRepeated = 1000

	errRegexpTime = 3699 // ER_REGEXP_TIME_OUT
)

// matchesInTime returns the error of a function whose match would take too long.
func matchesInTime(a *arguments) error {
	text, pattern := a.length(0), a.text(1)
	states := times(int64(len(pattern)), statesPerByte)
	if strings.Contains(pattern, "{") && times(times(text, states), mostRepeated) > largestRegexpWork {
		if e, err := syntax.Parse(pattern, syntax.Perl); err == nil {
			if program, err := syntax.Compile(e.Simplify()); err == nil {
				states = int64(len(program.Inst))
			}
		}
	}
	if times(text, states) > largestRegexpWork {
		return mysql.NewSQLError(errRegexpTime, sqlerr.StateGeneral, "Timeout exceeded in regular expression match.")
	}
	return nil
}

// endingRegexp returns a RLIKE whose texts are looked at first, if they may be long.
func endingRegexp(like *function.RegexpLike) (sql.Expression, bool, error) {
	args := like.Children()
	pattern, ok := args[1].(*expression.Literal)
	if ok && len(args) == 2 {
		text, isText := pattern.Value().(string)
		short := isText && len(text) <= shortPattern && !strings.Contains(text, "{")
		if t, ok := args[0].Type().(sql.StringType); short && (!ok || t.MaxByteLength() <= shortText) {
			return like, false, nil
		}
	}
	e, err := sizeCall("regexp_like", like)
	return e, err == nil, err
}
