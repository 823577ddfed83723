package profile

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/types"
	"github.com/dolthub/vitess/go/mysql"
	"github.com/dolthub/vitess/go/sqltypes"
	"github.com/dolthub/vitess/go/vt/sqlparser"
	"github.com/shopspring/decimal"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/gms/dialect/privilege"
	"github.com/perfschema/perfschema/gms/dialect/sqlerr"
	"github.com/perfschema/perfschema/gms/dialect/syntax"
	"github.com/perfschema/perfschema/gms/internal/node"
	"github.com/perfschema/perfschema/record"
)

// The types of a profile's columns, on the wire too.
var (
	decimalType = types.MustCreateDecimalType(9, 6)
	stateType   = types.MustCreateStringWithDefaults(sqltypes.VarChar, 30)
	fileType    = types.MustCreateStringWithDefaults(sqltypes.VarChar, 20)
	queryType   = types.MustCreateStringWithDefaults(sqltypes.VarChar, 40)
)

const (
	maxSourceFunction = 30
	maxSourceFile     = 20
)

// column is a column of SHOW PROFILE and of INFORMATION_SCHEMA.PROFILING,
// where its name is in capitals.
type column struct {
	name  string
	typ   sql.Type
	shown kinds // the types of SHOW PROFILE that have it
	value func(s *record.ProfileStage) any
}

// kinds are types of SHOW PROFILE.
type kinds uint16

const (
	cpu kinds = 1 << iota
	contextSwitches
	blockIO
	ipc
	pageFaults
	swaps
	source
	memory // is accepted and shows nothing, as in MySQL

	everything = memory<<1 - 1
)

// typeWords are the types as they are written.
var typeWords = []struct {
	words []string
	types kinds
}{
	{[]string{"ALL"}, everything},
	{[]string{"BLOCK", "IO"}, blockIO},
	{[]string{"CONTEXT", "SWITCHES"}, contextSwitches},
	{[]string{"CPU"}, cpu},
	{[]string{"IPC"}, ipc},
	{[]string{"MEMORY"}, memory},
	{[]string{"PAGE", "FAULTS"}, pageFaults},
	{[]string{"SOURCE"}, source},
	{[]string{"SWAPS"}, swaps},
}

// columns are all columns that not every SHOW PROFILE has, in order.
var columns = []column{
	{"CPU_user", decimalType, cpu, seconds(record.ProfileCPUUser)},
	{"CPU_system", decimalType, cpu, seconds(record.ProfileCPUSystem)},
	{"Context_voluntary", types.Int32, contextSwitches, amount(record.ProfileContextVoluntary)},
	{"Context_involuntary", types.Int32, contextSwitches, amount(record.ProfileContextInvoluntary)},
	{"Block_ops_in", types.Int32, blockIO, amount(record.ProfileBlockOpsIn)},
	{"Block_ops_out", types.Int32, blockIO, amount(record.ProfileBlockOpsOut)},
	{"Messages_sent", types.Int32, ipc, amount(record.ProfileMessagesSent)},
	{"Messages_received", types.Int32, ipc, amount(record.ProfileMessagesReceived)},
	{"Page_faults_major", types.Int32, pageFaults, amount(record.ProfilePageFaultsMajor)},
	{"Page_faults_minor", types.Int32, pageFaults, amount(record.ProfilePageFaultsMinor)},
	{"Swaps", types.Int32, swaps, amount(record.ProfileSwaps)},
	{"Source_function", stateType, source, func(s *record.ProfileStage) any {
		return sourceText(shortFunction(s.Source().Function), maxSourceFunction)
	}},
	{"Source_file", fileType, source, func(s *record.ProfileStage) any {
		return sourceText(s.Source().File, maxSourceFile)
	}},
	{"Source_line", types.Int32, source, func(s *record.ProfileStage) any {
		if line := s.Source().Line; line > 0 {
			return int32(line)
		}
		return nil
	}},
}

// Microseconds is a time in a column of decimal(9,6), in which it counts
// seconds.
func Microseconds(us int64) decimal.Decimal { return decimal.New(us, -6) }

func seconds(f record.ProfileField) func(*record.ProfileStage) any {
	return func(s *record.ProfileStage) any {
		if us, ok := s.Value(f); ok {
			return Microseconds(us)
		}
		return nil
	}
}

func amount(f record.ProfileField) func(*record.ProfileStage) any {
	return func(s *record.ProfileStage) any {
		if n, ok := s.Value(f); ok {
			return int32(n)
		}
		return nil
	}
}

func duration(s *record.ProfileStage) decimal.Decimal {
	return Microseconds(s.Duration.Microseconds())
}

// double is a double that is shown with eight decimals, as MySQL does.
type double struct{ sql.NumberType }

