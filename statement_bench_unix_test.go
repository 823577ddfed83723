//go:build unix

package perfschema_test

import (
	"fmt"
	"syscall"
	"testing"

	"github.com/perfschema/perfschema"
)

// BenchmarkStatementParallel has every core record the same few statements, each on a
// Thread of its own: what they write to in common is what keeps one core waiting for
// another.
func BenchmarkStatementParallel(b *testing.B) {
	s, err := perfschema.New(perfschema.Config{})
	if err != nil {
		b.Fatal(err)
	}
	key := s.RegisterStatement("sql", perfschema.Info{Name: "select"})
	for _, digests := range []int{1, 4, 64} {
		texts := make([]string, digests)
		for i := range texts {
			texts[i] = fmt.Sprintf("SELECT c%d FROM sbtest1 WHERE id = 5005", i)
		}
		b.Run(fmt.Sprintf("digests=%d", digests), func(b *testing.B) {
			b.ReportAllocs()
			before := cpuTime(b)
			defer func() { b.ReportMetric(float64(cpuTime(b)-before)/float64(b.N), "cpu-ns/op") }()
			b.RunParallel(func(pb *testing.PB) {
				th := s.NewThread(0, perfschema.ThreadOptions{User: "a", Host: "b"})
				defer th.End()
				prepared := make([]*perfschema.PreparedStatement, digests)
				for i := range prepared {
					st := th.BeginStatement(key)
					prepared[i] = st.Prepared(perfschema.PreparedOptions{Text: texts[i]})
					st.End()
				}
				for i := 0; pb.Next(); i++ {
					n := i % digests
					st := th.BeginStatement(key)
					st.SetText(texts[n])
					st.Executes(prepared[n])
					st.ComputeDigest()
					st.KeepsDetail()
					st.SetCounters(perfschema.StatementCounters{RowsSent: 1, RowsExamined: 1, LockTime: 1000})
					st.End()
				}
			})
		})
	}
}

// cpuTime is what the process has used of processors so far, in nanoseconds.
func cpuTime(tb testing.TB) int64 {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		tb.Fatal(err)
	}
	return u.Utime.Nano() + u.Stime.Nano()
}
