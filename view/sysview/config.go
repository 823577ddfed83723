package sysview

import (
	"cmp"
	"errors"
	"fmt"
	"time"

	"github.com/perfschema/perfschema/view"
	"github.com/perfschema/perfschema/view/internal/field"
	"github.com/perfschema/perfschema/view/sys"
)

// sysConfig is the table of the settings of the schema sys. MySQL's has two triggers that
// note who has changed a row; here Write does.
func sysConfig() *view.Table {
	type option = sys.Option
	fields := []field.Field[option]{
		{Column: view.Column{Name: "variable", Type: field.EventName, Comment: "Option"},
			Value: func(o *option) any { return o.Variable }},
		{Column: view.Column{Name: "value", Type: field.EventName, Nullable: true, Comment: "Its value"},
			Value: func(o *option) any {
				if o.Value == nil {
					return nil
				}
				return *o.Value
			}},
		{Column: view.Column{Name: "set_time", Type: "timestamp", Comment: "When it was changed last"},
			Value: func(o *option) any { return o.SetTime }},
		{Column: view.Column{Name: "set_by", Type: field.EventName, Nullable: true, Comment: "Who has changed it last"},
			Value: func(o *option) any { return field.Text(o.SetBy) }},
	}
	return &view.Table{
		Name:    "sys_config",
		Comment: "Settings of the schema sys",
		Columns: field.Columns(fields),
		Indexes: []view.Index{{Name: "PRIMARY", Columns: []string{"variable"}, Unique: true}},
		Access:  view.AllowInsert | view.AllowUpdate | view.AllowDelete | view.AllowTruncate | view.AlwaysOn,
		Open:    field.OpenerAlways(fields, field.Listed(func(r view.Reader) []option { return r.Server.Config.Options() })),
		Write:   writeConfig,
		Forget: func(r view.Reader) error {
			if r.Server.Config == nil {
				return view.ErrOff
			}
			return r.Server.Config.Clear()
		},
		Default: func(column string) any {
			if column == "set_time" {
				return view.CurrentTime{}
			}
			return nil
		},
	}
}

// writeConfig changes a row of sys_config.
func writeConfig(r view.Reader, before, after view.Row) error {
	c := r.Server.Config
	if c == nil {
		return view.ErrOff
	}
	if after == nil {
		return c.Delete(field.TextOf(before[0]))
	}
	by := field.TextOf(after[3])
	if r.Server.SetBy != nil {
		by = cmp.Or(r.Server.SetBy(), by)
	}
	o := sys.Option{Variable: field.TextOf(after[0]), SetBy: by}
	if value, ok := after[1].(string); ok {
		o.Value = &value
	}
	o.SetTime, _ = after[2].(time.Time)
	var err error
	if before == nil {
		err = c.Insert(o)
	} else {
		err = c.Update(field.TextOf(before[0]), o)
	}
	switch {
	case errors.Is(err, sys.ErrOptionExists):
		return fmt.Errorf("%w: %s", view.ErrDuplicate, o.Variable)
	case errors.Is(err, sys.ErrOptionsFull):
		return view.ErrFull
	}
	return err
}
