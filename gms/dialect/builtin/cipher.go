package builtin

import (
	"crypto/aes"
	"crypto/cipher"
	"strconv"
	"strings"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/types"
	"github.com/dolthub/vitess/go/mysql"

	"github.com/perfschema/perfschema/gms/dialect/collate"
	"github.com/perfschema/perfschema/gms/dialect/operand"
	"github.com/perfschema/perfschema/gms/dialect/sqlerr"
)

// AES_ENCRYPT() and AES_DECRYPT() in the modes of block_encryption_mode that the standard
// library has and that are no stream: ECB and CBC.

const encryptionMode = "block_encryption_mode"

// cipherFunctions are these two.
var cipherFunctions = []*operand.ScalarFunction{
	{Name: "aes_encrypt", Least: 2, Most: 6, Typ: types.LongBlob, Nulls: true, Eval: encrypt},
	{Name: "aes_decrypt", Least: 2, Most: 6, Typ: types.LongBlob, Nulls: true, Eval: decrypt},
}

// blockMode is what the session's block_encryption_mode says, with the key for it.
type blockMode struct {
	block cipher.Block
	first []byte // what the first block is mixed with; nil in ECB
}

// modeOf is that of a call; ok is false where it is NULL.
func modeOf(ctx *sql.Context, name string, args []any) (m blockMode, text []byte, ok bool, err error) {
	if len(args) > 3 {
		return m, nil, false, sqlerr.NotSupportedYet(strings.ToUpper(name) + "() with a key derivation function")
	}
	v, err := ctx.GetSessionVariable(ctx, encryptionMode)
	if err != nil {
		return m, nil, false, err
	}
	mode, _ := v.(string)
	parts := strings.Split(strings.ToLower(mode), "-") // aes-128-ecb
	bits := 0
	if len(parts) == 3 {
		bits, _ = strconv.Atoi(parts[1])
	}
	if bits != 128 && bits != 192 && bits != 256 || parts[2] != "ecb" && parts[2] != "cbc" {
		return m, nil, false, sqlerr.NotSupportedYet("block_encryption_mode = " + mode)
	}
	if parts[2] == "cbc" && len(args) < 3 {
		return m, nil, false, mysql.NewSQLError(sqlerr.ERArgumentCount, sqlerr.StateAccess, "Incorrect parameter count in the call to native function '%s'", name)
	}
	if parts[2] == "ecb" && len(args) > 2 {
		ctx.Warn(1618, "<IV> option ignored")
	}
	given := make([][]byte, len(args))
	for i, arg := range args {
		if arg == nil {
			if i == 2 { // which is too short, or not used
				continue
			}
			return m, nil, false, nil
		}
		text, err := collate.PlainText(ctx, arg)
		if err != nil {
			return m, nil, false, err
		}
		given[i] = []byte(text)
	}
	key := make([]byte, bits/8)
	for i, b := range given[1] {
		key[i%len(key)] ^= b
	}
	if m.block, err = aes.NewCipher(key); err != nil {
		return m, nil, false, err
	}
	if parts[2] == "cbc" {
		if len(given[2]) < aes.BlockSize {
			return m, nil, false, mysql.NewSQLError(1882, sqlerr.StateGeneral, "The initialization vector supplied to %s is too short. Must be at least %d bytes long", name, aes.BlockSize)
		}
		m.first = given[2][:aes.BlockSize]
	}
	if len(given[1]) != len(key) {
		ctx.Warn(3237, "AES key size should be %d bytes length or secure KDF methods hkdf or pbkdf2_hmac should be used, please provide exact AES key size or use KDF methods for better security.", len(key))
	}
	return m, given[0], true, nil
}

// encrypt is AES_ENCRYPT(): the text is filled up to whole blocks by bytes that say how many
// there are.
func encrypt(ctx *sql.Context, args []any) (any, error) {
	m, text, ok, err := modeOf(ctx, "aes_encrypt", args)
	if err != nil || !ok {
		return nil, err
	}
	fill := aes.BlockSize - len(text)%aes.BlockSize
	out := append(make([]byte, 0, len(text)+fill), text...)
	for range fill {
		out = append(out, byte(fill))
	}
	if m.first != nil {
		cipher.NewCBCEncrypter(m.block, m.first).CryptBlocks(out, out)
		return out, nil
	}
	for at := 0; at < len(out); at += aes.BlockSize {
		m.block.Encrypt(out[at:], out[at:])
	}
	return out, nil
}

// decrypt is AES_DECRYPT(): NULL for what was not encrypted so.
func decrypt(ctx *sql.Context, args []any) (any, error) {
	m, text, ok, err := modeOf(ctx, "aes_decrypt", args)
	if err != nil || !ok || len(text) == 0 || len(text)%aes.BlockSize != 0 {
		return nil, err
	}
	out := make([]byte, len(text))
	if m.first != nil {
		cipher.NewCBCDecrypter(m.block, m.first).CryptBlocks(out, text)
	} else {
		for at := 0; at < len(out); at += aes.BlockSize {
			m.block.Decrypt(out[at:], text[at:])
		}
	}
	fill := int(out[len(out)-1])
	if fill == 0 || fill > aes.BlockSize {
		return nil, nil
	}
	for _, b := range out[len(out)-fill:] {
		if int(b) != fill {
			return nil, nil
		}
	}
	return out[:len(out)-fill], nil
}
