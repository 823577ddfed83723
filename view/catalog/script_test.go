package catalog

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/internal/clock"
	"github.com/perfschema/perfschema/view"
)

// TestScripts runs testdata/*.golden. A block is a command on its first line,
// more arguments on the lines down to "----", and what it is to print down to
// the next empty line:
//
//	rows threads THREAD_ID, NAME
//	where TYPE = FOREGROUND
//	----
//	THREAD_ID  NAME
//	1          thread/sql/one_connection
//
// Commands that print nothing need no "----". With -rewrite the output is
// replaced by what was printed.
func TestScripts(t *testing.T) {
	files, err := filepath.Glob("testdata/*.golden")
	if err != nil || len(files) == 0 {
		t.Fatalf("no scripts: %v", err)
	}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			var out []string
			s := script{t: t}
			s.reset(perfschema.Config{})
			for block := range strings.SplitSeq(strings.TrimRight(string(text), "\n"), "\n\n") {
				input, want, _ := strings.Cut(block+"\n", "\n----\n")
				input, want = strings.TrimRight(input, "\n"), strings.TrimRight(want, "\n")
				got := strings.TrimRight(s.run(input), "\n")
				if got != want && !*rewrite {
					t.Errorf("%s\n got:\n%s\nwant:\n%s", input, got, want)
				}
				if got != "" {
					input += "\n----\n" + got
				}
				out = append(out, input)
			}
			if *rewrite {
				if err := os.WriteFile(file, []byte(strings.Join(out, "\n\n")+"\n"), 0o644); err != nil {
					t.Fatal(err)
				}
			}
		})
	}
}

// script is a Schema on a fake clock and what a script does to it.
type script struct {
	t       *testing.T
	schema  *perfschema.Schema
	clock   *clock.Fake
	threads map[string]*perfschema.Thread
	locks   map[string]perfschema.MetadataLock
	handles map[string]perfschema.TableHandle
	reader  view.Reader

	statements   map[string]perfschema.StatementKey
	stages       map[string]perfschema.StageKey
	transactions perfschema.TransactionKey
	connection   perfschema.ThreadKey
	background   perfschema.ThreadKey

	prepared map[string]*perfschema.PreparedStatement
	calls    map[string]*perfschema.ProgramCall

	memories map[string]*perfschema.Memory
	blocks   map[string]*perfschema.MemoryBlock

	w         *waitScript
	instances map[string]string // by address: what scripts call an object
}

func (s *script) reset(cfg perfschema.Config) {
	s.clock = new(clock.Fake)
	s.clock.Advance(time.Millisecond)
	cfg.Clock = s.clock
	schema, err := perfschema.New(cfg)
	if err != nil {
		s.t.Fatal(err)
	}
	s.schema, s.threads = schema, make(map[string]*perfschema.Thread)
	s.locks, s.handles = make(map[string]perfschema.MetadataLock), make(map[string]perfschema.TableHandle)
	s.memories, s.blocks = make(map[string]*perfschema.Memory), make(map[string]*perfschema.MemoryBlock)
	s.reader, s.w, s.instances = view.Reader{}, nil, make(map[string]string)
	s.prepared, s.calls = make(map[string]*perfschema.PreparedStatement), make(map[string]*perfschema.ProgramCall)
	s.statements, s.stages = make(map[string]perfschema.StatementKey), make(map[string]perfschema.StageKey)
	for _, name := range []string{"sql/select", "sql/insert", "sql/call_procedure", "sql/error", "sql/begin", "sql/commit", "sp/stmt", "com/Ping", "com/Prepare", "com/Execute"} {
		category, last, _ := strings.Cut(name, "/")
		key := schema.RegisterStatement(category, perfschema.Info{Name: last})
		s.statements[name] = key
	}
	for _, name := range []string{"starting", "executing", "copy to tmp table"} {
		info := perfschema.Info{Name: name}
		if name == "copy to tmp table" {
			info.Flags = perfschema.FlagProgress
		}
		s.stages[name] = schema.RegisterStage("sql", info)
	}
	s.transactions = schema.TransactionKey()
	s.connection = schema.RegisterThread("sql", perfschema.Info{Name: "one_connection", Flags: perfschema.FlagUser, Volatility: 3, Documentation: "A client's connection."})
	s.background = schema.RegisterThread("sql", perfschema.Info{Name: "main", Flags: perfschema.FlagSingleton})
}

