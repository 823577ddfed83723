// Package planning lends statements with long texts the memory in which they are parsed
// and planned.
//
// What a statement holds meanwhile nobody can take from it, and no limit sees: a tree of
// the engine's, and what it makes of that. So what it will be is estimated from the text
// ([words.Weight]), and statements with long texts wait until there is room for them.
package planning

import (
	"errors"
	"math"
	"strconv"
	"time"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/types"
	"github.com/dolthub/vitess/go/mysql"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/gms/dialect/sqlerr"
	"github.com/perfschema/perfschema/gms/dialect/words"
	"github.com/perfschema/perfschema/gms/internal/room"
	"github.com/perfschema/perfschema/record"
	"github.com/perfschema/perfschema/snowset"
)

const (
	limitVariable  = "planning_memory_limit"
	parserVariable = "parser_max_mem_size"
	leastLimit     = 64 << 20
	// errCapacity is ER_CAPACITY_EXCEEDED_IN_PARSER.
	errCapacity = 3171
	// LongText is from which length on a text is weighed, in bytes. All that a server
	// admits of shorter ones together hold less than a small machine has.
	LongText = 8 << 10
	// heavy is from which weight on what the plan holds is worth measuring.
	heavy = 16 << 20
)

// LimitVariable declares what the statements together may hold that are being planned,
// in bytes: by itself half of what one connection may hold, an eighth of the memory.
func LimitVariable(ofConnection int64) sql.SystemVariable {
	return &sql.MysqlSystemVariable{
		Name: limitVariable, Scope: sql.GetMysqlScope(sql.SystemVariableScope_Global), Dynamic: true,
		Type:    types.NewSystemUintType(limitVariable, 1<<20, math.MaxUint64),
		Default: uint64(max(ofConnection/2, leastLimit)),
	}
}

func limit() int64 {
	if _, v, ok := sql.SystemVariables.GetGlobal(limitVariable); ok {
		if n, ok := v.(uint64); ok && n < math.MaxInt64 {
			return int64(n)
		}
	}
	return math.MaxInt64
}

// Memory is the room in which statements are planned. It is safe for concurrent use.
type Memory struct {
	room *room.Room
	full *perfschema.CondInstance // that who waits for room waits on
}

// New makes it, with an instrument for who waits.
func New(s *perfschema.Schema) *Memory {
	key := s.RegisterCond("sql", perfschema.Info{
		Name: "Planning_memory::cond", Flags: perfschema.FlagSingleton, Resource: snowset.ResourceMutex,
		Documentation: "Statements with long texts, until there is memory to plan them in.",
	})
	return &Memory{room.New(limit), s.NewCondInstance(key)}
}

// Status is how much is taken, and how many have had to wait.
func (m *Memory) Status() []record.StatusVariable {
	return []record.StatusVariable{
		{Name: "Planning_memory", Value: uint64(m.room.Taken())},
		{Name: "Planning_memory_waits", Value: m.room.Waits()},
	}
}

// Statement is what is asked of a statement that is to be planned.
type Statement interface {
	// MemoryLimit is what its connection may hold, in bytes, and the variable that says
	// so; 0 is no limit.
	MemoryLimit() (bytes int64, variable string)
	// LockTimeout is for how long it may wait.
	LockTimeout(ctx *sql.Context) time.Duration
	// Wait runs wait, and shows it as what the statement waits for, by the event that
	// start begins.
	Wait(ctx *sql.Context, start func(*perfschema.Thread) perfschema.Wait, wait func() error) error
}

// Weight is what a text will hold while it is planned, in bytes. Most are short, and
// weigh nothing.
func Weight(text string, ansiQuotes bool) int64 {
	if len(text) < LongText {
		return 0
	}
	return words.Weight(text, ansiQuotes)
}

// Refuse is the error of a statement that would hold more than its session lets its
// parser have, or its connection may hold.
func Refuse(ctx *sql.Context, of Statement, weight int64) error {
	most, name := int64(math.MaxInt64), parserVariable
	if v, err := ctx.GetSessionVariable(ctx, parserVariable); err == nil {
		if n, ok := v.(uint64); ok && n < math.MaxInt64 {
			most = int64(n)
		}
	}
	if bytes, variable := of.MemoryLimit(); bytes != 0 && bytes < most {
		most, name = bytes, variable
	}
	if weight <= most {
		return nil
	}
	return mysql.NewSQLError(errCapacity, sqlerr.StateGeneral, "Memory capacity of %s bytes for '%s' exceeded. Parser bailed out for this query.",
		strconv.FormatInt(most, 10), name)
}

// Share is what one statement has of the room; the zero Share is nothing. It is that of
// the goroutine which drives the statement.
type Share struct{ bytes int64 }

// Take takes room in the place of what the statement has of it, and waits for it. The
// error is the client's.
func (s *Share) Take(ctx *sql.Context, m *Memory, of Statement, weight int64) error {
	s.Give(m) // who waits has none
	if err := Refuse(ctx, of, weight); err != nil {
		return err
	}
	if !m.room.TryTake(weight) {
		start := func(t *perfschema.Thread) perfschema.Wait { return m.full.StartWait(t, perfschema.OpTimedWait) }
		err := of.Wait(ctx, start, func() error { return m.room.Take(ctx, weight, of.LockTimeout(ctx)) })
		if errors.Is(err, room.ErrTime) {
			return mysql.NewSQLError(mysql.ERLockWaitTimeout, sqlerr.StateGeneral, "Lock wait timeout exceeded; try restarting transaction")
		}
		if err != nil {
			return err
		}
	}
	s.bytes = weight
	return nil
}

// Heavy says that what the plan holds is worth measuring.
func (s *Share) Heavy() bool { return s.bytes >= heavy }

// Held says whether there is anything to give back.
func (s *Share) Held() bool { return s.bytes != 0 }

// Give gives the share back.
func (s *Share) Give(m *Memory) {
	if s.bytes != 0 {
		m.room.Give(s.bytes)
		s.bytes = 0
	}
}
