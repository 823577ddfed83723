package sampler

import (
	"testing"
	"time"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/internal/usage"
)

// BenchmarkShortStatements runs statements that no sample sees, one after the other, and reports
// the CPU time that the whole process takes for one: with the profiler off, with all profiles
// kept, and with those of short ones thinned.
func BenchmarkShortStatements(b *testing.B) {
	for _, of := range []string{"off", "all", "thinned"} {
		b.Run(of, func(b *testing.B) {
			s, err := perfschema.New(perfschema.Config{})
			if err != nil {
				b.Fatal(err)
			}
			if of != "off" {
				p, err := Start(s, Options{})
				if err != nil {
					b.Fatal(err)
				}
				defer p.Close()
				if of == "all" {
					defer p.OnEnd(func(*Profile) {})()
				}
			}
			key := s.RegisterStatement("app", perfschema.Info{Name: "lookup"})
			th := s.NewThread(0, perfschema.ThreadOptions{User: "joe", Host: "localhost"})
			before := processCPU()
			for b.Loop() {
				st := th.BeginStatement(key)
				for end := time.Now().Add(8 * time.Microsecond); time.Now().Before(end); {
				}
				st.End()
			}
			b.ReportMetric(float64(processCPU()-before)/float64(b.N), "cpu-ns/op")
		})
	}
}

// processCPU is the CPU time that the process has used, in nanoseconds.
func processCPU() int64 {
	var s usage.Sample
	system.ReadProcess(&s)
	return s.CPU
}
