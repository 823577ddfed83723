package prometheus

import (
	"cmp"
	"slices"
	"strings"

	client "github.com/prometheus/client_golang/prometheus"
)

// Metric is what is known of a metric before anything is counted.
type Metric struct {
	Name, Help string
	Labels     []string
	// Gauge may fall; what is no Gauge is a counter, which falls where the table that it
	// is read from is truncated, and then begins anew.
	Gauge bool
	// Source is where SQL shows the same figure.
	Source string
}

// metric is a Metric that series can be made of.
type metric struct {
	Metric
	desc *client.Desc
}

// declared are all metrics, in the order they were declared in.
var declared []*metric

func declare(m Metric) *metric {
	d := &metric{m, client.NewDesc(m.Name, m.Help, m.Labels, nil)}
	declared = append(declared, d)
	return d
}

func counter(name, source, help string, labels ...string) *metric {
	return declare(Metric{Name: name, Help: help, Labels: labels, Source: source})
}

func gauge(name, source, help string, labels ...string) *metric {
	return declare(Metric{Name: name, Help: help, Labels: labels, Source: source, Gauge: true})
}

// Metrics lists all that a Collector may give, sorted by name.
func Metrics() []Metric {
	out := make([]Metric, len(declared))
	for i, m := range declared {
		out[i] = m.Metric
		out[i].Labels = slices.Clone(m.Labels)
	}
	slices.SortFunc(out, func(a, b Metric) int { return cmp.Compare(a.Name, b.Name) })
	return out
}

// picosecond is what times are counted in, in seconds.
const picosecond = 1e-12

// series are the values of one collection. Values whose labels are the same once they
// are valid UTF-8, which labels must be, are added up: two series of the same labels
// would have Prometheus refuse all.
type series struct {
	at   map[string]int // by metric and labels
	list []value
	key  []byte
}

type value struct {
	*metric
	labels []string
	v      float64
}

func newSeries() *series { return &series{at: make(map[string]int)} }

func (s *series) add(m *metric, v float64, labels ...string) {
	s.key = append(s.key[:0], m.Name...)
	for i, l := range labels {
		labels[i] = strings.ToValidUTF8(l, "\uFFFD")
		s.key = append(append(s.key, 0xff), labels[i]...) // 0xff is in no valid text
	}
	if i, ok := s.at[string(s.key)]; ok {
		s.list[i].v += v
		return
	}
	s.at[string(s.key)] = len(s.list)
	s.list = append(s.list, value{m, labels, v})
}

// send gives the values to Prometheus.
func (s *series) send(to chan<- client.Metric) {
	for _, v := range s.list {
		kind := client.CounterValue
		if v.Gauge {
			kind = client.GaugeValue
		}
		m, err := client.NewConstMetric(v.desc, kind, v.v, v.labels...)
		if err != nil {
			m = client.NewInvalidMetric(v.desc, err)
		}
		to <- m
	}
}
