package sampler_test

import (
	"fmt"
	"math"
	"time"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/sampler"
)

// A program that is no SQL server: its own resource, its own operator.
func Example() {
	ps, err := perfschema.New(perfschema.Config{Instruments: []perfschema.InstrumentRule{{Pattern: "wait/synch/cond/%", State: perfschema.InstrumentOn}}})
	if err != nil {
		panic(err)
	}
	var request perfschema.StatementKey
	var gpu perfschema.CondKey
	ps.RegisterStatements("app", perfschema.Info[perfschema.StatementKey]{Key: &request, Name: "request"})
	t := ps.NewThread(0, perfschema.ThreadOptions{User: "joe", Host: "localhost"})

	// The five lines:
	device := ps.RegisterResource("gpu", perfschema.ResourceRemoteExtRead)
	render := ps.RegisterOperator("render", perfschema.OperatorOther)
	ps.RegisterConds("app", perfschema.Info[perfschema.CondKey]{Key: &gpu, Name: "gpu", Resource: device})
	kernel := ps.NewCondInstance(gpu)
	profiler, err := sampler.Start(ps, sampler.Options{})

	if err != nil {
		panic(err)
	}
	defer profiler.Close()
	st := t.BeginStatement(request)
	outside := t.EnterOperator(render, 1)
	wait := kernel.StartWait(t, perfschema.OpWait)
	time.Sleep(200 * time.Millisecond) // the device works
	wait.End()
	t.LeaveOperator(outside)
	st.End()
	profiler.Close()

	for _, p := range profiler.Profiles() {
		share := float64(p.ResourceByOperator(device, render)) / float64(p.CoreTime)
		fmt.Println(ps.OperatorName(render), ps.ResourceName(device), math.Round(share*10)*10, "%")
	}
	// Output: render gpu 100 %
}
