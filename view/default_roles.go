package view

// defaultRoles is the table of mysql that has them.
func defaultRoles() *Table {
	fields := []field[DefaultRole]{
		{Column: Column{Name: "HOST", Type: "char(255)", Comment: "Host of the account"},
			value: func(r *DefaultRole) any { return r.Host }},
		{Column: Column{Name: "USER", Type: "char(32)", Comment: "Its user"},
			value: func(r *DefaultRole) any { return r.User }},
		{Column: Column{Name: "DEFAULT_ROLE_HOST", Type: "char(255)", Comment: "Host of the role"},
			value: func(r *DefaultRole) any { return r.RoleHost }},
		{Column: Column{Name: "DEFAULT_ROLE_USER", Type: "char(32)", Comment: "Its name"},
			value: func(r *DefaultRole) any { return r.RoleUser }},
	}
	return &Table{
		Name:    "default_roles",
		Comment: "Default roles",
		Columns: columns(fields),
		Access:  AlwaysOn,
		Indexes: []Index{{Name: "PRIMARY", Columns: []string{"HOST", "USER", "DEFAULT_ROLE_HOST", "DEFAULT_ROLE_USER"}, Unique: true}},
		Open: opener(fields, listed(func(r Reader) []DefaultRole {
			if r.Server.DefaultRoles == nil {
				return nil
			}
			return r.Server.DefaultRoles()
		})),
	}
}
