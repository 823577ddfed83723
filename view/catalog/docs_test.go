package catalog

import (
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/perfschema/perfschema/view"
)

var rewrite = flag.Bool("rewrite", false, "write what the tests find as what they expect")

// page is one of the pages written from the declarations.
type page struct {
	file, title, intro, unknown string
	tables                      []*view.Table
}

var pages = []page{
	{"../../docs/tables.md", "The tables of performance_schema",
		"Names, types and order of the columns are those of MySQL 9.7.",
		"MySQL has a value for these, even NOT NULL; here they are NULL.", Tables()},
	{"../../docs/profiling-tables.md", "The tables of profiling",
		"MySQL has none of these. Columns that begin with a small letter are the Snowset's, with its names and units, and so are what they mean. An account needs the PROCESS privilege to read them, and DROP to truncate one.",
		"The Snowset has these; here they are NULL in every row.", ProfilingTables()},
}

// TestDocs holds docs/tables.md and docs/profiling-tables.md equal to the
// declarations.
func TestDocs(t *testing.T) {
	for _, p := range pages {
		got := p.markdown()
		if *rewrite {
			if err := os.WriteFile(p.file, []byte(got), 0o644); err != nil {
				t.Fatal(err)
			}
			continue
		}
		want, err := os.ReadFile(p.file)
		if err != nil {
			t.Fatal(err)
		}
		if got != string(want) {
			t.Errorf("%s is not what the tables declare; run go test ./view/catalog -rewrite", p.file)
		}
	}
}

// markdown describes the tables for people.
func (p page) markdown() string {
	tables := p.tables
	var b strings.Builder
	fmt.Fprintf(&b, "# %s\n\n", p.title)
	fmt.Fprintf(&b, "Written from the declarations in `view/` by `go test ./view/catalog -rewrite`. %s\n\n", p.intro)
	for _, t := range tables {
		fmt.Fprintf(&b, "- [%s](#%s): %s\n", t.Name, t.Name, t.Comment)
	}
	b.WriteString("\n## Columns that are not filled\n\n")
	fmt.Fprintf(&b, "%s\n\n", p.unknown)
	b.WriteString("| column | tables | why |\n|---|---|---|\n")
	for _, u := range unknownByColumn(tables) {
		fmt.Fprintf(&b, "| %s | %s | %s |\n", u.column, strings.Join(u.tables, ", "), u.why)
	}
	described := make(map[string]string)
	for _, t := range tables {
		fmt.Fprintf(&b, "\n## %s\n\n%s.\n\n", t.Name, t.Comment)
		fmt.Fprintf(&b, "Allows %s.", strings.Join(allowed(t), ", "))
		if t.Access&view.PublicRead != 0 {
			b.WriteString(" Everybody may read it.")
		}
		if t.Access&view.AlwaysOn != 0 {
			b.WriteString(" It has its rows when the Performance Schema is off.")
		}
		if t.Empty != "" {
			fmt.Fprintf(&b, " It is always empty: %s.", t.Empty)
		}
		if when := RowsWhen(t.Name); when != "" {
			fmt.Fprintf(&b, " It has rows %s.", when)
		}
		b.WriteString("\n")
		for i, index := range t.Indexes {
			if i == 0 {
				b.WriteString("Found by index:")
			} else {
				b.WriteString(",")
			}
			fmt.Fprintf(&b, " %s (%s)", index.Name, strings.Join(index.Columns, ", "))
			if i == len(t.Indexes)-1 {
				b.WriteString(".\n")
			}
		}
		if first := described[fmt.Sprint(t.Columns)]; first != "" {
			fmt.Fprintf(&b, "\nThe columns are those of [%s](#%s).\n", first, first)
			continue
		}
		described[fmt.Sprint(t.Columns)] = t.Name
		b.WriteString("\n| column | type | NULL | what |\n|---|---|---|---|\n")
		for _, c := range t.Columns {
			null := ""
			if c.Nullable || c.Unknown != "" {
				null = "yes"
			}
			what := c.Comment
			switch {
			case strings.Contains(c.Unknown, "NULL"): // it says of which rows
				what += "; NULL in some rows"
			case c.Unknown != "":
				what += "; not filled"
			}
			fmt.Fprintf(&b, "| %s | %s | %s | %s |\n", c.Name, c.Type, null, what)
		}
	}
	return b.String()
}

// TestSysDocs holds the list of views in docs/sys.md equal to the declarations.
func TestSysDocs(t *testing.T) {
	const file, begin, end = "../../docs/sys.md", "<!-- views: written by go test ./view/catalog -rewrite -->\n", "<!-- end of views -->\n"
	page, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, begun := strings.Cut(string(page), begin)
	_, after, ended := strings.Cut(rest, end)
	if !begun || !ended {
		t.Fatalf("%s has no place for the views", file)
	}
	want := before + begin + sysList(SysTables()) + end + after
	if *rewrite {
		if err := os.WriteFile(file, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if want != string(page) {
		t.Errorf("%s is not what the views declare; run go test ./view/catalog -rewrite", file)
	}
}

// sysList is the views of sys for people, each with its twin.
func sysList(tables []*view.Table) string {
	var b strings.Builder
	b.WriteString("\n| view | what | reads | here |\n|---|---|---|---|\n")
	for _, t := range tables {
		plain, twin := strings.CutPrefix(t.Name, "x$")
		if twin && LookupSys(plain) != nil {
			continue
		}
		name, here := "`"+t.Name+"`", "real"
		if LookupSys("x$"+t.Name) != nil {
			name += ", `x$`"
		}
		switch nulls := unknownOf([]*view.Table{t}); {
		case t.Empty != "":
			here = "empty: " + t.Empty
		case len(nulls) > 0:
			here = "real, but for columns that are NULL:"
			for i, n := range nulls {
				if i > 0 && n.Why == nulls[i-1].Why {
					here = strings.Replace(here, ": "+n.Why, ", `"+n.Column+"`: "+n.Why, 1)
					continue
				}
				here += " `" + n.Column + "`: " + n.Why + "."
			}
		}
		reads := strings.Join(t.Reads, ", ")
		fmt.Fprintf(&b, "| %s | %s | %s | %s |\n", name, t.Comment, reads, strings.TrimSuffix(here, "."))
	}
	b.WriteString("\n")
	return b.String()
}

func allowed(t *view.Table) []string {
	out := []string{"SELECT"}
	for _, a := range []struct {
		access view.Access
		name   string
	}{{view.AllowInsert, "INSERT"}, {view.AllowUpdate, "UPDATE"}, {view.AllowDelete, "DELETE"}, {view.AllowTruncate, "TRUNCATE"}} {
		if t.Access&a.access != 0 {
			out = append(out, a.name)
		}
	}
	return out
}

type unknownColumns struct {
	column, why string
	tables      []string
}

func unknownByColumn(tables []*view.Table) []unknownColumns {
	var out []unknownColumns
	for _, u := range unknownOf(tables) {
		at := -1
		for i := range out {
			if out[i].column == u.Column && out[i].why == u.Why {
				at = i
			}
		}
		if at < 0 {
			out = append(out, unknownColumns{column: u.Column, why: u.Why})
			at = len(out) - 1
		}
		out[at].tables = append(out[at].tables, u.Table)
	}
	return out
}
