package perfschema_test

import (
	"testing"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/snowset"
)

// Every class counts as a resource, for every operation, by its declaration.
func TestResourceOfClass(t *testing.T) {
	f := newFixture(t, nil)
	gpu := f.RegisterResource("gpu", snowset.ResourceRemoteExtRead)
	var file [4]perfschema.FileKey
	file[0] = f.RegisterFile("app", perfschema.Info{Name: "plain"})
	file[1] = f.RegisterFile("app", perfschema.Info{Name: "remote", Resource: snowset.ResourcePersistentWriteS3})
	file[2] = f.RegisterFile("app", perfschema.Info{Name: "result", Resource: snowset.ResourceResWriteS3})
	file[3] = f.RegisterFile("app", perfschema.Info{Name: "gpu", Resource: gpu})
	cond := f.RegisterCond("app", perfschema.Info{Name: "rows", Resource: snowset.ResourceDataExchangeMsg})
	sock := f.RegisterSocket("app", perfschema.Info{Name: "peer"})
	files, conds := f.Read().ClassesOf(perfschema.KindFile), f.Read().ClassesOf(perfschema.KindCond)
	for _, tc := range []struct {
		class *perfschema.Class
		op    perfschema.Operation
		want  snowset.Resource
	}{
		{files[file[0]-1], perfschema.OpRead, snowset.ResourcePersistentReadCache},
		{files[file[0]-1], perfschema.OpWrite, snowset.ResourcePersistentWriteCache},
		{files[file[0]-1], perfschema.OpSync, snowset.ResourcePersistentWriteCache},
		{files[file[0]-1], perfschema.OpStat, snowset.ResourceFsMeta},
		{files[file[1]-1], perfschema.OpRead, snowset.ResourcePersistentReadS3},
		{files[file[1]-1], perfschema.OpWrite, snowset.ResourcePersistentWriteS3},
		{files[file[2]-1], perfschema.OpRead, snowset.ResourceResWriteS3},
		{files[file[2]-1], perfschema.OpOpen, snowset.ResourceResWriteS3},
		{files[file[3]-1], perfschema.OpRead, gpu},
		{conds[cond-1], perfschema.OpWait, snowset.ResourceDataExchangeMsg},
		{f.Read().ClassesOf(perfschema.KindSocket)[sock-1], perfschema.OpRecv, snowset.ResourceDataExchangeNet},
		{f.Read().ClassesOf(perfschema.KindIdle)[0], perfschema.OpIdle, snowset.ResourceIdle},
	} {
		if got := tc.class.Resource(tc.op); got != tc.want {
			t.Errorf("%s %s: %s, want %s", tc.class.Name(), tc.op, f.Read().ResourceName(got), f.Read().ResourceName(tc.want))
		}
	}
	for _, c := range f.Read().WaitClasses() {
		for op := perfschema.OpLock; op.String() != ""; op++ {
			if r := c.Resource(op); f.Read().ResourceName(r) == "" || f.Read().SnowsetResource(r).Column() == "" {
				t.Errorf("%s %s counts as nothing", c.Name(), op)
			}
		}
	}
	if !f.Read().ResourceWatched(snowset.ResourceRemoteExtRead) || !f.Read().ResourceWatched(gpu) || f.Read().ResourceWatched(snowset.ResourceRemoteExtWrite) {
		t.Error("watched")
	}
	for _, c := range f.Read().WaitClasses() {
		c.SetEnabled(false)
	}
	if !f.Read().ResourceWatched(gpu) || f.Read().ResourceWatched(snowset.ResourceRemoteExtWrite) {
		t.Error("watched, all being disabled")
	}
	f.SetConsumer(perfschema.ConsumerThreadInstrumentation, false)
	if f.Read().ResourceWatched(gpu) {
		t.Error("watched without thread_instrumentation")
	}
}

// Numbers of a program's own end where the state word does.
func TestOwnResourcesAndOperators(t *testing.T) {
	f := newFixture(t, nil)
	if n, m := len(snowset.Resources()), len(snowset.Operators()); n != 22 || m != 16 {
		t.Errorf("%d resources, %d operators", n, m)
	}
	names := map[string]bool{}
	for i := range 100 {
		name := string(rune('a'+i/10)) + string(rune('0'+i%10))
		r := f.RegisterResource(name, snowset.ResourceMutex)
		o := f.RegisterOperator(name, snowset.OperatorOther)
		if again := f.RegisterOperator(name, snowset.OperatorScan); again != o && again != snowset.OperatorScan {
			t.Errorf("%s registered twice: %d and %d", name, o, again)
		}
		names[f.Read().ResourceName(r)+" "+f.Read().OperatorName(o)] = true
		if f.Read().SnowsetResource(r) != snowset.ResourceMutex || f.Read().SnowsetOperator(o) != snowset.OperatorOther {
			t.Errorf("%s counts as %s, %s", name, f.Read().SnowsetResource(r).Column(), f.Read().SnowsetOperator(o).Column())
		}
		if r > 63 || o > 63 {
			t.Errorf("%d, %d do not fit", r, o)
		}
	}
	if len(names) != 41+6+1 {
		t.Errorf("%d names", len(names))
	}
}
