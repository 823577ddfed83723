package web

import (
	"fmt"
	"slices"
	"strings"

	"github.com/perfschema/perfschema/internal/sqltext"
	"github.com/perfschema/perfschema/view"
)

// instrumentsPage lists instruments, and switches one on for a while.
func instrumentsPage(p *Pages, q *query) (*page, error) {
	rows := p.read("setup_instruments", nil, "NAME", "ENABLED", "TIMED", "DOCUMENTATION")
	find := strings.ToLower(strings.TrimSpace(q.values.Get("find")))
	if find != "" {
		rows = slices.DeleteFunc(rows, func(r view.Row) bool { return !strings.Contains(strings.ToLower(str(r[0])), find) })
	}
	t := &table{Len: len(rows), Empty: "No instrument has that in its name.", Columns: []column{{Name: "instrument"}, {Name: "enabled"}, {Name: "timed"},
		{"cost of a core", "What it costs of one core, or would", false}, {"one event", "CPU time, as measured on this server", false}, {"events", "That it counts, or counted when it was on", false}, {Name: "what it measures"}}}
	costs, _ := p.recentCosts.get(p.now(), p.costs)
	if q.change {
		t.Columns = append(t.Columns, column{Name: "switch"})
	}
	t.row = func(i int) []cell {
		r := rows[i]
		name := str(r[0])
		enabled := textOfValue(r[1])
		if at, ok := p.limited.until(name); ok {
			enabled.Text += ", until " + clockTime(at)
		}
		c := costs.of(name, str(r[1]) == "YES")
		measures := textOfValue(r[3])
		measures.Wide = true
		out := []cell{textCell(name), enabled, textOfValue(r[2]), c.costCell(), c.priceCell(name), c.paceCell(), measures}
		if q.change {
			out = append(out, switchCell(name, str(r[1]) == "YES", p))
		}
		return out
	}
	t.sortKey = func(i, c int) any {
		if c < 3 {
			return rows[i][c]
		}
		return t.row(i)[c].Value
	}
	note := "Who may change them does so by SQL: UPDATE performance_schema.setup_instruments."
	if q.change {
		note = fmt.Sprintf("What is switched on here goes off again by itself after %s. Trying an instrument, for %s, tells how often it counts, and what that costs.", words(onFor), words(tryFor))
	}
	more := ""
	if p.options.Overhead != nil {
		more = costNote
	}
	return &page{Title: "Instruments", Blocks: []block{{ID: "instruments", Title: "Instruments", Note: note, MoreTitle: "How the cost is known", More: more, Search: &search{"find", q.values.Get("find"), "Name has"}, Table: t,
		SQL: "SELECT NAME, ENABLED, TIMED, DOCUMENTATION\n  FROM performance_schema.setup_instruments" + likeFind(find) + ";\nUPDATE performance_schema.setup_instruments SET ENABLED = 'YES', TIMED = 'YES' WHERE NAME = '...';\n" + sqlCost}}}, nil
}

func likeFind(find string) string {
	if find == "" {
		return ""
	}
	return "\n WHERE NAME LIKE " + sqltext.Quote("%"+strings.NewReplacer("%", `\%`, "_", `\_`).Replace(find)+"%")
}

func switchCell(name string, on bool, p *Pages) cell {
	button := func(what, text string) *form {
		return &form{Action: "instruments", Button: text, Label: text + ": " + name, Fields: []field{{"name", name}, {"what", what}}}
	}
	if _, limited := p.limited.until(name); limited {
		return cell{Form: button("off", "Put back")}
	}
	if on {
		return cell{}
	}
	out := button("on", "On for "+words(onFor))
	out.Next = button("try", "Try for "+words(tryFor))
	return cell{Form: out}
}

// expectedCost is what bench/ and the doc comments say of one event of an instrument's
// kind, on current hardware.
func expectedCost(name string) string {
	switch {
	case strings.HasPrefix(name, "wait/"):
		return "two readings of the cycle counter a wait; as an event some 60 ns more"
	case strings.HasPrefix(name, "stage/"):
		return "one reading of the clock a stage"
	case strings.HasPrefix(name, "statement/"), name == "transaction":
		return "two readings of the clock a statement or transaction"
	case strings.HasPrefix(name, "memory/"):
		return "some additions a block"
	}
	return ""
}
