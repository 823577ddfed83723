package prometheus_test

import (
	"fmt"

	client "github.com/prometheus/client_golang/prometheus"

	"github.com/perfschema/perfschema"
	psprometheus "github.com/perfschema/perfschema/prometheus"
)

// A program registers a Collector where its other metrics are.
func ExampleNewCollector() {
	ps, err := perfschema.New(perfschema.LibraryConfig())
	if err != nil {
		panic(err)
	}
	registry := client.NewRegistry()
	registry.MustRegister(psprometheus.NewCollector(ps, psprometheus.Options{Digests: 100}))
	families, err := registry.Gather()
	if err != nil {
		panic(err)
	}
	for _, f := range families {
		if f.GetName() == "perfschema_enabled" {
			fmt.Println(f.GetName(), f.GetMetric()[0].GetGauge().GetValue())
		}
	}
	// Output: perfschema_enabled 1
}
