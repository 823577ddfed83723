package view

// passwordHistory is the table of mysql that has them. As mysql.user, it is for who may read
// that schema.
func passwordHistory() *Table {
	fields := []field[UsedPassword]{
		{Column: Column{Name: "Host", Type: "char(255)", Comment: "Host of the account"},
			value: func(p *UsedPassword) any { return p.Host }},
		{Column: Column{Name: "User", Type: "char(32)", Comment: "Its user"},
			value: func(p *UsedPassword) any { return p.User }},
		{Column: Column{Name: "Password_timestamp", Type: "timestamp(6)", Comment: "When the password was set"},
			value: func(p *UsedPassword) any { return p.At }},
		{Column: Column{Name: "Password", Type: "text", Nullable: true, Comment: "The password as its plugin stores it"},
			value: func(p *UsedPassword) any { return p.Stored }},
	}
	return &Table{
		Name:    "password_history",
		Comment: "Password history for user accounts",
		Columns: columns(fields),
		Access:  AlwaysOn,
		Indexes: []Index{{Name: "PRIMARY", Columns: []string{"Host", "User", "Password_timestamp"}, Unique: true}},
		Open: openerAlways(fields, listed(func(r Reader) []UsedPassword {
			if r.Server.PasswordHistory == nil {
				return nil
			}
			return r.Server.PasswordHistory()
		})),
	}
}
