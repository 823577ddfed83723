package server

import (
	"github.com/perfschema/perfschema/view"
	"github.com/perfschema/perfschema/view/internal/field"
)

const noKeyring = "there is no keyring: no key is kept by the server"

// keyringKeys declares keyring_keys, which has no rows.
func keyringKeys() *view.Table {
	return &view.Table{
		Name:    "keyring_keys",
		Comment: "Keys in the keyring",
		Columns: []view.Column{
			{Name: "KEY_ID", Type: "varchar(255)", Comment: "Key"},
			{Name: "KEY_OWNER", Type: "varchar(255)", Nullable: true, Comment: "Who owns it"},
			{Name: "BACKEND_KEY_ID", Type: "varchar(255)", Nullable: true, Comment: "What the keyring itself calls it"},
		},
		Empty: noKeyring,
		Open:  field.NoRows,
	}
}

// keyringComponentStatus declares keyring_component_status, which has no rows.
func keyringComponentStatus() *view.Table {
	return &view.Table{
		Name:    "keyring_component_status",
		Comment: "What the component that is the keyring says of itself",
		Columns: []view.Column{
			{Name: "STATUS_KEY", Type: "varchar(256)", Comment: "Property"},
			{Name: "STATUS_VALUE", Type: "varchar(1024)", Comment: "Its value"},
		},
		Empty: noKeyring,
		Open:  field.NoRows,
	}
}
