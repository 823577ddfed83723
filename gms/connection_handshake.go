package gms

import (
	"bytes"
	"encoding/binary"

	"github.com/dolthub/vitess/go/mysql"

	"github.com/perfschema/perfschema"
)

// handshakeResponse is what a client says of itself when it connects.
type handshakeResponse struct {
	tls        bool // it asks for TLS first
	flags      uint32
	fixed      [28]byte // largest packet, character set, reserved
	user       string
	proof      []byte // of the password, as the plugin has it
	database   string
	plugin     string
	attributes []perfschema.ConnectAttr
}

// firstPacket is the payload of the first packet in data, nil if it is not
// whole.
func firstPacket(data []byte) []byte {
	if len(data) < 4 {
		return nil
	}
	n := int(data[0]) | int(data[1])<<8 | int(data[2])<<16
	if len(data)-4 < n {
		return nil
	}
	return data[4 : 4+n]
}

// parseHandshakeResponse reads a client's answer to the server's greeting. It
// is false for one that is cut short or of an older protocol.
func parseHandshakeResponse(data []byte) (handshakeResponse, bool) {
	r := fieldReader{data: data}
	flags := r.uint32()
	response := handshakeResponse{flags: flags}
	copy(response.fixed[:], r.take(len(response.fixed)))
	if r.failed || flags&mysql.CapabilityClientProtocol41 == 0 {
		return handshakeResponse{}, false
	}
	if flags&mysql.CapabilityClientSSL != 0 && len(r.data) == 0 {
		response.tls = true
		return response, true
	}
	response.user = string(r.zeroTerminated())
	switch {
	case flags&mysql.CapabilityClientPluginAuthLenencClientData != 0:
		response.proof = r.bytes()
	case flags&mysql.CapabilityClientSecureConnection != 0:
		response.proof = r.take(int(r.uint8()))
	default:
		response.proof = r.zeroTerminated()
	}
	if flags&mysql.CapabilityClientConnectWithDB != 0 {
		response.database = string(r.zeroTerminated())
	}
	if flags&mysql.CapabilityClientPluginAuth != 0 {
		response.plugin = string(r.zeroTerminated())
	}
	if response.plugin == "" {
		response.plugin = string(mysql.MysqlNativePassword)
	}
	if r.failed {
		return handshakeResponse{}, false
	}
	if flags&mysql.CapabilityClientConnAttr != 0 {
		attributes := fieldReader{data: r.bytes()}
		for len(attributes.data) > 0 {
			name, value := attributes.bytes(), attributes.bytes()
			if attributes.failed {
				break // what came whole is kept
			}
			response.attributes = append(response.attributes, perfschema.ConnectAttr{Name: string(name), Value: string(value)})
		}
	}
	return response, true
}

// clientInteractive is a client that a person sits at.
const clientInteractive = 1 << 10

// forEngine is the response as vitess gets to read it: well formed, without TLS
// and attributes, and by one plugin, which stands for all (see [loginMethod]).
func (r *handshakeResponse) forEngine() []byte {
	const kept = mysql.CapabilityClientLongPassword | mysql.CapabilityClientFoundRows | mysql.CapabilityClientLongFlag |
		mysql.CapabilityClientLocalFiles | mysql.CapabilityClientProtocol41 | mysql.CapabilityClientTransactions |
		clientInteractive | mysql.CapabilityClientMultiStatements | mysql.CapabilityClientMultiResults | mysql.CapabilityClientDeprecateEOF
	flags := r.flags&kept | mysql.CapabilityClientSecureConnection | mysql.CapabilityClientPluginAuth
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
	b = append(b, loginPlugin...)
	return append(b, 0)
}

// fieldReader takes the fields of a packet one by one. After the first that is
// not there it gives zero values.
type fieldReader struct {
	data   []byte
	failed bool
}

func (r *fieldReader) take(n int) []byte {
	if r.failed || n < 0 || n > len(r.data) {
		r.failed, r.data = true, nil
		return nil
	}
	b := r.data[:n]
	r.data = r.data[n:]
	return b
}

func (r *fieldReader) skip(n int) { r.take(n) }

func (r *fieldReader) uint8() uint8 {
	if b := r.take(1); b != nil {
		return b[0]
	}
	return 0
}

func (r *fieldReader) uint32() uint32 {
	if b := r.take(4); b != nil {
		return binary.LittleEndian.Uint32(b)
	}
	return 0
}

// zeroTerminated is a string up to a zero byte.
func (r *fieldReader) zeroTerminated() []byte {
	i := bytes.IndexByte(r.data, 0)
	if i < 0 {
		r.failed, r.data = true, nil
		return nil
	}
	b := r.take(i)
	r.skip(1)
	return b
}

// bytes is a string after its length.
func (r *fieldReader) bytes() []byte {
	n := uint64(r.uint8())
	width := 0
	switch n {
	case 0xfc:
		width = 2
	case 0xfd:
		width = 3
	case 0xfe:
		width = 8
	case 0xfb, 0xff:
		r.failed, r.data = true, nil
	}
	if width > 0 {
		n = 0
		for i, c := range r.take(width) {
			n |= uint64(c) << (8 * i)
		}
	}
	if r.failed || n > uint64(len(r.data)) {
		r.failed, r.data = true, nil
		return nil
	}
	return r.take(int(n))
}
