package wire

import (
	"bytes"
	"encoding/binary"

	"github.com/dolthub/vitess/go/mysql"

	"github.com/perfschema/perfschema"
)

// HandshakeResponse is what a client says of itself when it connects.
type HandshakeResponse struct {
	TLS        bool // it asks for TLS first
	Flags      uint32
	fixed      [28]byte // largest packet, character set, reserved
	user       string
	Proof      []byte // of the password, as the plugin has it
	database   string
	Plugin     string
	Attributes []perfschema.ConnectAttr
}

// User is the name that the client wants to be let in by.
func (r *HandshakeResponse) User() string { return r.user }

// Database is the one that the client wants to work in, "" for none.
func (r *HandshakeResponse) Database() string { return r.database }

// FirstPacket is the payload of the first packet in data, nil if it is not
// whole.
func FirstPacket(data []byte) []byte {
	if len(data) < 4 {
		return nil
	}
	n := int(data[0]) | int(data[1])<<8 | int(data[2])<<16
	if len(data)-4 < n {
		return nil
	}
	return data[4 : 4+n]
}

// ParseHandshakeResponse reads a client's answer to the server's greeting. It
// is false for one that is cut short or of an older protocol.
func ParseHandshakeResponse(data []byte) (HandshakeResponse, bool) {
	r := Fields{Rest: data}
	flags := r.Uint32()
	response := HandshakeResponse{Flags: flags}
	copy(response.fixed[:], r.Take(len(response.fixed)))
	if r.Failed || flags&mysql.CapabilityClientProtocol41 == 0 {
		return HandshakeResponse{}, false
	}
	if flags&mysql.CapabilityClientSSL != 0 && len(r.Rest) == 0 {
		response.TLS = true
		return response, true
	}
	response.user = string(r.ZeroTerminated())
	switch {
	case flags&mysql.CapabilityClientPluginAuthLenencClientData != 0:
		response.Proof = r.Bytes()
	case flags&mysql.CapabilityClientSecureConnection != 0:
		response.Proof = r.Take(int(r.Uint8()))
	default:
		response.Proof = r.ZeroTerminated()
	}
	if flags&mysql.CapabilityClientConnectWithDB != 0 {
		response.database = string(r.ZeroTerminated())
	}
	if flags&mysql.CapabilityClientPluginAuth != 0 {
		response.Plugin = string(r.ZeroTerminated())
	}
	if response.Plugin == "" {
		response.Plugin = string(mysql.MysqlNativePassword)
	}
	if r.Failed {
		return HandshakeResponse{}, false
	}
	if flags&mysql.CapabilityClientConnAttr != 0 {
		response.Attributes = r.attributes()
	}
	return response, true
}

// attributes are those that come whole.
func (r *Fields) attributes() (all []perfschema.ConnectAttr) {
	list := Fields{Rest: r.Bytes()}
	for len(list.Rest) > 0 {
		name, value := list.Bytes(), list.Bytes()
		if list.Failed {
			break
		}
		all = append(all, perfschema.ConnectAttr{Name: string(name), Value: string(value)})
	}
	return all
}

// ChangeUser is what a client says of itself when it is to be another user.
type ChangeUser struct {
	User       string
	Proof      []byte
	Database   string
	Charset    uint16 // 0: none was named
	Plugin     string
	Attributes []perfschema.ConnectAttr
}

// ParseChangeUser reads a COM_CHANGE_USER, after its first byte, of a client with these
// capabilities. It is false for one that is cut short.
func ParseChangeUser(data []byte, flags uint32) (ChangeUser, bool) {
	r := Fields{Rest: data}
	u := ChangeUser{User: string(r.ZeroTerminated())}
	if flags&mysql.CapabilityClientSecureConnection != 0 {
		u.Proof = r.Take(int(r.Uint8()))
	} else {
		u.Proof = r.ZeroTerminated()
	}
	u.Database = string(r.ZeroTerminated())
	if len(r.Rest) > 0 {
		u.Charset = r.Uint16()
	}
	if flags&mysql.CapabilityClientPluginAuth != 0 && len(r.Rest) > 0 {
		u.Plugin = string(r.ZeroTerminated())
	}
	if u.Plugin == "" {
		u.Plugin = string(mysql.MysqlNativePassword)
	}
	if r.Failed {
		return ChangeUser{}, false
	}
	u.Proof = bytes.Clone(u.Proof)
	if flags&mysql.CapabilityClientConnAttr != 0 && len(r.Rest) > 0 {
		u.Attributes = r.attributes()
	}
	return u, true
}

const (
	clientInteractive    = 1 << 10 // a client that a person sits at
	ClientPSMultiResults = 1 << 18 // one that takes several results for a prepared statement
)

// ForEngine is the response as vitess gets to read it: well formed, without TLS
// and attributes, and by one plugin, which stands for all.
func (r *HandshakeResponse) ForEngine(plugin string) []byte {
	const kept = mysql.CapabilityClientLongPassword | mysql.CapabilityClientFoundRows | mysql.CapabilityClientLongFlag |
		mysql.CapabilityClientLocalFiles | mysql.CapabilityClientProtocol41 | mysql.CapabilityClientTransactions |
		clientInteractive | mysql.CapabilityClientMultiStatements | mysql.CapabilityClientMultiResults | ClientPSMultiResults | mysql.CapabilityClientDeprecateEOF
	flags := r.Flags&kept | mysql.CapabilityClientSecureConnection | mysql.CapabilityClientPluginAuth
	if r.database != "" {
		flags |= mysql.CapabilityClientConnectWithDB
	}
	b := binary.LittleEndian.AppendUint32(nil, flags)
	b = append(b, r.fixed[:]...)
	b = append(b, r.user...)
	b = append(b, 0, 1, 0) // the end of the name; a proof of one byte
	if r.database != "" {
		b = append(append(b, r.database...), 0)
	}
	b = append(b, plugin...)
	return append(b, 0)
}
