package prometheus

import "github.com/perfschema/perfschema/view"

var (
	overheadSamples = counter("perfschema_overhead_samples_total", "profiling.overhead.SAMPLES_OWN + SAMPLES_CALLED",
		"Samples of CPU time, of 10 milliseconds each, that fell on a feature of the product and what it had the standard library do. "+
			"Divided by perfschema_overhead_process_samples_total it is the feature's share of the process's CPU time.", "feature")
	overheadProcess = counter("perfschema_overhead_process_samples_total", "profiling.overhead.SAMPLES_ALL",
		"Samples of CPU time that were taken of the whole process.")
)

func collectOverhead(s *series, source view.OverheadSource) {
	costs := source.Costs()
	for _, c := range costs {
		s.add(overheadSamples, float64(c.Own+c.Called), c.Feature)
	}
	if len(costs) > 0 {
		s.add(overheadProcess, float64(costs[0].All))
	}
}