// SQL implements sql.Type.
func (t double) SQL(_ *sql.Context, dest []byte, v any) (sqltypes.Value, error) {
	seconds, ok := v.(float64)
	if !ok {
		return sqltypes.NULL, fmt.Errorf("a duration is a float64, not %T", v)
	}
	begin := len(dest)
	dest = strconv.AppendFloat(dest, seconds, 'f', 8, 64)
	return sqltypes.MakeTrusted(sqltypes.Float64, dest[begin:]), nil
}

// showProfiles is SHOW PROFILES.
func (p Statements) showProfiles() sqlparser.Statement {
	n := &node.Command{
		Text: "SHOW PROFILES",
		Columns: sql.Schema{
			{Name: "Query_ID", Type: types.Int32},
			{Name: "Duration", Type: double{types.Float64}},
			{Name: "Query", Type: queryType},
		},
		Rows: func(ctx *sql.Context) (rows []sql.Row, err error) {
			profiler := p.Session.Profiler(ctx)
			profiler.Discard()
			p.Session.Deprecated(ctx, "SHOW PROFILES")
			for _, q := range profiler.Profiles() {
				rows = append(rows, sql.Row{int32(q.QueryID), q.Duration.Seconds(), q.Text})
			}
			return rows, nil
		},
	}
	return n.Statement(sqlparser.AuthType_IGNORE)
}

// request is SHOW PROFILE as it was asked for.
type request struct {
	types        kinds
	queryID      int // 0: the last
	connection   uint64
	ofConnection bool
	limit        syntax.Limit
}

// errUndeclared is ER_SP_UNDECLARED_VAR.
const errUndeclared = 1327

// Statements are SHOW PROFILE and SHOW PROFILES, and the table of the same.
type Statements struct {
	Schema  *perfschema.Schema
	Rights  *privilege.Rights
	Session Session
}

// Session answers for the session that a statement belongs to.
type Session interface {
	// Profiler is nil if the session never had profiling on.
	Profiler(ctx *sql.Context) *perfschema.StageProfiler
	Thread(ctx *sql.Context) *perfschema.Thread
	// Deprecated warns of what MySQL calls deprecated for the Performance Schema.
	Deprecated(ctx *sql.Context, what string)
}

// show is SHOW PROFILE.
func (p Statements) show(r request) sqlparser.Statement {
	n := &node.Command{Text: "SHOW PROFILE", Columns: sql.Schema{{Name: "Status", Type: stateType}, {Name: "Duration", Type: decimalType}}}
	var chosen []column
	for _, c := range columns {
		if c.shown&r.types != 0 {
			chosen = append(chosen, c)
			n.Columns = append(n.Columns, &sql.Column{Name: c.name, Type: c.typ, Nullable: true})
		}
	}
	n.Rows = func(ctx *sql.Context) (rows []sql.Row, err error) {
		if r.limit.Undeclared != "" {
			return nil, mysql.NewSQLError(errUndeclared, sqlerr.StateAccess, "Undeclared variable: %s", r.limit.Undeclared)
		}
		p.Session.Profiler(ctx).Discard()
		p.Session.Deprecated(ctx, "SHOW PROFILE")
		stages, err := p.stages(ctx, r)
		if err != nil {
			return nil, err
		}
		if r.limit.Given {
			stages = stages[min(r.limit.Offset, len(stages)):]
			stages = stages[:min(r.limit.Rows, len(stages))]
		}
		for i := range stages {
			row := sql.Row{stages[i].State, duration(&stages[i])}
			for _, c := range chosen {
				row = append(row, c.value(&stages[i]))
			}
			rows = append(rows, row)
		}
		return rows, nil
	}
	return n.Statement(sqlparser.AuthType_IGNORE)
}

// stages finds the stages asked for; none where there is no such query.
// Of another session a query that was not profiled has the number of its
// statement event, and the last may be running.
func (p Statements) stages(ctx *sql.Context, r request) ([]record.ProfileStage, error) {
	profiles := p.Session.Profiler(ctx).Profiles()
	if r.ofConnection {
		if !p.Rights.Of(ctx).Has(sql.PrivilegeType_Process) {
			return nil, sqlerr.Needs("PROCESS")
		}
		t := p.Schema.Read().ThreadByProcesslistID(r.connection)
		profiles = p.Schema.Read().SessionProfiles(t)[0]
		if own := p.Session.Thread(ctx); own != nil && own == t {
			// Not this statement itself.
			profiles = slices.DeleteFunc(profiles, func(p record.StageProfile) bool { return p.Running })
		}
	}
	if r.queryID == 0 && len(profiles) > 0 {
		return profiles[len(profiles)-1].Stages, nil
	}
	i := slices.IndexFunc(profiles, func(p record.StageProfile) bool { return p.QueryID == r.queryID && r.queryID != 0 })
	if i < 0 && r.ofConnection {
		i = slices.IndexFunc(profiles, func(p record.StageProfile) bool { return p.QueryID == 0 && p.EventID == uint64(r.queryID) })
	}
	if i < 0 {
		return nil, nil
	}
	return profiles[i].Stages, nil
}
