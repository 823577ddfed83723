package perfschema_test

import (
	"math/rand/v2"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/internal/mysqlerr"
	"github.com/perfschema/perfschema/record"
)

// errorsOf is what the groups of a summary say of one error together; number 0
// is what is not known.
func errorsOf(f *fixture, g record.Grouping, number int) (sum record.ErrorStat) {
	index := 0
	for i, e := range f.Read().KnownErrors() {
		if e.Number == number {
			index = i + 1
		}
	}
	for _, stats := range f.Read().ErrorSummary(g, 0).All() {
		if index >= len(stats) {
			continue // of the log
		}
		s := stats[index]
		sum.Raised += s.Raised
		sum.Handled += s.Handled
		if !s.FirstSeen.IsZero() && (sum.FirstSeen.IsZero() || s.FirstSeen.Before(sum.FirstSeen)) {
			sum.FirstSeen = s.FirstSeen
		}
		if s.LastSeen.After(sum.LastSeen) {
			sum.LastSeen = s.LastSeen
		}
	}
	return sum
}

var groupings = []record.Grouping{record.ByThread, record.ByAccount, record.ByUser, record.ByHost, record.Global}

func TestKnownErrors(t *testing.T) {
	f := newFixture(t, nil)
	known := f.Read().KnownErrors()
	if len(known) != len(mysqlerr.All()) {
		t.Errorf("%d errors, there are %d", len(known), len(mysqlerr.All()))
	}
	for _, want := range []record.KnownError{
		{Number: 1062, Name: "ER_DUP_ENTRY", SQLState: "23000"}, {Number: 1146, Name: "ER_NO_SUCH_TABLE", SQLState: "42S02"}, {Number: 1644, Name: "ER_SIGNAL_EXCEPTION", SQLState: "HY000"},
		{Number: 3024, Name: "ER_QUERY_TIMEOUT", SQLState: "HY000"}, {Number: 4031, Name: "ER_CLIENT_INTERACTION_TIMEOUT", SQLState: "HY000"},
		{Number: 4163, Name: "ER_USER_LOCK_OVERLONG_NAME", SQLState: "42000"}, {Number: 3142, Name: "ER_INVALID_JSON_BINARY_DATA", SQLState: "HY000"},
		{Number: 1218, Name: "ER_CONNECT_TO_SOURCE", SQLState: "08S01"}, {Number: 6447, Name: "ER_JDV_ALGO_TEMPTABLE_NOT_SUPPORTED", SQLState: "HY000"},
		{Number: 10000, Name: "ER_PARSER_TRACE", SQLState: "XX999"}, {Number: 13130, Name: "ER_SERVER_NEW_ABORTING_CONNECTION", SQLState: "08S01"},
	} {
		if !slices.Contains(known, want) {
			t.Errorf("%v is not known", want)
		}
	}
}

// MySQL 9.7.4 gives each error a row, and all others one: 5,814, the default of
// performance_schema_error_size.
func TestErrorsFillTheDefaultSize(t *testing.T) {
	f := newFixture(t, nil)
	for _, g := range groupings {
		for _, stats := range f.Read().ErrorSummary(g, 0).All() {
			want := 1948 // what MySQL sends to clients
			if g == record.Global {
				want = int(perfschema.DefaultSizes().Errors)
			}
			if len(stats) != want {
				t.Errorf("grouping %d tells %d errors apart, not %d", g, len(stats), want)
			}
		}
	}
}

// What is written to the log alone has its row in the global summary.
func TestErrorsOfTheLog(t *testing.T) {
	f := newFixture(t, nil)
	th := f.connect("joe")
	th.RaiseError(13130)
	f.RaiseError(13130)
	f.RaiseError(15695)
	if a, b := errorsOf(f, record.Global, 13130).Raised, errorsOf(f, record.Global, 15695).Raised; a != 2 || b != 1 {
		t.Errorf("counted %d and %d globally", a, b)
	}
	for _, g := range groupings[:4] {
		for _, stats := range f.Read().ErrorSummary(g, 0).All() {
			for i, s := range stats {
				if s.Raised != 0 {
					t.Errorf("grouping %d counts %d at %d", g, s.Raised, i)
				}
			}
		}
	}
	f.Read().TruncateErrors(record.Global)
	if n := errorsOf(f, record.Global, 13130).Raised; n != 0 {
		t.Errorf("%d after TRUNCATE", n)
	}
}

