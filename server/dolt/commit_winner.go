package dolt

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/dolthub/dolt/go/libraries/doltcore/doltdb"
	"github.com/dolthub/dolt/go/store/hash"
	"github.com/dolthub/dolt/go/store/prolly/tree"
	"github.com/dolthub/dolt/go/store/val"
	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/types"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/gms"
)

// wonCommit is a commit of a branch, for those that lose to it.
type wonCommit struct {
	work perfschema.Work // of who has committed
	at   time.Time
	root doltdb.RootValue // what that one's transaction has made of the branch
	// after is the root of the whole store behind the commit.
	after hash.Hash
}

// maxWonCommits is how many commits of a branch are kept.
const maxWonCommits = 32

// keepCommit keeps the commit that ends, if it has come to the store. It is called by who has the lock.
func (l *lockedCommit) keepCommit() {
	c := l.commits
	if l.commits = nil; c == nil {
		return
	}
	after, err := c.db.NomsRoot(context.WithoutCancel(c.ctx))
	if err != nil || after == c.now {
		return
	}
	if len(l.won) == maxWonCommits {
		copy(l.won, l.won[1:])
		l.won = l.won[:maxWonCommits-1]
	}
	l.won = append(l.won, wonCommit{l.work, time.Now(), c.own, after})
}

// lostTo is what the transaction has lost to: the first commit since it began that has changed the same row. loser
// is what its thread does.
func (c *committing) lostTo(loser perfschema.Work, won []wonCommit) *gms.Conflict {
	database, _, _ := strings.Cut(c.key, "\x00")
	out := &gms.Conflict{Loser: loser, Schema: database, Table: c.table.Name, Key: c.rowText()}
	if w := c.winner(won); w != nil {
		out.Winner, out.WonAt = w.work, w.at
	}
	return out
}

// winner finds who has changed the row first, or the table's definition, where no row is known; nil if that
// commit is not kept any more.
func (c *committing) winner(won []wonCommit) *wonCommit {
	if c.table.Name == "" {
		return nil
	}
	all := false
	for i := range won {
		if won[i].after == c.began {
			won, all = won[i+1:], true
			break
		}
	}
	if len(won) == 0 {
		return nil
	}
	before, err := c.stateIn(c.base)
	if err != nil {
		return nil
	}
	now, err := c.stateIn(c.others)
	if err != nil {
		return nil
	}
	for i := range won {
		state, err := c.stateIn(won[i].root) // an older one may have no such table, or another
		// Where commits of before the transaction may be among them, the one that counts made what is there
		// now.
		if err == nil && !bytes.Equal(state, before) && (all || bytes.Equal(state, now)) {
			return &won[i]
		}
	}
	return nil
}

// errOtherKeys: a table of the name had other keys.
var errOtherKeys = errors.New("its keys are others")

// stateIn is what a root has of the row, or of the table's definition: equal where these are.
func (c *committing) stateIn(root doltdb.RootValue) ([]byte, error) {
	t, err := c.tableIn(root, c.table)
	if err != nil {
		return nil, err
	}
	if c.row == nil {
		return t.schema[:], nil
	}
	if !t.rows.KeyDesc().Equals(c.keys) {
		return nil, errOtherKeys
	}
	var state []byte
	err = t.rows.Get(c.ctx, c.row, func(_, value val.Tuple) error {
		if value != nil {
			state = append([]byte{1}, value...)
		}
		return nil
	})
	return state, err
}

// rowText is the primary key of the row, its values as a client reads them, those of bytes in hexadecimal as
// 0x00FF; empty where there is none.
func (c *committing) rowText() string {
	if c.row == nil {
		return ""
	}
	then, err := c.tableIn(c.own, c.table)
	if err != nil {
		return ""
	}
	definition, err := then.GetSchema(c.ctx)
	if err != nil || definition.GetPKCols().Size() == 0 {
		return "" // rows have a hash as their key
	}
	columns := definition.GetPKCols()
	var out []string
	for i := range c.keys.Count() {
		v, err := tree.GetField(c.ctx, c.keys, i, c.row, then.rows.NodeStore())
		if err != nil {
			return ""
		}
		t := columns.GetByIndex(i).TypeInfo.ToSqlType()
		text, err := t.SQL(c.ctx, nil, v)
		if err != nil {
			return ""
		}
		if types.IsBinaryType(t) || types.IsBit(t) {
			out = append(out, fmt.Sprintf("0x%X", text.ToBytes()))
		} else {
			out = append(out, text.ToString())
		}
	}
	return strings.Join(out, ", ")
}

// ConflictOf returns what a session's transaction has lost to, once: see [gms.Contention].
func ConflictOf(session sql.Session) (lost gms.Conflict, ok bool) {
	b := beginningOf(session)
	if b == nil || b.lost == nil {
		return lost, false
	}
	lost, b.lost = *b.lost, nil
	return lost, true
}
