package syntaxtree

import (
	"strconv"
	"strings"

	"github.com/dolthub/vitess/go/vt/sqlparser"
)

// timeDigits is how many digits of a second the storage keeps of every TIME. The engine
// refuses a TIME with fewer.
const timeDigits = 6

// LengthenTime has TIME(3) be TIME(6). The number that was asked for is left as a scale, which
// the type has none of ([ShortTime]).
func LengthenTime(t *sqlparser.ColumnType) {
	if t.Length == nil || !strings.EqualFold(t.Type, "time") {
		return
	}
	digits, err := strconv.Atoi(string(t.Length.Val))
	if err != nil || digits >= timeDigits {
		return
	}
	t.Length, t.Scale = sqlparser.NewIntVal([]byte(strconv.Itoa(timeDigits))), t.Length
}

// ShortTime is how many digits of a second a TIME was to have that has six.
func ShortTime(t *sqlparser.ColumnType) (digits string, ok bool) {
	if t.Scale == nil || !strings.EqualFold(t.Type, "time") {
		return "", false
	}
	return string(t.Scale.Val), true
}

// LengthenTimes does so with the parameters and variables of the program that a statement
// makes, and with the tables that the program does.
func LengthenTimes(s *sqlparser.DDL) {
	if s.ProcedureSpec != nil {
		for i := range s.ProcedureSpec.Params {
			LengthenTime(&s.ProcedureSpec.Params[i].Type)
		}
	}
	for _, body := range ProgramsOf(s) {
		_ = Walk(func(n sqlparser.SQLNode) (bool, error) {
			switch n := n.(type) {
			case *sqlparser.Declare:
				if n.Variables != nil {
					LengthenTime(&n.Variables.VarType)
				}
			case *sqlparser.DDL:
				if n.TableSpec != nil {
					for _, c := range n.TableSpec.Columns {
						LengthenTime(&c.Type)
					}
				}
			}
			return true, nil
		}, body)
	}
}