func TestErrorsAreCounted(t *testing.T) {
	f := newFixture(t, nil)
	th := f.connect("joe")
	first := f.Wall()
	st := th.BeginStatement(f.selectKey)
	st.SetError(1146, "42S02", "no such table")
	st.End()
	f.clock.Advance(time.Minute)
	last := f.Wall()
	th.RaiseError(1146)
	th.HandleError(1146)
	th.RaiseError(31337)
	for _, g := range groupings {
		want := record.ErrorStat{Raised: 2, Handled: 1, FirstSeen: first, LastSeen: last}
		if got := errorsOf(f, g, 1146); got.Raised != want.Raised || got.Handled != want.Handled || !got.FirstSeen.Equal(want.FirstSeen) || !got.LastSeen.Equal(want.LastSeen) {
			t.Errorf("grouping %d: %+v, want %+v", g, got, want)
		}
		if got := errorsOf(f, g, 0); got.Raised != 1 {
			t.Errorf("grouping %d: %d errors that are not known", g, got.Raised)
		}
	}
}

// An error that a nested statement passes up is one error, whichever of the
// statements are recorded; one that is handled on the way is over.
func TestNestedErrorCountsOnce(t *testing.T) {
	f := newFixture(t, nil)
	th := f.connect("joe")
	fail := func(st perfschema.Statement, number int) {
		st.SetError(number, "HY000", "")
		st.End()
	}
	call := th.BeginStatement(f.selectKey)
	outer := th.BeginStatement(f.selectKey)
	inner := th.BeginStatement(f.insert)
	fail(inner, 1062)
	fail(outer, 1062)
	fail(call, 1062)
	if got := errorsOf(f, record.Global, 1062).Raised; got != 1 {
		t.Errorf("passed up twice: raised %d times", got)
	}

	call = th.BeginStatement(f.selectKey)
	fail(th.BeginStatement(f.insert), 1062)
	th.HandleError(1062)
	fail(th.BeginStatement(f.insert), 1062)
	th.HandleError(1062)
	fail(call, 1062) // by itself
	if got := errorsOf(f, record.Global, 1062); got.Raised != 4 || got.Handled != 2 {
		t.Errorf("handled twice: %+v", got)
	}

	call = th.BeginStatement(f.selectKey)
	fail(th.BeginStatement(f.insert), 1062)
	fail(call, 1146) // another one
	if a, b := errorsOf(f, record.Global, 1062).Raised, errorsOf(f, record.Global, 1146).Raised; a != 5 || b != 1 {
		t.Errorf("raised %d and %d times", a, b)
	}
}

// What a statement of a program fails in counts once: as handled, or where it ends.
func TestNestedErrorsOfPrograms(t *testing.T) {
	f := newFixture(t, nil)
	th := f.connect("joe")
	nested := func(number int) {
		st := th.BeginStatement(f.insert)
		st.SetNestedError(number, "23000", "no")
		st.End()
	}
	call := th.BeginStatement(f.selectKey)
	nested(1062)
	th.HandleError(1062)
	nested(1062)
	call.SetError(1062, "23000", "no")
	call.End()
	if got := errorsOf(f, record.Global, 1062); got.Raised != 1 || got.Handled != 1 {
		t.Errorf("%+v", got)
	}
	for _, e := range th.StatementsHistory() {
		if e.Errno != 1062 || e.Errors != 1 {
			t.Errorf("%s ended in %d, %d errors", e.EventName, e.Errno, e.Errors)
		}
	}
}

// Where errors count depends on what is switched on, and a statement that is
// not recorded fails all the same.
func TestErrorsFollowTheSetup(t *testing.T) {
	instrument := func(f *fixture) *perfschema.Class { return f.Read().ClassesOf(perfschema.KindError)[0] }
	for name, test := range map[string]struct {
		change             func(*fixture, *perfschema.Thread)
		thread, byUser, in uint64
	}{
		"all on":              {func(*fixture, *perfschema.Thread) {}, 1, 1, 1},
		"instrument off":      {func(f *fixture, _ *perfschema.Thread) { instrument(f).SetEnabled(false) }, 0, 0, 0},
		"thread off":          {func(_ *fixture, t *perfschema.Thread) { t.SetInstrumented(false) }, 0, 0, 0},
		"global off":          {func(f *fixture, _ *perfschema.Thread) { f.SetConsumer(perfschema.ConsumerGlobalInstrumentation, false) }, 0, 0, 0},
		"thread consumer off": {func(f *fixture, _ *perfschema.Thread) { f.SetConsumer(perfschema.ConsumerThreadInstrumentation, false) }, 0, 0, 1},
		"statements are off": {func(f *fixture, _ *perfschema.Thread) {
			f.SetConsumer(perfschema.ConsumerEventsStatementsCurrent, false)
		}, 1, 1, 1},
		"dropped by refinement": {func(f *fixture, _ *perfschema.Thread) {
			f.Read().ClassesOf(perfschema.KindStatement)[f.insert-1].SetEnabled(false)
		}, 1, 1, 1},
	} {
		f := newFixture(t, nil)
		th := f.connect("joe")
		test.change(f, th)
		if st := th.BeginStatement(f.AbstractQuery()); st.Recorded() {
			st.Refine(f.insert)
			st.SetError(1064, "42000", "")
			st.End()
		} else {
			th.RaiseError(1064)
		}
		thread, byUser, in := errorsOf(f, record.ByThread, 1064).Raised, errorsOf(f, record.ByUser, 1064).Raised, errorsOf(f, record.Global, 1064).Raised
		if thread != test.thread || byUser != test.byUser || in != test.in {
			t.Errorf("%s: %d by thread, %d by user, %d globally", name, thread, byUser, in)
		}
	}
	f := newFixture(t, nil)
	f.RaiseError(1040)
	if a, b := errorsOf(f, record.Global, 1040).Raised, errorsOf(f, record.ByHost, 1040).Raised; a != 1 || b != 0 {
		t.Errorf("on no thread: %d globally, %d by host", a, b)
	}
	var none *perfschema.Thread
	none.RaiseError(1040)
	none.HandleError(1040)
}

