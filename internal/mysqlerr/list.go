// Package mysqlerr lists the errors of MySQL.
package mysqlerr

import (
	_ "embed"
	"strconv"
	"strings"
	"sync"
)

// Error is an error of MySQL's: its number, symbol and SQLSTATE, as in MySQL's error
// message reference.
type Error struct {
	Number         int
	Name, SQLState string
}

// firstLogged is the first number that MySQL writes to its log alone.
const firstLogged = 10000

// list has a line for each error: its number and symbol and, where that is
// not HY000, its SQLSTATE. The facts are those of MySQL 9.7's sources, without
// ER_NO and ER_YES, which are no errors, and without those that MySQL takes for
// obsolete, which are the symbols that begin with OBSOLETE_ER_ alone: 3226, a
// warning that nobody sends any more, has a row. With the row of all others
// they are the 5,814 that 9.7.4 counts.
//
//go:embed list.txt
var list string

// facts is the list, read.
type facts struct {
	errors []Error
	sent   int
}

// all reads the list once.
var all = sync.OnceValue(func() (f facts) {
	f.errors = make([]Error, 0, strings.Count(list, "\n"))
	for line := range strings.Lines(list) {
		fields := strings.Fields(line)
		number, err := strconv.Atoi(fields[0])
		if err != nil {
			continue // a test holds that there is none
		}
		e := Error{Number: number, Name: fields[1], SQLState: "HY000"}
		if len(fields) > 2 {
			e.SQLState = fields[2]
		}
		f.errors = append(f.errors, e)
		if number < firstLogged {
			f.sent++
		}
	}
	return f
})

// All are the errors in order of their numbers: those that MySQL's server may send to
// a client and then, from 10000 on, those that it writes to its log. The slice is
// everybody's: nobody may change it. The first call takes about a millisecond.
func All() []Error { return all().errors }

// Sent is how many of them, at the start, are sent to clients.
func Sent() int { return all().sent }