func (s *script) number(text string) uint64 {
	n, err := strconv.ParseUint(text, 10, 64)
	if err != nil && text != "" {
		s.t.Fatalf("%s: %v", text, err)
	}
	return n
}

// options gives the words key=value of a command.
func options(words []string) map[string]string {
	out := make(map[string]string)
	for _, w := range words {
		key, value, ok := strings.Cut(w, "=")
		if !ok {
			value = "1"
		}
		out[key] = value
	}
	return out
}

func (s *script) run(input string) string {
	first, rest, _ := strings.Cut(input, "\n")
	var out strings.Builder
	words := strings.Fields(first)
	if len(words) == 0 || strings.HasPrefix(first, "#") {
		return ""
	}
	switch words[0] {
	case "rows":
		s.print(&out, words[1], strings.Join(words[2:], " "), rest)
	case "insert", "update", "delete", "truncate":
		s.write(&out, words[0], words[1], rest)
	default:
		for line := range strings.SplitSeq(input, "\n") {
			s.do(strings.Fields(line), line)
		}
	}
	return out.String()
}

// do runs one line of a block of actions.
func (s *script) do(words []string, line string) {
	name := ""
	if len(words) > 1 {
		name = words[1]
	}
	thread := s.threads[name]
	var opts map[string]string
	if len(words) > 2 {
		opts = options(words[2:])
	}
	number := func(key string) uint64 { return s.number(opts[key]) }
	_, text, _ := strings.Cut(line, " | ")
	switch words[0] {
	case "off":
		s.reset(perfschema.Config{Off: true})
	case "sizes":
		sizes := perfschema.DefaultSizes()
		for key, value := range options(words[1:]) {
			n, err := strconv.ParseInt(value, 10, 64)
			field := map[string]*int64{"digests": &sizes.Digests, "actors": &sizes.SetupActors, "history": &sizes.StatementsHistory, "text": &sizes.SQLTextLength, "waits": &sizes.WaitsHistory}[key]
			if err != nil || field == nil {
				s.t.Fatalf("%s: %v", line, err)
			}
			*field = n
		}
		s.reset(perfschema.Config{Sizes: sizes})
	case "advance":
		d, err := time.ParseDuration(words[1])
		if err != nil {
			s.t.Fatal(err)
		}
		s.clock.Advance(d)
	case "consumer":
		c, ok := perfschema.ParseConsumer(words[1])
		if !ok {
			s.t.Fatalf("no consumer %s", words[1])
		}
		s.schema.SetConsumer(c, words[2] == "on")
	case "instrument":
		for _, c := range s.schema.Read().Classes() {
			if c.Name() == words[1] {
				c.SetEnabled(words[2] != "off")
				c.SetTimed(words[2] == "on")
			}
		}
	case "connect":
		s.threads[name] = s.schema.NewThread(s.connection, perfschema.ThreadOptions{
			ProcesslistID: number("id"), User: opts["user"], Host: opts["host"], ConnectionType: "TCP/IP",
			Parent: s.threads[opts["parent"]]})
	case "background":
		s.threads[name] = s.schema.NewThread(s.background, perfschema.ThreadOptions{Background: true})
	case "attrs":
		var attrs []perfschema.ConnectAttr
		for _, w := range words[2:] {
			key, value, _ := strings.Cut(w, "=")
			attrs = append(attrs, perfschema.ConnectAttr{Name: key, Value: value})
		}
		thread.SetConnectAttrs(attrs)
	case "disconnect":
		thread.End()
		delete(s.threads, name)
	case "use":
		thread.SetDatabase(words[2])
	case "command":
		thread.SetCommand(words[2], text)
	case "begin":
		st := thread.BeginStatement(s.statements[words[2]])
		st.SetText(text)
	case "query":
		st := thread.BeginStatement(s.schema.AbstractQuery())
		st.SetText(text)
		st.ComputeDigest()
		st.Refine(s.statements[words[2]])
	case "object":
		thread.CurrentStatement().SetObject(opts["type"], opts["schema"], opts["name"])
	case "fail":
		thread.CurrentStatement().SetError(int(number("errno")), opts["sqlstate"], text)
	case "raise":
		thread.RaiseError(int(number("errno")))
	case "handle":
		thread.HandleError(int(number("errno")))
	case "end":
		st := thread.CurrentStatement()
		st.SetCounters(perfschema.StatementCounters{LockTime: number("lock"), Warnings: number("warnings"),
			RowsAffected: number("affected"), RowsSent: number("sent"), RowsExamined: number("examined"),
			SelectScan: number("scan"), SortRows: number("sorted"), NoIndexUsed: number("noindex")})
		st.End()
	case "stage":
		thread.SetStage(s.stages[strings.Join(words[2:], " ")])
	case "progress":
		thread.SetStageProgress(number("completed"), number("estimated"))
	case "endstage":
		thread.EndStage()
	case "transaction":
		_, autocommit := opts["autocommit"]
		_, readOnly := opts["readonly"]
		thread.BeginTransaction(s.transactions, perfschema.TransactionOptions{AutoCommit: autocommit, ReadOnly: readOnly, Isolation: "REPEATABLE READ"})
	case "savepoint":
		thread.CurrentTransaction().Savepoint()
	case "commit", "rollback":
		thread.CurrentTransaction().End(words[0] == "commit")
	case "reader":
		s.reader = view.Reader{ThreadID: thread.ID(), OwnThreadsOnly: slices.Contains(words, "own")}
	default:
		if !s.doWait(words, line) && !s.lock(words[0], name, opts) && !s.memory(words[0], name, opts) && !s.doProgram(words[0], thread, opts, text) {
			s.t.Fatalf("no command %q", line)
		}
	}
}

