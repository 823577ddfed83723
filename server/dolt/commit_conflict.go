package dolt

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/dolthub/dolt/go/libraries/doltcore/doltdb"
	"github.com/dolthub/dolt/go/libraries/doltcore/doltdb/durable"
	"github.com/dolthub/dolt/go/libraries/doltcore/ref"
	"github.com/dolthub/dolt/go/libraries/doltcore/sqle/dsess"
	"github.com/dolthub/dolt/go/store/hash"
	"github.com/dolthub/dolt/go/store/prolly"
	"github.com/dolthub/dolt/go/store/prolly/tree"
	"github.com/dolthub/dolt/go/store/val"
	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/vitess/go/mysql"
)

// refuse refuses a commit where another transaction has committed a change to one of its
// rows since it began: the first to commit wins, and the other is rolled back and told to
// begin anew. Dolt merges the two where both did the same, or changed other columns: two
// that count up by one would count once, and two equal rows inserted into a table without a
// primary key would be one. It is called while nobody else can commit.
func (c *committing) refuse() error {
	behind, err := c.isBehind()
	if err != nil || !behind {
		return err
	}
	there, err := c.read()
	if err != nil || !there {
		return err
	}
	conflict, err := c.conflict()
	if err != nil || !conflict {
		return err
	}
	if done, err := c.isDone(); err != nil || done {
		return err
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
	if b := beginningOf(session); b == nil || b.behind == "" {
		return false
	}
	var sent *mysql.SQLError // as the engine's handler makes of the engine's
	if errors.As(err, &sent) && sent.Num == mysql.ERLockDeadlock {
		return true
	}
	text := err.Error() // of errors that Dolt makes of texts
	return sql.ErrLockDeadlock.Is(err) || strings.Contains(text, dsess.ErrUnresolvedConstraintViolationsCommit.Error()) || strings.Contains(text, schemaConflict)
}

// schemaConflict is how Dolt begins to say that a table's definition has changed in a way
// that its merge does not know to follow.
const schemaConflict = "merge aborted: schema conflict"

// Alone keeps others from committing where a session's transaction has lost: see
// [gms.Contention].
func Alone(ctx context.Context, session sql.Session) (release func()) {
	b := beginningOf(session)
	locks, ok := transactionLocks.(*commitLocks)
	if b == nil || b.behind == "" || !ok {
		return nil
	}
	return locks.holdAlone(ctx, b.behind, session)
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
	ctx               *sql.Context
	session           *dsess.DoltSession
	beginning         *beginningSession
	transaction       *dsess.DoltTransaction
	db                *doltdb.DoltDB
	key               string // of the lock
	began             hash.Hash
	base, own, others doltdb.RootValue
}

// newCommitting is who commits by a lock; nil where that is no transaction of a session of
// ours.
func newCommitting(ctx context.Context, key string) *committing {
	c := &committing{key: key}
	var ok bool
	if c.ctx, ok = ctx.(*sql.Context); !ok {
		return nil
	}
	if c.session, ok = c.ctx.Session.(*dsess.DoltSession); !ok {
		return nil
	}
	if c.beginning, ok = c.session.Session.(*beginningSession); !ok {
		return nil
	}
	if c.transaction, ok = c.ctx.GetTransaction().(*dsess.DoltTransaction); !ok {
		return nil
	}
	database, _ := c.names()
	if c.began, ok = c.transaction.GetInitialRoot(database); !ok {
		return nil
	}
	if c.db, ok = c.session.GetDoltDB(c.ctx, database); !ok {
		return nil
	}
	if last := &c.beginning.committed; last.transaction == c.transaction && last.key == key {
		c.began = last.root
	}
	return c
}

// isDone says whether the session has changed nothing since it committed last: the
// transaction around a CALL commits once more what the statements of the procedure have.
func (c *committing) isDone() (bool, error) {
	last := &c.beginning.committed
	if last.key != c.key {
		return false, nil
	}
	_, set := c.names()
	then, err := c.db.ResolveWorkingSetAtRoot(c.ctx, ref.NewWorkingSetRef(set), last.root)
	if errors.Is(err, doltdb.ErrWorkingSetNotFound) {
		return false, nil
	} else if err != nil {
		return false, fmt.Errorf("what the session committed last: %w", err)
	}
	a, err := then.WorkingRoot().HashOf()
	if err != nil {
		return false, err
	}
	b, err := c.own.HashOf()
	return a == b, err
}

// names are the database and the working set that a lock is of.
func (c *committing) names() (database, set string) {
	database, set, _ = strings.Cut(c.key, "\x00")
	return database, set
}

// committed is what a database was when a transaction of the session had committed.
type committed struct {
	transaction *dsess.DoltTransaction
	key         string
	root        hash.Hash
}

// settle is called when the transaction has committed, or could not, before others can.
func (c *committing) settle() {
	if root, err := c.db.NomsRoot(c.ctx); err == nil {
		c.beginning.committed = committed{c.transaction, c.key, root}
	}
}

// isBehind says whether anybody has committed since the transaction began, unless the
// session wants conflicts.
func (c *committing) isBehind() (bool, error) {
	now, err := c.db.NomsRoot(c.ctx)
	if err != nil {
		return false, fmt.Errorf("what others have committed: %w", err)
	}
	if now == c.began {
		return false, nil
	}
	c.beginning.behind = c.key
	wants, err := wantsConflicts(c.ctx)
	return !wants, err
}

// read reads the three roots. It says false where one is not there, as of a branch that was
// made or removed meanwhile.
func (c *committing) read() (bool, error) {
	database, set := c.names()
	of := ref.NewWorkingSetRef(set)
	head, err := of.ToHeadRef()
	if err != nil {
		return false, fmt.Errorf("the branch of %s: %w", set, err)
	}
	own, err := c.session.WorkingSet(c.ctx, doltdb.RevisionDbName(database, head.GetPath()))
	if err != nil {
		return false, fmt.Errorf("what the transaction has changed: %w", err)
	}
	base, err := c.db.ResolveWorkingSetAtRoot(c.ctx, of, c.began)
	if errors.Is(err, doltdb.ErrWorkingSetNotFound) {
		return false, nil
	} else if err != nil {
		return false, fmt.Errorf("what the transaction began with: %w", err)
	}
	others, err := c.db.ResolveWorkingSet(c.ctx, of)
	if errors.Is(err, doltdb.ErrWorkingSetNotFound) {
		return false, nil
	} else if err != nil {
		return false, fmt.Errorf("what others have committed: %w", err)
	}
	c.base, c.own, c.others = base.WorkingRoot(), own.WorkingRoot(), others.WorkingRoot()
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

// conflict says whether both have changed a row of the same table.
func (c *committing) conflict() (bool, error) {
	names, err := c.own.GetAllTableNames(c.ctx, false)
	if err != nil {
		return false, fmt.Errorf("the tables of a transaction: %w", err)
	}
	for _, name := range names {
		if doltdb.HasDoltPrefix(name.Name) {
			continue // of definitions and settings, which Dolt merges by name
		}
		if conflict, err := c.conflictIn(name); err != nil || conflict {
			return conflict, err
		}
	}
	return false, nil
}

// conflictIn is conflict of one table. Where the transaction has changed its definition it
// is for Dolt to say; where others have, their new keys are those that the transaction may
// have given rows too, and all rows may have been written anew.
func (c *committing) conflictIn(name doltdb.TableName) (bool, error) {
	var rows [3]prolly.Map
	var hashes, schemas [3]hash.Hash
	roots := [3]doltdb.RootValue{c.base, c.own, c.others}
	for i, root := range roots {
		h, ok, err := root.GetTableHash(c.ctx, name)
		if err != nil || !ok || i > 0 && h == hashes[0] {
			return false, err
		}
		hashes[i] = h
	}
	for i, root := range roots {
		t, ok, err := root.GetTable(c.ctx, name)
		if err != nil || !ok {
			return false, err
		}
		if schemas[i], err = t.GetSchemaHash(c.ctx); err != nil {
			return false, err
		}
		index, err := t.GetRowData(c.ctx)
		if err != nil {
			return false, err
		}
		if rows[i], err = durable.ProllyMapFromIndex(index); err != nil {
			return false, err
		}
	}
	if schemas[0] != schemas[1] {
		return false, nil
	}
	if !rows[0].KeyDesc().Equals(rows[2].KeyDesc()) {
		return true, nil
	}
	return bothChanged(c.ctx, rows[0], rows[1], rows[2])
}

// bothChanged says whether a key has another value in both than in base. It takes as long as
// the changes before the end of the side that ends first.
func bothChanged(ctx context.Context, base, own, others prolly.Map) (bool, error) {
	a, err := changes(ctx, base, own)
	if err != nil {
		return false, err
	}
	b, err := changes(ctx, base, others)
	if err != nil {
		return false, err
	}
	x, err := a.Next(ctx)
	if err != nil {
		return false, ended(err)
	}
	y, err := b.Next(ctx)
	for err == nil {
		switch order := base.CompareItems(ctx, x.Key, y.Key); {
		case order == 0:
			return true, nil
		case order < 0:
			x, err = a.Next(ctx)
		default:
			y, err = b.Next(ctx)
		}
	}
	return false, ended(err)
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
