package connection

import (
	"github.com/perfschema/perfschema/view"
	"github.com/perfschema/perfschema/view/internal/field"
)

// tlsChannelStatus is the table of how connections are secured.
func tlsChannelStatus() *view.Table {
	fields := []field.Field[view.ChannelProperty]{
		{Column: view.Column{Name: "CHANNEL", Type: field.EventName, Comment: "Way by which clients come: mysql_main"},
			Value: func(p *view.ChannelProperty) any { return p.Channel }},
		{Column: view.Column{Name: "PROPERTY", Type: field.EventName, Comment: "Property of it"},
			Value: func(p *view.ChannelProperty) any { return p.Name }},
		{Column: view.Column{Name: "VALUE", Type: "varchar(2048)", Comment: "Its value"},
			Value: func(p *view.ChannelProperty) any { return field.Cut(p.Value, 2048) }},
	}
	return &view.Table{
		Name:    "tls_channel_status",
		Comment: "How connections are secured by TLS",
		Columns: field.Columns(fields),
		Open: field.Opener(fields, field.Listed(func(r view.Reader) []view.ChannelProperty {
			if r.Server.Channels == nil {
				return nil
			}
			return r.Server.Channels()
		})),
	}
}
