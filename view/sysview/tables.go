package sysview

import (
	"slices"
	"strings"

	"github.com/perfschema/perfschema/view"
)

// Tables returns the views of the schema sys, sorted by name.
func Tables() []*view.Table {
	var tables []*view.Table
	for _, g := range groupings {
		tables = append(tables, g.views()...)
	}
	for _, some := range [][]*view.Table{
		digestViews(), ioViews(), memoryViews(), waitViews(), sessionViews(), tableViews(), indexViews(), objectViews(), tableLockWaits(),
		serverViews(), innodbViews(), {sysConfig()},
	} {
		tables = append(tables, some...)
	}
	slices.SortFunc(tables, func(a, b *view.Table) int { return strings.Compare(a.Name, b.Name) })
	return tables
}