func TestErrorSize(t *testing.T) {
	for size, rows := range map[int64]int{0: 0, 1: 1, 3: 3, 1948: 1948, 1949: 1949, 100000: 5814} {
		f := newFixture(t, func(c *perfschema.Config) {
			c.Sizes = perfschema.DefaultSizes()
			c.Sizes.Errors = size
		})
		th := f.connect("joe")
		f.RaiseError(3706)
		th.RaiseError(3706)
		if n := len(f.Read().KnownErrors()); n != max(rows-1, 0) {
			t.Errorf("size %d: %d errors known", size, n)
		}
		for _, stats := range f.Read().ErrorSummary(record.Global, 0).All() {
			raised := uint64(0)
			for _, s := range stats {
				raised += s.Raised
			}
			if len(stats) != rows || rows > 0 && raised != 2 {
				t.Errorf("size %d: %d rows, raised %d times", size, len(stats), raised)
			}
		}
	}
}

// TRUNCATE moves errors up as it moves other summaries.
func TestTruncateErrors(t *testing.T) {
	for g, want := range map[record.Grouping][5]uint64{
		record.ByThread:  {0, 2, 2, 2, 2},
		record.ByAccount: {0, 0, 2, 2, 2},
		record.ByUser:    {0, 0, 0, 2, 2},
		record.ByHost:    {0, 0, 2, 0, 2},
		record.Global:    {0, 0, 0, 0, 0},
	} {
		f := newFixture(t, nil)
		f.connect("joe").RaiseError(1064)
		f.connect("joe").RaiseError(1064)
		f.Read().TruncateErrors(g)
		for i, by := range groupings {
			if n := errorsOf(f, by, 1064).Raised; n != want[i] {
				t.Errorf("truncate %d: grouping %d counts %d, want %d", g, by, n, want[i])
			}
		}
	}
}

// However threads come and go while tables are read and truncated below the
// top, no error is lost or seen twice, and the groupings agree at rest.
func TestErrorSummariesAgree(t *testing.T) {
	f := newFixture(t, nil)
	const workers, rounds, perRound = 6, 20, 30
	numbers := []int{1062, 1146, 99999}
	var wg sync.WaitGroup
	for w := range workers {
		wg.Go(func() {
			for r := range rounds {
				th := f.NewThread(f.conn, perfschema.ThreadOptions{User: []string{"ann", "bob"}[(w+r)%2], Host: "h"})
				for i := range perRound {
					th.RaiseError(numbers[i%3])
					if i%2 == 0 {
						th.HandleError(numbers[i%3])
					}
				}
				th.End()
			}
		})
	}
	stop := make(chan struct{})
	var reader sync.WaitGroup
	reader.Go(func() {
		r := rand.New(rand.NewPCG(5, 6))
		last := uint64(0)
		for {
			select {
			case <-stop:
				return
			default:
			}
			switch r.IntN(4) {
			case 0:
				f.Read().TruncateErrors(record.ByThread)
			case 1:
				f.Read().TruncateErrors(record.ByAccount)
			case 2:
				f.Read().TruncateAccounts()
			}
			n := errorsOf(f, record.Global, 1062).Raised
			if n < last {
				t.Errorf("the global count fell from %d to %d", last, n)
				return
			}
			last = n
		}
	})
	wg.Wait()
	close(stop)
	reader.Wait()
	const each = workers * rounds * perRound / 3
	for _, g := range []record.Grouping{record.ByUser, record.ByHost, record.Global} {
		for _, number := range []int{1062, 1146, 0} {
			if got := errorsOf(f, g, number); got.Raised != each || got.Handled != each/2 {
				t.Errorf("grouping %d, error %d: %+v, want %d raised", g, number, got, each)
			}
		}
	}
}

func TestErrorsDoNotAllocate(t *testing.T) {
	f := newFixture(t, nil)
	th := f.connect("joe")
	th.RaiseError(1062)
	if n := testing.AllocsPerRun(100, func() { th.RaiseError(1062) }); n != 0 {
		t.Errorf("%v allocations an error", n)
	}
}
