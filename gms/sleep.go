package gms

import (
	"strings"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/analyzer"
	"github.com/dolthub/go-mysql-server/sql/expression/function"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/gms/dialect/operand"
	"github.com/perfschema/perfschema/gms/internal/instrument"
)

// sleep is SLEEP(), which is seen: as the stage User sleep, as a wait of a
// condition that nobody signals, and as a thread that has nothing to do, for a
// query that sleeps uses no core and is held up by nothing.
type sleep struct{ *function.Sleep }

var (
	_ sql.FunctionExpression         = (*sleep)(nil)
	_ sql.NonDeterministicExpression = (*sleep)(nil)
	_ sql.CollationCoercible         = (*sleep)(nil)
)

func newSleep(seconds sql.Expression) sql.Expression {
	return &sleep{function.NewSleep(operand.NumberTexts("sleep", []sql.Expression{seconds})[0]).(*function.Sleep)}
}

// Eval implements sql.Expression.
func (s *sleep) Eval(ctx *sql.Context, row sql.Row) (v any, err error) {
	conn := connectionOf(ctx)
	if conn == nil {
		return s.Sleep.Eval(ctx, row)
	}
	start := func(t *perfschema.Thread) perfschema.Wait {
		return conn.adapter.instruments.Sleeping.StartWait(t, perfschema.OpTimedWait)
	}
	err = showWait(ctx, userSleepStage, start, func() error {
		v, err = s.Sleep.Eval(ctx, row)
		return err
	})
	return v, err
}

func userSleepStage(k *instrument.Stages) perfschema.StageKey { return k.UserSleep }

// WithChildren implements sql.Expression.
func (s *sleep) WithChildren(children ...sql.Expression) (sql.Expression, error) {
	e, err := s.Sleep.WithChildren(children...)
	if err != nil {
		return nil, err
	}
	return &sleep{e.(*function.Sleep)}, nil
}

// IsNonDeterministic implements sql.NonDeterministicExpression.
func (*sleep) IsNonDeterministic() bool { return true }

// sleepProvider puts sleep in place of the engine's.
type sleepProvider struct{ next sql.FunctionProvider }

// Function implements sql.FunctionProvider.
func (p *sleepProvider) Function(ctx *sql.Context, name string) (sql.Function, bool) {
	if strings.EqualFold(name, "sleep") {
		return sql.Function1{Name: "sleep", Fn: newSleep}, true
	}
	if p.next != nil {
		return p.next.Function(ctx, name)
	}
	return nil, false
}

// installSleep makes SLEEP() seen. The engine has one such place for the
// process.
func installSleep() {
	installMu.Lock()
	defer installMu.Unlock()
	if _, ok := analyzer.ExternalFunctionProvider.(*sleepProvider); !ok {
		analyzer.ExternalFunctionProvider = &sleepProvider{analyzer.ExternalFunctionProvider}
	}
}
