package mysqlschema

import (
	"github.com/perfschema/perfschema/view"
	"github.com/perfschema/perfschema/view/internal/field"
)

// defaultRoles is the table of mysql that has them.
func defaultRoles() *view.Table {
	fields := []field.Field[view.DefaultRole]{
		{Column: view.Column{Name: "HOST", Type: "char(255)", Comment: "Host of the account"},
			Value: func(r *view.DefaultRole) any { return r.Host }},
		{Column: view.Column{Name: "USER", Type: "char(32)", Comment: "Its user"},
			Value: func(r *view.DefaultRole) any { return r.User }},
		{Column: view.Column{Name: "DEFAULT_ROLE_HOST", Type: "char(255)", Comment: "Host of the role"},
			Value: func(r *view.DefaultRole) any { return r.RoleHost }},
		{Column: view.Column{Name: "DEFAULT_ROLE_USER", Type: "char(32)", Comment: "Its name"},
			Value: func(r *view.DefaultRole) any { return r.RoleUser }},
	}
	return &view.Table{
		Name:    "default_roles",
		Comment: "Default roles",
		Columns: field.Columns(fields),
		Access:  view.AlwaysOn,
		Indexes: []view.Index{{Name: "PRIMARY", Columns: []string{"HOST", "USER", "DEFAULT_ROLE_HOST", "DEFAULT_ROLE_USER"}, Unique: true}},
		Open: field.Opener(fields, field.Listed(func(r view.Reader) []view.DefaultRole {
			if r.Server.DefaultRoles == nil {
				return nil
			}
			return r.Server.DefaultRoles()
		})),
	}
}