// wanted parses lines "where COLUMN = value" to what a Reader looks for. The
// value NULL is NULL, a number is a number.
func wanted(lines string) map[string]any {
	equal := make(map[string]any)
	for line := range strings.SplitSeq(lines, "\n") {
		if condition, ok := strings.CutPrefix(line, "where "); ok {
			column, value, _ := strings.Cut(condition, " = ")
			equal[column] = literal(value)
		}
	}
	return equal
}

func literal(value string) any {
	if value == "NULL" {
		return nil
	}
	if n, err := strconv.ParseUint(value, 10, 64); err == nil {
		return n
	}
	return value
}

// found gives the rows a where clause leaves, read with that clause as what
// the Reader looks for.
func (s *script) found(table *view.Table, lines string) []view.Row {
	r := s.reader
	r.Schema, r.Equal = s.schema, wanted(lines)
	var out []view.Row
	for row := range table.Rows(r) {
		if len(row) != len(table.Columns) {
			s.t.Fatalf("%s: %d values for %d columns", table.Name, len(row), len(table.Columns))
		}
		for i, c := range table.Columns {
			if err := fits(c, row[i]); err != nil {
				s.t.Errorf("%s.%s: %v", table.Name, c.Name, err)
			}
		}
		if matches(table, row, r.Equal) {
			out = append(out, row)
		}
	}
	return out
}

func matches(table *view.Table, row view.Row, equal map[string]any) bool {
	for i, c := range table.Columns {
		if want, ok := equal[c.Name]; ok && show(row[i]) != show(want) {
			return false
		}
	}
	return true
}

