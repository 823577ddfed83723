package gms

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
	"github.com/perfschema/perfschema/gms/internal/node"
	"github.com/perfschema/perfschema/gms/internal/privilege"
	"github.com/perfschema/perfschema/gms/internal/sqlerr"
)

// The types of a profile's columns, on the wire too.
var (
	profileDecimal = types.MustCreateDecimalType(9, 6)
	profileState   = types.MustCreateStringWithDefaults(sqltypes.VarChar, 30)
	profileFile    = types.MustCreateStringWithDefaults(sqltypes.VarChar, 20)
	profileQuery   = types.MustCreateStringWithDefaults(sqltypes.VarChar, 40)
)

const (
	maxSourceFunction = 30
	maxSourceFile     = 20
)

// profileColumn is a column of SHOW PROFILE and of INFORMATION_SCHEMA.PROFILING,
// where its name is in capitals.
type profileColumn struct {
	name  string
	typ   sql.Type
	shown profileTypes // the types of SHOW PROFILE that have it
	value func(s *perfschema.ProfileStage) any
}

// profileTypes are types of SHOW PROFILE.
type profileTypes uint16

const (
	profileCPU profileTypes = 1 << iota
	profileContextSwitches
	profileBlockIO
	profileIPC
	profilePageFaults
	profileSwaps
	profileSource
	profileMemory // is accepted and shows nothing, as in MySQL

	profileAll = profileMemory<<1 - 1
)

// profileTypeWords are the types as they are written.
var profileTypeWords = []struct {
	words []string
	types profileTypes
}{
	{[]string{"ALL"}, profileAll},
	{[]string{"BLOCK", "IO"}, profileBlockIO},
	{[]string{"CONTEXT", "SWITCHES"}, profileContextSwitches},
	{[]string{"CPU"}, profileCPU},
	{[]string{"IPC"}, profileIPC},
	{[]string{"MEMORY"}, profileMemory},
	{[]string{"PAGE", "FAULTS"}, profilePageFaults},
	{[]string{"SOURCE"}, profileSource},
	{[]string{"SWAPS"}, profileSwaps},
}

// profileColumns are all columns that not every SHOW PROFILE has, in order.
var profileColumns = []profileColumn{
	{"CPU_user", profileDecimal, profileCPU, seconds(perfschema.ProfileCPUUser)},
	{"CPU_system", profileDecimal, profileCPU, seconds(perfschema.ProfileCPUSystem)},
	{"Context_voluntary", types.Int32, profileContextSwitches, amount(perfschema.ProfileContextVoluntary)},
	{"Context_involuntary", types.Int32, profileContextSwitches, amount(perfschema.ProfileContextInvoluntary)},
	{"Block_ops_in", types.Int32, profileBlockIO, amount(perfschema.ProfileBlockOpsIn)},
	{"Block_ops_out", types.Int32, profileBlockIO, amount(perfschema.ProfileBlockOpsOut)},
	{"Messages_sent", types.Int32, profileIPC, amount(perfschema.ProfileMessagesSent)},
	{"Messages_received", types.Int32, profileIPC, amount(perfschema.ProfileMessagesReceived)},
	{"Page_faults_major", types.Int32, profilePageFaults, amount(perfschema.ProfilePageFaultsMajor)},
	{"Page_faults_minor", types.Int32, profilePageFaults, amount(perfschema.ProfilePageFaultsMinor)},
	{"Swaps", types.Int32, profileSwaps, amount(perfschema.ProfileSwaps)},
	{"Source_function", profileState, profileSource, func(s *perfschema.ProfileStage) any {
		return sourceText(shortFunction(s.Source().Function), maxSourceFunction)
	}},
	{"Source_file", profileFile, profileSource, func(s *perfschema.ProfileStage) any {
		return sourceText(s.Source().File, maxSourceFile)
	}},
	{"Source_line", types.Int32, profileSource, func(s *perfschema.ProfileStage) any {
		if line := s.Source().Line; line > 0 {
			return int32(line)
		}
		return nil
	}},
}

// microseconds is a time in a column of decimal(9,6), in which it counts
// seconds.
func microseconds(us int64) decimal.Decimal { return decimal.New(us, -6) }

func seconds(f perfschema.ProfileField) func(*perfschema.ProfileStage) any {
	return func(s *perfschema.ProfileStage) any {
		if us, ok := s.Value(f); ok {
			return microseconds(us)
		}
		return nil
	}
}

func amount(f perfschema.ProfileField) func(*perfschema.ProfileStage) any {
	return func(s *perfschema.ProfileStage) any {
		if n, ok := s.Value(f); ok {
			return int32(n)
		}
		return nil
	}
}

