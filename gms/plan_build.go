package gms

import (
	"time"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/plan"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/gms/dialect/amendment"
	changes "github.com/perfschema/perfschema/gms/dialect/change"
	"github.com/perfschema/perfschema/gms/dialect/effect"
	"github.com/perfschema/perfschema/gms/dialect/program"
	"github.com/perfschema/perfschema/gms/internal/node"
)

// planBuild is how far the plan of a statement has been built. The goroutine
// that drives the statement writes it, before others start.
type planBuild struct {
	state buildState
	// depth is how many nodes lie between the root and the one whose iterator
	// marks the statement's progress.
	depth int
	// skip makes the next call of the raw builder pass, so that the engine
	// builds the node itself.
	skip bool
	// apart counts the enclosing nodes that run their input on a goroutine of
	// its own.
	apart   int
	commits bool
	touches bool // the statement reads or changes tables that have transactions
	// altersIndexes: the statement may change the indexes of a table.
	altersIndexes bool
	// warned: a warning of this package's has taken the place of those of the
	// statement before.
	warned bool
	// clamped: a deprecated variable was given a value that was clipped.
	clamped           bool
	amendment.Learned // by the rules of statements
	// keepsSettings: the statement sets no session variable.
	keepsSettings bool
	plain         bool // it gives rows and does nothing else
	// changes: it changes rows, for which triggers may run.
	changes bool
	updates bool // it is an UPDATE
	// truncates: it is a TRUNCATE, which a DELETE may be to the engine.
	truncates bool
	// context is the statement's, until its table iterator is taken.
	context *statementContext
	// source is the stage while rows flow, stage the one entered last.
	source, stage perfschema.StageKey
	control       transactionControl
	readOnly      bool // of START TRANSACTION
	waits         bool // one of its functions may wait
	point         bool // it gives the one row of a key; known of what is not recorded
	// only is the table of such a plan that has nothing else in it; nil for most.
	only        *plan.IndexedTableAccess
	since       time.Time // when a statement that changes rows began
	passed      bool      // the plan is the storage's and the engine's alone
	thin        bool      // nothing of it is wrapped but its table: see buildThin
	preparation preparation
	dropped     program.Dropped
	root        sql.Node // as the engine runs it: its columns are those of the result
	bound       sql.Node // the statement before it is analyzed
	// begun: the engine has thrown away the warnings of the statement before.
	begun bool
	// settled: what was open before it has been committed, where MySQL does so.
	settled bool
	// commitsItself: the transaction is the statement's alone, which ends with it.
	commitsItself bool
	// defines: it has the locks that it needs to define tables, if it does.
	defines bool
	// asksBeyond: the table that is built next is read one by one until the storage
	// says that there are no more rows, and that counts.
	asksBeyond bool
	outer      node.OuterTables
	projects   bool // a projection is among those nodes
	functions  bool // stored ones are called
	// transacts: a stage has told that its transaction begins.
	transacts bool
	// unplanned: it passes the stages of planning by; tableless: it has no tables, and
	// passes those by that are about tables.
	unplanned, tableless bool
}

type buildState uint8

const (
	buildNone buildState = iota
	buildRunning
	buildDone
)

// clearSkip is called when the engine has built the node that was to be passed over.
func (p *planBuild) clearSkip() {
	if p.state == buildRunning {
		p.skip = false
	}
}

// settle notes what a statement that is no plain query does: to its transaction, to the
// session's settings and to rows.
func (p *planBuild) settle(root sql.Node) {
	p.control, p.readOnly = transactionControlOf(root)
	p.keepsSettings = keepsSettings(root)
	change := effect.ChangeIn(root)
	p.changes = change != nil
	_, p.updates = change.(*plan.Update)
	p.Strict = p.Strict || p.changes && !p.Ignores && changes.ChangesRowsStrictly(change)
}
