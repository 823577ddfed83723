package dolt

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/dolthub/dolt/go/libraries/doltcore/doltdb"
	"github.com/dolthub/dolt/go/libraries/doltcore/doltdb/durable"
	"github.com/dolthub/dolt/go/libraries/doltcore/ref"
	"github.com/dolthub/dolt/go/libraries/doltcore/sqle/dsess"
	"github.com/dolthub/dolt/go/store/datas"
	"github.com/dolthub/dolt/go/store/hash"
	"github.com/dolthub/dolt/go/store/prolly"
	"github.com/dolthub/dolt/go/store/prolly/tree"
	"github.com/dolthub/dolt/go/store/val"
	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/vitess/go/mysql"

	"github.com/perfschema/perfschema"
)

// refuseConflict refuses the commit that key names where another transaction has committed a
// change to one of its rows since it began: the first to commit wins, and the other is rolled
// back and told to begin anew. Dolt merges the two where both did the same, or changed other
// columns: two that count up by one would count once, and two equal rows inserted into a table
// without a primary key would be one. It is called while nobody else can commit. won are the last
// commits of the branch. The commit is nil where nothing is committed.
func refuseConflict(ctx context.Context, key string, won []wonCommit) (*committing, error) {
	c, err := newCommitting(ctx, key)
	if c == nil || err != nil {
		return nil, err
	}
	return c, c.refuse(won)
}

func (c *committing) refuse(won []wonCommit) error {
	if err := c.refuseCollision(); err != nil {
		return err
	}
	behind, err := c.isBehind()
	if err != nil || !behind {
		return err
	}
	lost, err := c.isUncounted()
	if err != nil {
		return err
	}
	if !lost {
		if lost, err = c.conflict(); err != nil || !lost {
			return err
		}
	}
	if t := perfschema.Bound(); t != nil { // else nothing is recorded
		c.beginning.lost = c.lostTo(t.Work(), won)
	}
	if err := c.session.Rollback(c.ctx, c.transaction); err != nil {
		return fmt.Errorf("rolling back what another transaction has changed: %w", err)
	}
	c.ctx.SetTransaction(nil)
	c.ctx.SetIgnoreAutoCommit(false)
	return sql.ErrLockDeadlock.New("another transaction has changed the same rows")
}

// Lost says whether err is that a session's transaction could not be committed behind those
// of others: see [gms.Contention].
func Lost(session sql.Session, err error) bool {
	b := beginningOf(session)
	if b != nil && isOvertaken(err) {
		return true // something other than a commit of the branch has been faster, as a procedure of Dolt's
	}
	if b == nil || b.behind == "" {
		return false
	}
	var sent *mysql.SQLError // as the engine's handler makes of the engine's
	if errors.As(err, &sent) && sent.Num == mysql.ERLockDeadlock {
		return true
	}
	text := err.Error() // of errors that Dolt makes of texts
	return sql.ErrLockDeadlock.Is(err) || strings.Contains(text, dsess.ErrUnresolvedConstraintViolationsCommit.Error()) || strings.Contains(text, schemaConflict)
}

// isOvertaken reports whether a write has failed because somebody else's came before it. Dolt's procedures
// make texts of that error.
func isOvertaken(err error) bool {
	return err != nil && (errors.Is(err, datas.ErrOptimisticLockFailed) || strings.Contains(err.Error(), datas.ErrOptimisticLockFailed.Error()))
}

// schemaConflict is how Dolt begins to say that a table's definition has changed in a way
// that its merge does not know to follow.
const schemaConflict = "merge aborted: schema conflict"

// Alone keeps others from committing where a session's transaction has lost: see
// [gms.Contention].
func Alone(ctx context.Context, session sql.Session, atMost time.Duration) (release func()) {
	b := beginningOf(session)
	locks, ok := transactionLocks.(*commitLocks)
	if b == nil || b.behind == "" || !ok {
		return nil
	}
	return locks.holdAlone(ctx, b.behind, session, atMost)
}

func beginningOf(session sql.Session) *beginningSession {
	s, ok := session.(*dsess.DoltSession)
	if !ok {
		return nil
	}
	b, _ := s.Session.(*beginningSession)
	return b
}

