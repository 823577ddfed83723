package catalog

import "github.com/perfschema/perfschema/view"

// tlsChannelStatus is the table of how connections are secured.
func tlsChannelStatus() *view.Table {
	fields := []field[view.ChannelProperty]{
		{Column: view.Column{Name: "CHANNEL", Type: eventName, Comment: "Way by which clients come: mysql_main"},
			value: func(p *view.ChannelProperty) any { return p.Channel }},
		{Column: view.Column{Name: "PROPERTY", Type: eventName, Comment: "Property of it"},
			value: func(p *view.ChannelProperty) any { return p.Name }},
		{Column: view.Column{Name: "VALUE", Type: "varchar(2048)", Comment: "Its value"},
			value: func(p *view.ChannelProperty) any { return cut(p.Value, 2048) }},
	}
	return &view.Table{
		Name:    "tls_channel_status",
		Comment: "How connections are secured by TLS",
		Columns: columns(fields),
		Open: opener(fields, listed(func(r view.Reader) []view.ChannelProperty {
			if r.Server.Channels == nil {
				return nil
			}
			return r.Server.Channels()
		})),
	}
}