func show(v any) string {
	switch v := v.(type) {
	case nil:
		return "NULL"
	case time.Time:
		return v.UTC().Format("2006-01-02 15:04:05.000000")
	case float64:
		return strconv.FormatFloat(v, 'f', 6, 64)
	}
	return fmt.Sprint(v)
}

// showColumn is show, but that addresses are numbered in the order they appear
// in and line numbers of this package's tests are left out.
func (s *script) showColumn(c view.Column, v any) string {
	text := show(v)
	switch {
	case c.Name == "SOURCE":
		return lineNumber.ReplaceAllString(text, ":LINE")
	case c.Name == "OBJECT_INSTANCE_BEGIN" && v != nil && text != "0":
		if s.instances[text] == "" {
			s.instances[text] = fmt.Sprintf("@%d", len(s.instances)+1)
		}
		return s.instances[text]
	}
	return text
}

// lineNumber is what changes in SOURCE with every edit of this file.
var lineNumber = regexp.MustCompile(`:\d+$`)

// print writes rows as a table of the columns asked for, or, where none are
// named, every column of each row on a line of its own.
func (s *script) print(out *strings.Builder, name, columns, lines string) {
	table := Lookup(name)
	if view, ok := strings.CutPrefix(name, "sys."); ok {
		table = LookupSys(view)
	}
	if table == nil {
		s.t.Fatalf("no table %s", name)
	}
	rows := s.found(table, lines)
	if columns == "" {
		for i, row := range rows {
			fmt.Fprintf(out, "row %d\n", i+1)
			for j, c := range table.Columns {
				fmt.Fprintf(out, "%31s: %s\n", c.Name, s.showColumn(c, row[j]))
			}
		}
		return
	}
	var at []int
	grid := [][]string{nil}
	for want := range strings.SplitSeq(columns, ", ") {
		i := slices.IndexFunc(table.Columns, func(c view.Column) bool { return c.Name == want })
		if i < 0 {
			s.t.Fatalf("%s has no column %s", name, want)
		}
		at = append(at, i)
		grid[0] = append(grid[0], want)
	}
	for _, row := range rows {
		var cells []string
		for _, i := range at {
			cells = append(cells, s.showColumn(table.Columns[i], row[i]))
		}
		grid = append(grid, cells)
	}
	for _, cells := range grid {
		line := ""
		for i, cell := range cells {
			width := 0
			for _, other := range grid {
				width = max(width, len(other[i]))
			}
			line += fmt.Sprintf("%-*s  ", width, cell)
		}
		out.WriteString(strings.TrimRight(line, " ") + "\n")
	}
}

// write runs INSERT, UPDATE, DELETE or TRUNCATE with lines "set COLUMN = value"
// and "where COLUMN = value", and prints how it went.
func (s *script) write(out *strings.Builder, verb, name, lines string) {
	table := Lookup(name)
	set := make(map[string]any)
	for line := range strings.SplitSeq(lines, "\n") {
		if assignment, ok := strings.CutPrefix(line, "set "); ok {
			column, value, _ := strings.Cut(assignment, " = ")
			set[column] = literal(value)
		}
	}
	assign := func(row view.Row) view.Row {
		row = slices.Clone(row)
		for i, c := range table.Columns {
			if v, ok := set[c.Name]; ok {
				row[i] = v
			}
		}
		return row
	}
	changed := 0
	var err error
	switch verb {
	case "truncate":
		table.Truncate(s.schema)
	case "insert":
		row := make(view.Row, len(table.Columns))
		for i, c := range table.Columns {
			row[i] = table.Default(c.Name)
		}
		changed, err = 1, table.Insert(s.schema, assign(row))
	default:
		for _, row := range s.found(table, lines) {
			changed++
			if verb == "delete" {
				err = table.Delete(s.schema, row)
			} else {
				err = table.Update(s.schema, row, assign(row))
			}
			if err != nil {
				break
			}
		}
	}
	if err != nil {
		fmt.Fprintln(out, "error:", err)
		return
	}
	fmt.Fprintln(out, "ok,", changed, "rows")
}
