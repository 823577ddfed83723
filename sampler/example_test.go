package sampler_test

import (
	"fmt"
	"math"
	"time"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/sampler"
	"github.com/perfschema/perfschema/snowset"
)

// A program that is no SQL server profiles its requests, by a resource and an
// operator of its own.
func Example() {
	// What the program has anyway: a Schema, a kind of statement, a Thread for
	// each goroutine that works.
	ps, err := perfschema.New(perfschema.Config{})
	if err != nil {
		panic(err)
	}
	request := ps.RegisterStatement("app", perfschema.Info{Name: "request"})
	t := ps.NewThread(0, perfschema.ThreadOptions{User: "joe", Host: "localhost"})

	// Lines 1 to 3, once: what there is, the column of the Snowset each counts
	// in, and the profiler.
	gpu := ps.RegisterResource("gpu", snowset.ResourceRemoteExtRead)
	render := ps.RegisterOperator("render", snowset.OperatorOther)
	profiler, err := sampler.Start(ps, sampler.Options{})
	if err != nil {
		panic(err)
	}

	st := t.BeginStatement(request)
	before := t.EnterOperator(render, 1) // line 4: what it does
	running := t.EnterResource(gpu)      // line 5: what it waits for
	time.Sleep(200 * time.Millisecond)   // the device works
	t.LeaveResource(running)
	t.LeaveOperator(before)
	st.End()

	profiler.Close()
	for _, p := range profiler.Profiles() {
		share := float64(p.ResourceByOperator(gpu, render)) / float64(p.CoreTime)
		fmt.Printf("%s waits for %s: %.0f %%\n", ps.Read().OperatorName(render), ps.Read().ResourceName(gpu), math.Round(share*10)*10)
	}
	// Output: render waits for gpu: 100 %
}
