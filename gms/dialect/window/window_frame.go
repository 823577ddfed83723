package window

import (
	"io"
	"strings"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/analyzer"
	"github.com/dolthub/go-mysql-server/sql/expression"
	"github.com/dolthub/go-mysql-server/sql/expression/function/aggregation"
	"github.com/dolthub/go-mysql-server/sql/plan"
	"github.com/dolthub/go-mysql-server/sql/transform"
	"github.com/dolthub/vitess/go/mysql"

	"github.com/perfschema/perfschema/gms/dialect/rule"
	"github.com/perfschema/perfschema/gms/dialect/sqlerr"
	"github.com/perfschema/perfschema/gms/dialect/step"
)

// A window that is ordered and names no frame has all rows up to the current one and
// those that are equal to it in what it is ordered by. The engine leaves out the equal
// ones in SUM(), AVG(), MIN() and LAST_VALUE(), takes all rows of the partition in MAX(),
// and knows the first expression of ORDER BY alone where a frame is a RANGE. So frames
// without an offset are ours.

// unframed are the window functions that have no use for a frame.
var unframed = map[string]bool{
	"row_number": true, "rank": true, "dense_rank": true, "percent_rank": true, "cume_dist": true, "ntile": true, "lag": true, "lead": true,
}

// peerFrame is a RANGE of rows without an offset.
type peerFrame struct {
	sql.WindowFrame
	fromStart, toEnd bool // of the partition; else of the rows that equal the current one
}

// FramesOfPeersRule is the rule frames-of-peers.
var FramesOfPeersRule = rule.Of[step.PlanStep]{
	Rule: rule.Rule{
		Name: "frames-of-peers", Changes: rule.Plan, About: rule.Windows,
		Why:      "The default frame of an ordered window leaves out peers of the current row in the engine, or takes the whole partition; in MySQL it ends with the last peer.",
		NeededBy: rule.Data, Golden: "window_frames",
	},
	Apply: step.PlanStep{Features: step.Windows, Apply: FramesOfPeers},
}

// FramesOfPeers gives windows such frames, and has all frames end with their statement.
func FramesOfPeers(_ *sql.Context, _ *analyzer.Analyzer, n sql.Node, _ *plan.Scope, _ analyzer.RuleSelector, _ *sql.QueryFlags) (sql.Node, transform.TreeIdentity, error) {
	return transform.NodeWithOpaque(n, func(n sql.Node) (sql.Node, transform.TreeIdentity, error) {
		if _, ok := n.(*plan.Window); !ok {
			return n, transform.SameTree, nil
		}
		return transform.OneNodeExpressions(n, func(e sql.Expression) (sql.Expression, transform.TreeIdentity, error) {
			f, ok := e.(sql.WindowAdaptableExpression)
			if !ok {
				return e, transform.SameTree, nil
			}
			if err := nullBound(f.Window()); err != nil {
				return e, transform.SameTree, err
			}
			if frame := ending(f); frame != nil {
				w := *f.Window()
				w.Frame = frame
				f = f.WithWindow(&w)
				if array, ok := f.(*aggregation.JsonArray); ok {
					f = documentArray{array}
				}
				return f, transform.NewTree, nil
			}
			return e, transform.SameTree, nil
		})
	})
}

// errFrameBound is ER_WINDOW_FRAME_ILLEGAL.
const errFrameBound = 3586

// nullBound returns the error of a frame that begins or ends NULL rows, or an INTERVAL of NULL,
// from the current row: the engine panics on the latter. What is known when rows are read, and
// not before, is left to the engine.
func nullBound(w *sql.WindowDefinition) error {
	if w == nil || w.Frame == nil {
		return nil
	}
	for _, e := range [...]sql.Expression{w.Frame.StartNPreceding(), w.Frame.StartNFollowing(), w.Frame.EndNPreceding(), w.Frame.EndNFollowing()} {
		if i, ok := e.(*expression.Interval); ok {
			e = i.Child
		}
		if l, ok := e.(*expression.Literal); ok && l.Value() == nil {
			name := w.Name
			if name == "" {
				name = "<unnamed window>"
			}
			return mysql.NewSQLError(errFrameBound, sqlerr.StateGeneral, "Window '%s': frame start or end is negative, NULL or of non-integral type", name)
		}
	}
	return nil
}

