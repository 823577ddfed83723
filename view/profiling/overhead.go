package profiling

import (
	"time"

	"github.com/perfschema/perfschema/view"
	"github.com/perfschema/perfschema/view/internal/field"
)

// overhead declares profiling.overhead: what the product itself costs, feature by
// feature.
func overhead() *view.Table {
	type row = view.FeatureCost
	percent := func(name, comment string, of func(*row) (float64, bool)) field.Field[row] {
		return field.Field[row]{Column: view.Column{Name: name, Type: "double", Nullable: true, Comment: comment + " (percent); NULL before the first sample"},
			Value: func(c *row) any {
				share, ok := of(c)
				return field.Unless(!ok, 100*share)
			}}
	}
	cpu := func(name, comment string, of func(*row) (float64, bool)) field.Field[row] {
		return field.Field[row]{Column: view.Column{Name: name, Type: field.Milliseconds, Nullable: true, Comment: comment + " (milliseconds); NULL before the first sample, and where the platform does not tell"},
			Value: func(c *row) any {
				share, ok := of(c)
				return field.Unless(!ok || c.CPU == 0, ms(time.Duration(share*float64(c.CPU))))
			}}
	}
	share := func(c *row) (float64, bool) { s, _, ok := c.Share(); return s, ok }
	standardError := func(c *row) (float64, bool) { _, e, ok := c.Share(); return e, ok }
	fields := []field.Field[row]{
		{Column: view.Column{Name: "FEATURE", Type: field.Identifier, Comment: "Part of the product"},
			Value: func(c *row) any { return c.Feature }},
		percent("CPU_SHARE", "Part of the CPU time of the process that it took, with what it had the standard library do", share),
		percent("CPU_SHARE_ERROR", "Standard error of CPU_SHARE, by the number of samples", standardError),
		cpu("CPU_TIME", "CPU time it took since the server began, or the table was truncated: CPU_SHARE of what the process used", share),
		cpu("CPU_TIME_ERROR", "Standard error of CPU_TIME", standardError),
		{Column: view.Column{Name: "SAMPLES_OWN", Type: field.BigintUnsigned, Comment: "Samples that fell on its own functions"},
			Value: func(c *row) any { return c.Own }},
		{Column: view.Column{Name: "SAMPLES_CALLED", Type: field.BigintUnsigned, Comment: "Samples that fell on functions of the standard library which these had called, to allocate, copy, compare or format; not on system calls and waits"},
			Value: func(c *row) any { return c.Called }},
		{Column: view.Column{Name: "SAMPLES_ALL", Type: field.BigintUnsigned, Comment: "Samples of the process, of 10 milliseconds of CPU time each: the same in all rows"},
			Value: func(c *row) any { return c.All }},
	}
	return &view.Table{
		Name: "overhead", Comment: "What the product itself costs, feature by feature", Columns: field.Columns(fields), Access: view.AllowTruncate | view.AlwaysOn,
		Open: field.OpenerAlways(fields, field.Listed(func(r view.Reader) []row {
			if r.Overhead == nil {
				return nil
			}
			return r.Overhead.Costs()
		})),
		Forget: func(r view.Reader) error {
			if r.Overhead != nil {
				r.Overhead.Reset()
			}
			return nil
		},
	}
}