// committing is a transaction that commits, with what a branch was when it began, what it
// made of it, and what others have made of it since.
type committing struct {
	ctx         *sql.Context
	session     *dsess.DoltSession
	beginning   *beginningSession
	transaction *dsess.DoltTransaction
	db          *doltdb.DoltDB
	key         string // of the lock
	set         ref.WorkingSetRef
	began       hash.Hash
	mergedRoots             // what is in the tables
	staged      mergedRoots // what the next commit of the branch will have
	now         hash.Hash   // of the store, before this commit

	// table has rows that both transactions have changed. row is the key of the first one, nil if it is not
	// known; keys describes it.
	table doltdb.TableName
	row   val.Tuple
	keys  *val.TupleDesc
}

// newCommitting is who commits by a lock; nil where that is no transaction of a session of
// ours, and where it has nothing to commit: the transaction around a CALL commits once more
// what the statements of the procedure have.
func newCommitting(ctx context.Context, key string) (*committing, error) {
	database, set, _ := strings.Cut(key, "\x00")
	c := &committing{key: key, set: ref.NewWorkingSetRef(set)}
	var ok bool
	if c.ctx, ok = ctx.(*sql.Context); !ok {
		return nil, nil
	}
	if c.session, ok = c.ctx.Session.(*dsess.DoltSession); !ok {
		return nil, nil
	}
	if c.beginning, ok = c.session.Session.(*beginningSession); !ok {
		return nil, nil
	}
	c.beginning.lost = nil // nobody asked: a procedure has handled the error
	if c.transaction, ok = c.ctx.GetTransaction().(*dsess.DoltTransaction); !ok {
		return nil, nil
	}
	if c.began, ok = c.transaction.GetInitialRoot(database); !ok {
		return nil, nil
	}
	if c.db, ok = c.session.GetDoltDB(c.ctx, database); !ok {
		return nil, nil
	}
	head, err := c.set.ToHeadRef()
	if err != nil {
		return nil, fmt.Errorf("the branch of %s: %w", set, err)
	}
	own, err := c.session.WorkingSet(c.ctx, doltdb.RevisionDbName(database, head.GetPath()))
	if sql.ErrDatabaseNotFound.Is(err) {
		return nil, nil // the branch has been removed or renamed
	}
	if err != nil {
		return nil, fmt.Errorf("what the transaction has changed: %w", err)
	}
	c.own, c.staged.own = own.WorkingRoot(), own.StagedRoot()
	last := &c.beginning.committed
	if last.set == own && last.transaction != c.transaction {
		return nil, nil
	}
	*last = committed{own, c.transaction}
	return c, nil
}

// committed is what a session's transaction has committed, or was about to: one that fails is
// rolled back, and what comes after it is another working set.
type committed struct {
	set         *doltdb.WorkingSet
	transaction *dsess.DoltTransaction
}

// isBehind says whether others have committed to the branch since the transaction began. A branch that was made or removed meanwhile is
// for Dolt to see to.
func (c *committing) isBehind() (bool, error) {
	now, err := c.db.NomsRoot(c.ctx)
	if err != nil {
		return false, fmt.Errorf("what others have committed: %w", err)
	}
	if c.now = now; now == c.began {
		return false, nil
	}
	c.beginning.behind = c.key
	base, err := c.db.ResolveWorkingSetAtRoot(c.ctx, c.set, c.began)
	if errors.Is(err, doltdb.ErrWorkingSetNotFound) {
		return false, nil
	} else if err != nil {
		return false, fmt.Errorf("what the transaction began with: %w", err)
	}
	others, err := c.db.ResolveWorkingSet(c.ctx, c.set)
	if errors.Is(err, doltdb.ErrWorkingSetNotFound) {
		return false, nil
	} else if err != nil {
		return false, fmt.Errorf("what others have committed: %w", err)
	}
	c.base, c.others = base.WorkingRoot(), others.WorkingRoot()
	c.staged.base, c.staged.others = base.StagedRoot(), others.StagedRoot()
	return true, nil
}

// wantsConflicts says whether the session has Dolt's conflicts committed, to be resolved later.
func wantsConflicts(ctx *sql.Context) (bool, error) {
	for _, name := range []string{dsess.AllowCommitConflicts, dsess.ForceTransactionCommit} {
		if v, err := ctx.GetSessionVariable(ctx, name); err != nil || v == int8(1) {
			return true, err
		}
	}
	return false, nil
}

