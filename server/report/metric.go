package report

import "github.com/perfschema/perfschema/server/export"

// unit is what a number counts.
type unit uint8

const (
	unitCount unit = iota
	unitMilliseconds
	unitMicroseconds
	unitBytes
)

// metric is something each query has a number of.
type metric struct {
	label string
	unit  unit
	of    func(*export.Profile) (int64, bool)
	// skew shows it among the shares of the heaviest queries.
	skew bool
}

// The places of some metrics in the list.
const (
	metricDuration = iota
	metricExec
	metricCompile
	metricCPU
	metricSampled
)

var metrics = []metric{
	{"duration", unitMicroseconds, durationOf, true},
	{"execution", unitMilliseconds, columns("durationExec"), false},
	{"compiling", unitMilliseconds, columns("durationCompiling"), false},
	{"CPU, by clock", unitMicroseconds, columns("userCpuTime", "systemCpuTime"), true},
	{"CPU, sampled", unitMilliseconds, columns("profCpu", "profOs"), true},
	{"memory", unitBytes, columns("memoryUsed"), true},
	{"rows returned", unitCount, columns("returnedRows"), true},
	{"bytes read", unitBytes, readBytes, true},
	{"bytes written", unitBytes, writtenBytes, true},
	{"bytes spilled", unitBytes, columns("intDataWriteBytesLocalSSD", "intDataWriteBytesS3"), true},
	{"bytes exchanged", unitBytes, columns("intDataNetSentBytes"), true},
	{"servers", unitCount, columns("serverCount"), false},
	{"cores a server", unitCount, columns("perServerCores"), false},
}

func columns(names ...string) func(*export.Profile) (int64, bool) {
	var fields []export.Field
	for _, n := range names {
		fields = append(fields, column(n))
	}
	return func(p *export.Profile) (int64, bool) { return sumOf(p, fields...) }
}

// metricTotals are the distributions of a metric.
type metricTotals struct {
	metric
	all     histogram
	classes [numClasses]histogram
}

func (m *metricTotals) add(p *export.Profile, c Class) {
	if v, ok := m.of(p); ok {
		m.all.add(v, p.Count())
		m.classes[c].add(v, p.Count())
	}
}
