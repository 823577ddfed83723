package export

import (
	"fmt"
	"slices"
)

// Column is one column of a file.
type Column struct {
	Name string
	Type Type

	source Field // the profile's column that it holds, or weightSource
}

// weightSource is the source of a column that holds the weight of a profile.
const weightSource Field = -1

// Layout says which columns a file has, in which order. Described and Published
// are all there are.
type Layout struct {
	// Name is "described" or "published".
	Name string
	// Columns are those of the main file, Activity those of the auxiliary one.
	Columns, Activity []Column
}

// Described is the layout of the Snowset's description (its schema.md and
// profile.md): the 92 columns of profiling.query_profiles.
func Described() Layout {
	l := Layout{Name: "described", Activity: activity("timestamp")}
	for _, f := range Fields() {
		l.Columns = append(l.Columns, Column{f.String(), f.Type(), f})
	}
	return l
}

// Published is the layout of the Snowset's files themselves, which differ from
// its description: they have 92 columns too, in another order, call the
// external reads ioRemoteExternal..., lack profOtherRso and have compilationTime
// twice, once as durationCompiling. All their numbers are int64.
func Published() Layout {
	l := Layout{Name: "published", Activity: activity("sec")}
	add := func(name string, source Field) {
		t := source.Type()
		if t == Int32 {
			t = Int64
		}
		l.Columns = append(l.Columns, Column{name, t, source})
	}
	renamed := map[Field]string{}
	for published, described := range aliases {
		renamed[mustField(described)] = published
	}
	execTime, memoryUsed, other := mustField("execTime"), mustField("memoryUsed"), mustField("profOtherRso")
	for _, f := range Fields() {
		switch {
		case f == execTime: // stands behind serverCount
			add("compilationTime", mustField("durationCompiling"))
		case f == memoryUsed || f == other:
		case renamed[f] != "":
			add(renamed[f], f)
		default:
			add(f.String(), f)
		}
		if f.String() == "serverCount" {
			add(execTime.String(), execTime)
		}
	}
	add(memoryUsed.String(), memoryUsed)
	return l
}

// WithWeight returns the layout with a column WEIGHT behind the others of the main file: how
// many statements a profile stands for. The Snowset has no such column.
func (l Layout) WithWeight() Layout {
	l.Columns = append(slices.Clone(l.Columns), Column{weightColumn, Int64, weightSource})
	return l
}

// activity are the columns of the auxiliary file, whose first one the
// description and the published file call differently.
func activity(moment string) []Column {
	return []Column{{Name: moment, Type: Second}, {Name: "queryId", Type: Int64}}
}

// Layouts lists the names of the layouts.
func Layouts() []string { return []string{"described", "published"} }

// LayoutNamed finds a layout by its name.
func LayoutNamed(name string) (Layout, error) {
	switch name {
	case "described":
		return Described(), nil
	case "published":
		return Published(), nil
	}
	return Layout{}, fmt.Errorf("%q is no layout; want described or published", name)
}
