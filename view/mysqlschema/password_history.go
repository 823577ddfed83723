package mysqlschema

import (
	"github.com/perfschema/perfschema/view"
	"github.com/perfschema/perfschema/view/internal/field"
)

// passwordHistory is the table of mysql that has them. As mysql.user, it is for who may read
// that schema.
func passwordHistory() *view.Table {
	fields := []field.Field[view.UsedPassword]{
		{Column: view.Column{Name: "Host", Type: "char(255)", Comment: "Host of the account"},
			Value: func(p *view.UsedPassword) any { return p.Host }},
		{Column: view.Column{Name: "User", Type: "char(32)", Comment: "Its user"},
			Value: func(p *view.UsedPassword) any { return p.User }},
		{Column: view.Column{Name: "Password_timestamp", Type: "timestamp(6)", Comment: "When the password was set"},
			Value: func(p *view.UsedPassword) any { return p.At }},
		{Column: view.Column{Name: "Password", Type: "text", Nullable: true, Comment: "The password as its plugin stores it"},
			Value: func(p *view.UsedPassword) any { return p.Stored }},
	}
	return &view.Table{
		Name:    "password_history",
		Comment: "Password history for user accounts",
		Columns: field.Columns(fields),
		Access:  view.AlwaysOn,
		Indexes: []view.Index{{Name: "PRIMARY", Columns: []string{"Host", "User", "Password_timestamp"}, Unique: true}},
		Open: field.OpenerAlways(fields, field.Listed(func(r view.Reader) []view.UsedPassword {
			if r.Server.PasswordHistory == nil {
				return nil
			}
			return r.Server.PasswordHistory()
		})),
	}
}
