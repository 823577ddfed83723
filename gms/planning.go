package gms

import (
	"errors"
	"math"
	"strconv"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/types"
	"github.com/dolthub/vitess/go/mysql"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/gms/internal/room"
	"github.com/perfschema/perfschema/gms/internal/size"
	"github.com/perfschema/perfschema/gms/internal/sqlerr"
	"github.com/perfschema/perfschema/gms/internal/words"
	"github.com/perfschema/perfschema/snowset"
)

// What a statement holds while it is parsed and planned nobody can take from it, and no
// limit sees: a tree of the engine's, and what it makes of that. So what it will be is
// estimated from the text ([words.Weight]), and statements with long texts wait until
// there is room for them. When its plan is about to run a statement gives the room back;
// what the plan holds counts from then on as held by the statement.

const (
	planningMemoryLimit = "planning_memory_limit"
	parserMemoryLimit   = "parser_max_mem_size"
	leastPlanningMemory = 64 << 20
	// errParserMemory is ER_CAPACITY_EXCEEDED_IN_PARSER.
	errParserMemory = 3171
	// longText is from which length on a text is weighed. All that a server admits of
	// shorter ones together hold less than a small machine has.
	longText = 8 << 10
	// heavyPlan is from which weight on what the plan holds is measured.
	heavyPlan = 16 << 20
)

// planningLimitVariable is what the statements together may hold that are being planned,
// in bytes: by itself half of what one connection may hold, an eighth of the memory.
func planningLimitVariable() sql.SystemVariable {
	return &sql.MysqlSystemVariable{
		Name: planningMemoryLimit, Scope: sql.GetMysqlScope(sql.SystemVariableScope_Global), Dynamic: true,
		Type:    types.NewSystemUintType(planningMemoryLimit, 1<<20, math.MaxUint64),
		Default: uint64(max(defaultMemoryLimit()/2, leastPlanningMemory)),
	}
}

func planningMemory() int64 {
	if _, v, ok := sql.SystemVariables.GetGlobal(planningMemoryLimit); ok {
		if n, ok := v.(uint64); ok && n < math.MaxInt64 {
			return int64(n)
		}
	}
	return math.MaxInt64
}

// planning is the room in which statements are planned.
type planning struct {
	*room.Room
	full *perfschema.CondInstance // that who waits for room waits on
}

func newPlanning(s *perfschema.Schema) planning {
	key := s.RegisterCond("sql", perfschema.Info{
		Name: "Planning_memory::cond", Flags: perfschema.FlagSingleton, Resource: snowset.ResourceMutex,
		Documentation: "Statements with long texts, until there is memory to plan them in.",
	})
	return planning{room.New(planningMemory), s.NewCondInstance(key)}
}

func (p planning) status() []perfschema.StatusVariable {
	return []perfschema.StatusVariable{
		{Name: "Planning_memory", Value: uint64(p.Taken())},
		{Name: "Planning_memory_waits", Value: p.Waits()},
	}
}

// takeRoom takes room for a statement that is about to be parsed, and waits for it. The
// error is the client's. Most texts are short, and need none.
func (x *execution) takeRoom(ctx *sql.Context, text string) error {
	if len(text) < longText {
		return nil
	}
	return x.takeWeight(ctx, words.Weight(text, ansiQuotes(ctx)))
}

func (x *execution) takeWeight(ctx *sql.Context, weight int64) error {
	x.giveRoom() // who waits has none
	if err := x.refuseWeight(ctx, weight); err != nil {
		return err
	}
	p := &x.connection.adapter.planning
	if !p.TryTake(weight) {
		start := func(t *perfschema.Thread) perfschema.Wait { return p.full.StartWait(t, perfschema.OpTimedWait) }
		err := showWait(ctx, planningMemoryStage, start, func() error { return p.Take(ctx, weight, lockWaitTimeout(ctx)) })
		if errors.Is(err, room.ErrTime) {
			return mysql.NewSQLError(mysql.ERLockWaitTimeout, sqlerr.StateGeneral, "Lock wait timeout exceeded; try restarting transaction")
		}
		if err != nil {
			return err
		}
	}
	x.room = weight
	return nil
}

// roomToPrepare takes room for the text of a PREPARE in the place of its own, and keeps
// how much that was, for it is planned again whenever it is executed. In a stored program
// it takes none: that may go on for long.
func (x *execution) roomToPrepare(ctx *sql.Context, name, text string) error {
	p := &x.connection.prepared
	delete(p.weights, name)
	if len(text) < longText {
		return nil
	}
	weight := words.Weight(text, ansiQuotes(ctx))
	if x.phase == phaseStarting {
		if err := x.takeWeight(ctx, weight); err != nil {
			return err
		}
	} else if err := x.refuseWeight(ctx, weight); err != nil {
		return err
	}
	if p.weights == nil {
		p.weights = make(map[string]int64)
	}
	p.weights[name] = weight
	return nil
}

// roomToExecute takes room for what EXECUTE executes.
func (x *execution) roomToExecute(ctx *sql.Context, name string) error {
	if weight := x.connection.prepared.weights[name]; weight != 0 && x.phase == phaseStarting {
		return x.takeWeight(ctx, weight)
	}
	return nil
}

// refuseWeight is the error of a statement that would hold more than its session lets
// its parser have, or its connection may hold.
func (x *execution) refuseWeight(ctx *sql.Context, weight int64) error {
	limit, name := int64(math.MaxInt64), parserMemoryLimit
	if v, err := ctx.GetSessionVariable(ctx, parserMemoryLimit); err == nil {
		if n, ok := v.(uint64); ok && n < math.MaxInt64 {
			limit = int64(n)
		}
	}
	if of := x.connection.memoryLimit; of != 0 && of < limit {
		limit, name = of, connectionMemoryLimit
	}
	if weight <= limit {
		return nil
	}
	return mysql.NewSQLError(errParserMemory, sqlerr.StateGeneral, "Memory capacity of %s bytes for '%s' exceeded. Parser bailed out for this query.",
		strconv.FormatInt(limit, 10), name)
}

// settleRoom is called with the plan that is about to run.
func (x *execution) settleRoom(root sql.Node) {
	if x.room >= heavyPlan && x.memory.limited() {
		x.memory.holdPlan(size.Plan(root))
	}
	x.giveRoom()
}

// giveRoom gives back what the statement has of the room.
func (x *execution) giveRoom() {
	if x.room != 0 {
		x.connection.adapter.planning.Give(x.room)
		x.room = 0
	}
}

// holdPlan counts what a plan holds among what its statement may hold.
func (m *statementMemory) holdPlan(bytes int64) {
	all := m.held.Add(bytes)
	m.used.Store(true)
	if all > m.limit {
		m.exceed(all)
	}
	m.share(all)
}

func planningMemoryStage(k *stageKeys) perfschema.StageKey { return k.planningMemory }
