package view

// tlsChannelStatus is the table of how connections are secured.
func tlsChannelStatus() *Table {
	fields := []field[ChannelProperty]{
		{Column: Column{Name: "CHANNEL", Type: eventName, Comment: "Way by which clients come: mysql_main"},
			value: func(p *ChannelProperty) any { return p.Channel }},
		{Column: Column{Name: "PROPERTY", Type: eventName, Comment: "Property of it"},
			value: func(p *ChannelProperty) any { return p.Name }},
		{Column: Column{Name: "VALUE", Type: "varchar(2048)", Comment: "Its value"},
			value: func(p *ChannelProperty) any { return cut(p.Value, 2048) }},
	}
	return &Table{
		Name:    "tls_channel_status",
		Comment: "How connections are secured by TLS",
		Columns: columns(fields),
		Open: opener(fields, listed(func(r Reader) []ChannelProperty {
			if r.Server.Channels == nil {
				return nil
			}
			return r.Server.Channels()
		})),
	}
}