func isUnframed(f sql.Expression) bool {
	call, ok := f.(sql.FunctionExpression)
	return ok && unframed[strings.ToLower(call.FunctionName())]
}

// framedByPeers is the frame of a window function that is to be replaced; nil of others.
func framedByPeers(f sql.WindowAdaptableExpression) sql.WindowFrame {
	w := f.Window()
	if w == nil || len(w.OrderBy) == 0 {
		return nil
	}
	if isUnframed(f) {
		return nil
	}
	switch frame := w.Frame.(type) {
	case nil:
		return &peerFrame{plan.NewRangeUnboundedPrecedingToCurrentRowFrame(), true, false}
	case *plan.RangeUnboundedPrecedingToCurrentRowFrame:
		return &peerFrame{frame, true, false}
	case *plan.RangeCurrentRowToUnboundedFollowingFrame:
		return &peerFrame{frame, false, true}
	case *plan.RangeCurrentRowToCurrentRowFrame:
		return &peerFrame{frame, false, false}
	}
	return nil
}

// NewFramer implements sql.WindowFrame.
func (f *peerFrame) NewFramer(w *sql.WindowDefinition) (sql.WindowFramer, error) {
	return &peerFramer{frame: f, orderBy: w.OrderBy}, nil
}

// peerFramer finds the frame of row after row of a partition.
type peerFramer struct {
	frame     *peerFrame
	orderBy   sql.SortFields
	partition sql.WindowInterval
	peers     sql.WindowInterval // the rows that are equal to the last one
	next      int
}

// NewFramer implements sql.WindowFramer.
func (f *peerFramer) NewFramer(partition sql.WindowInterval) (sql.WindowFramer, error) {
	return &peerFramer{
		frame: f.frame, orderBy: f.orderBy, partition: partition, next: partition.Start,
		peers: sql.WindowInterval{Start: partition.Start, End: partition.Start},
	}, nil
}

// Next implements sql.WindowFramer. Each row is compared once with the one before it.
func (f *peerFramer) Next(ctx *sql.Context, rows sql.WindowBuffer) (sql.WindowInterval, error) {
	if f.next >= f.partition.End {
		return sql.WindowInterval{}, io.EOF
	}
	if f.next >= f.peers.End {
		f.peers = sql.WindowInterval{Start: f.next, End: f.next + 1}
		for f.peers.End < f.partition.End {
			if err := ctx.Err(); err != nil {
				return sql.WindowInterval{}, err
			}
			equal, err := f.equal(ctx, rows[f.next], rows[f.peers.End])
			if err != nil {
				return sql.WindowInterval{}, err
			}
			if !equal {
				break
			}
			f.peers.End++
		}
	}
	f.next++
	return f.Interval()
}

// equal says whether two rows are equal in what the window is ordered by.
func (f *peerFramer) equal(ctx *sql.Context, a, b sql.Row) (bool, error) {
	for _, o := range f.orderBy {
		x, err := o.Column.Eval(ctx, a)
		if err != nil {
			return false, err
		}
		y, err := o.Column.Eval(ctx, b)
		if err != nil {
			return false, err
		}
		if x == nil || y == nil {
			if x != nil || y != nil {
				return false, nil
			}
			continue
		}
		if c, err := o.Column.Type().Compare(ctx, x, y); err != nil || c != 0 {
			return false, err
		}
	}
	return true, nil
}

// FirstIdx implements sql.WindowFramer.
func (f *peerFramer) FirstIdx() int {
	if f.frame.fromStart {
		return f.partition.Start
	}
	return f.peers.Start
}

// LastIdx implements sql.WindowFramer.
func (f *peerFramer) LastIdx() int {
	if f.frame.toEnd {
		return f.partition.End
	}
	return f.peers.End
}

// Interval implements sql.WindowFramer.
func (f *peerFramer) Interval() (sql.WindowInterval, error) {
	return sql.WindowInterval{Start: f.FirstIdx(), End: f.LastIdx()}, nil
}