// conflict says whether both have changed a row of the same table, and the session does not want Dolt's
// conflicts.
func (c *committing) conflict() (bool, error) {
	if wants, err := wantsConflicts(c.ctx); err != nil || wants {
		return false, err
	}
	names, err := c.own.GetAllTableNames(c.ctx, false)
	if err != nil {
		return false, fmt.Errorf("the tables of a transaction: %w", err)
	}
	for _, name := range names {
		if doltdb.HasDoltPrefix(name.Name) {
			continue // of definitions and settings, which Dolt merges by name
		}
		if conflict, err := c.conflictIn(name); err != nil || conflict {
			c.table = name
			return conflict, err
		}
	}
	return false, nil
}

// conflictIn is conflict of one table. Where the transaction has changed its definition it
// is for Dolt to say; where others have, their new keys are those that the transaction may
// have given rows too, and all rows may have been written anew.
func (c *committing) conflictIn(name doltdb.TableName) (bool, error) {
	before, ok, err := c.base.GetTableHash(c.ctx, name)
	if err != nil || !ok {
		return false, err
	}
	if h, ok, err := c.own.GetTableHash(c.ctx, name); err != nil || !ok || h == before {
		return false, err
	}
	if h, ok, err := c.others.GetTableHash(c.ctx, name); err != nil || !ok || h == before {
		return false, err
	}
	base, err := c.tableIn(c.base, name)
	if err != nil {
		return false, err
	}
	own, err := c.tableIn(c.own, name)
	if err != nil || own.schema != base.schema {
		return false, err
	}
	others, err := c.tableIn(c.others, name)
	if err != nil || !base.rows.KeyDesc().Equals(others.rows.KeyDesc()) {
		return err == nil, err
	}
	c.keys = base.rows.KeyDesc()
	c.row, err = bothChanged(c.ctx, base.rows, own.rows, others.rows)
	return c.row != nil, err
}

// tableThen is a table as it was: its definition, and its rows.
type tableThen struct {
	*doltdb.Table
	schema hash.Hash
	rows   prolly.Map
}

var errNoTable = errors.New("there is none")

// tableIn reads a table as a root has it. The error wraps errNoTable where the root has none of the name.
func (c *committing) tableIn(root doltdb.RootValue, name doltdb.TableName) (then tableThen, err error) {
	t, ok, err := root.GetTable(c.ctx, name)
	if err != nil {
		return then, fmt.Errorf("table %s: %w", name, err)
	}
	if !ok {
		return then, fmt.Errorf("table %s: %w", name, errNoTable)
	}
	then.Table = t
	if then.schema, err = t.GetSchemaHash(c.ctx); err != nil {
		return then, fmt.Errorf("the definition of table %s: %w", name, err)
	}
	index, err := t.GetRowData(c.ctx)
	if err == nil {
		then.rows, err = durable.ProllyMapFromIndex(index)
	}
	if err != nil {
		return then, fmt.Errorf("the rows of table %s: %w", name, err)
	}
	return then, nil
}

// bothChanged returns a key that has another value in both than in base, nil if there is none. It takes as
// long as the changes before the end of the side that ends first.
func bothChanged(ctx context.Context, base, own, others prolly.Map) (val.Tuple, error) {
	a, err := changes(ctx, base, own)
	if err != nil {
		return nil, err
	}
	b, err := changes(ctx, base, others)
	if err != nil {
		return nil, err
	}
	x, err := a.Next(ctx)
	if err != nil {
		return nil, ended(err)
	}
	y, err := b.Next(ctx)
	for err == nil {
		switch order := base.CompareItems(ctx, x.Key, y.Key); {
		case order == 0:
			return val.Tuple(x.Key), nil
		case order < 0:
			x, err = a.Next(ctx)
		default:
			y, err = b.Next(ctx)
		}
	}
	return nil, ended(err)
}

func changes(ctx context.Context, from, to prolly.Map) (tree.Differ[val.Tuple, *val.TupleDesc], error) {
	d, err := tree.DifferFromRoots[val.Tuple](ctx, from.NodeStore(), to.NodeStore(), from.Node(), to.Node(), from.KeyDesc(), false)
	if err != nil {
		return d, fmt.Errorf("comparing the rows of a table: %w", err)
	}
	return d, nil
}

func ended(err error) error {
	if errors.Is(err, io.EOF) {
		return nil
	}
	return err
}