func duration(s *perfschema.ProfileStage) decimal.Decimal {
	return microseconds(s.Duration.Microseconds())
}

// profileDouble is a double that is shown with eight decimals, as MySQL does.
type profileDouble struct{ sql.NumberType }

// SQL implements sql.Type.
func (t profileDouble) SQL(_ *sql.Context, dest []byte, v any) (sqltypes.Value, error) {
	seconds, ok := v.(float64)
	if !ok {
		return sqltypes.NULL, fmt.Errorf("a duration is a float64, not %T", v)
	}
	begin := len(dest)
	dest = strconv.AppendFloat(dest, seconds, 'f', 8, 64)
	return sqltypes.MakeTrusted(sqltypes.Float64, dest[begin:]), nil
}

// showProfiles is SHOW PROFILES.
func showProfiles() sqlparser.Statement {
	n := &node.Command{
		Text: "SHOW PROFILES",
		Columns: sql.Schema{
			{Name: "Query_ID", Type: types.Int32},
			{Name: "Duration", Type: profileDouble{types.Float64}},
			{Name: "Query", Type: profileQuery},
		},
		Rows: func(ctx *sql.Context) (rows []sql.Row, err error) {
			p := profilerOf(ctx)
			p.Discard()
			useInstead(ctx, "SHOW PROFILES")
			for _, q := range p.Profiles() {
				rows = append(rows, sql.Row{int32(q.QueryID), q.Duration.Seconds(), q.Text})
			}
			return rows, nil
		},
	}
	return n.Statement(sqlparser.AuthType_IGNORE)
}

// profileRequest is SHOW PROFILE as it was asked for.
type profileRequest struct {
	types         profileTypes
	queryID       int // 0: the last
	connection    uint64
	ofConnection  bool
	limit, offset int
	limited       bool
	undeclared    string // a name in LIMIT
}

// errUndeclared is ER_SP_UNDECLARED_VAR.
const errUndeclared = 1327

// profileStatements are SHOW PROFILE and SHOW PROFILES.
type profileStatements struct {
	schema *perfschema.Schema
	rights *privilege.Rights
}

// show is SHOW PROFILE.
func (p profileStatements) show(r profileRequest) sqlparser.Statement {
	n := &node.Command{Text: "SHOW PROFILE", Columns: sql.Schema{{Name: "Status", Type: profileState}, {Name: "Duration", Type: profileDecimal}}}
	var columns []profileColumn
	for _, c := range profileColumns {
		if c.shown&r.types != 0 {
			columns = append(columns, c)
			n.Columns = append(n.Columns, &sql.Column{Name: c.name, Type: c.typ, Nullable: true})
		}
	}
	n.Rows = func(ctx *sql.Context) (rows []sql.Row, err error) {
		if r.undeclared != "" {
			return nil, mysql.NewSQLError(errUndeclared, sqlerr.StateAccess, "Undeclared variable: %s", r.undeclared)
		}
		profilerOf(ctx).Discard()
		useInstead(ctx, "SHOW PROFILE")
		stages, err := p.stages(ctx, r)
		if err != nil {
			return nil, err
		}
		if r.limited {
			stages = stages[min(r.offset, len(stages)):]
			stages = stages[:min(r.limit, len(stages))]
		}
		for i := range stages {
			row := sql.Row{stages[i].State, duration(&stages[i])}
			for _, c := range columns {
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
func (p profileStatements) stages(ctx *sql.Context, r profileRequest) ([]perfschema.ProfileStage, error) {
	profiles := profilerOf(ctx).Profiles()
	if r.ofConnection {
		if !p.rights.Of(ctx).Has(sql.PrivilegeType_Process) {
			return nil, sqlerr.Needs("PROCESS")
		}
		t := p.schema.Read().ThreadByProcesslistID(r.connection)
		profiles = p.schema.Read().SessionProfiles(t)[0]
		if conn := connectionOf(ctx); conn != nil && conn.thread == t {
			// Not this statement itself.
			profiles = slices.DeleteFunc(profiles, func(p perfschema.StageProfile) bool { return p.Running })
		}
	}
	if r.queryID == 0 && len(profiles) > 0 {
		return profiles[len(profiles)-1].Stages, nil
	}
	i := slices.IndexFunc(profiles, func(p perfschema.StageProfile) bool { return p.QueryID == r.queryID && r.queryID != 0 })
	if i < 0 && r.ofConnection {
		i = slices.IndexFunc(profiles, func(p perfschema.StageProfile) bool { return p.QueryID == 0 && p.EventID == uint64(r.queryID) })
	}
	if i < 0 {
		return nil, nil
	}
	return profiles[i].Stages, nil
}
