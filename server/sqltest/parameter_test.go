package sqltest_test

import (
	"encoding/binary"
	"fmt"
	"strings"
	"testing"

	"github.com/perfschema/perfschema/internal/racetest"
)

// parameterTypes are those of the protocol, with some that there are not.
var parameterTypes = []byte{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 100, 242, 243, 244, 245, 246, 247, 248, 249, 250, 251, 252, 253, 254, 255}

// parameterValues are what a client may send of a value, whatever its type.
var parameterValues = map[string]string{
	"zeros":              strings.Repeat("\x00", 8),
	"ones":               strings.Repeat("\xff", 8),
	"the least":          "\x00\x00\x00\x00\x00\x00\x00\x80", // -0 of a double
	"NaN":                "\x00\x00\x00\x00\x00\x00\xf8\x7f",
	"infinity":           "\x00\x00\x00\x00\x00\x00\xf0\x7f",
	"minus infinity":     "\x00\x00\x00\x00\x00\x00\xf0\xff",
	"NaN of a float":     "\x00\x00\xc0\x7f",
	"infinity, a float":  "\x00\x00\x80\x7f",
	"the largest":        "\xff\xff\xff\xff\xff\xff\xef\x7f",
	"denormal":           "\x01\x00\x00\x00\x00\x00\x00\x00",
	"a date":             "\x04\xe4\x07\x0d\x20", // of a 13th month
	"a time":             "\x08\x01\xff\xff\xff\xff\xff\xff\xff",
	"a long time":        "\x0c\x01\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff",
	"a datetime":         "\x07\xff\xff\xff\xff\xff\xff\xff",
	"a long datetime":    "\x0b\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff",
	"an odd length":      "\x05\xe4\x07\x0c\x1f\x00",
	"a text":             "\x04-1e9",
	"a number too large": "\x081e999999",
	"not a number":       "\x03NaN",
	"no UTF-8":           "\x02\xc3\x28",
	"NULL":               "\xfb",
	"a long text":        "\xfc\x00\x01" + strings.Repeat("9", 256),
	"a text too long":    "\xfd\xff\xff\xff",
	"no length":          "\xff",
	"nothing":            "",
}

// No value of a parameter, of whatever type, makes a statement panic, or ends the
// connection.
func TestParametersOfEveryType(t *testing.T) {
	racetest.SkipAlone(t)
	s := start(t)
	c := rawConnect(t, s.Addr().String(), false)
	id, _ := c.prepare("SELECT ?, ? + 1")
	c.take()
	execute := func(nulls, types, values string) string {
		packet := append([]byte{}, id...)
		packet = append(packet, "\x00\x01\x00\x00\x00"+nulls+types+values...)
		c.command(0x17, packet...)
		c.result(false)
		return c.take()
	}
	for _, typ := range parameterTypes {
		for _, unsigned := range []byte{0, 0x80} {
			types := "\x01" + strings.Repeat(string([]byte{typ, unsigned}), 2)
			for name, value := range parameterValues {
				got := execute("\x00", types, value+value)
				if strings.Contains(got, "error 1105") {
					t.Errorf("%s as type %d (%#x): %s", name, typ, unsigned, got)
				}
			}
		}
	}
	for _, short := range []struct{ nulls, types, values string }{{"", "", ""}, {"\x03", "", ""}, {"\x00", "\x01", ""}, {"\x00", "\x01\x05", ""}, {"\x00", "\x02", ""}, {"\xff", "\x01\x05\x00\x05\x00", ""}} {
		if got := execute(short.nulls, short.types, short.values); strings.Contains(got, "error 1105") {
			t.Errorf("%q: %s", short, got)
		}
	}
	for typ, value := range map[byte]string{4: "\x00\x00\xc0\x7f", 5: "\x00\x00\x00\x00\x00\x00\xf0\x7f"} {
		if got := execute("\x02", "\x01"+string([]byte{typ, 0, typ, 0}), value); got != "error 1367" {
			t.Errorf("type %d: %s", typ, got)
		}
	}
	if got := execute("\x00", "\x01\x05\x00\x05\x00", strings.Repeat("\x00\x00\x00\x00\x00\x00\xf8\x3f", 2)); got != "end 0x2" {
		t.Errorf("afterwards: %s", got)
	}
	// What has come of a packet without an end is no value of the next one.
	if got := execute("\x00", "\x01\x05\x00\x05\x00", "\x00\x00\x00\x00\x00\x00\xf8\x7f"); !strings.HasPrefix(got, "error") {
		t.Errorf("half of the values: %s", got)
	}
	if got := execute("\x00", "\x01\x03\x00\x03\x00", "\x01\x00\x00\x00\x02\x00\x00\x00"); got != "end 0x2" {
		t.Errorf("after half of the values: %s", got)
	}
}

// What is sent for a parameter that there is not is ignored, and said when the statement
// is executed.
func TestLongDataForNothing(t *testing.T) {
	s := start(t)
	c := rawConnect(t, s.Addr().String(), false)
	id, _ := c.prepare("SELECT ?")
	c.take()
	send := func(id []byte, parameter uint16, value string) {
		c.command(0x18, append(binary.LittleEndian.AppendUint16(append([]byte{}, id...), parameter), value...)...)
	}
	execute := func(id []byte) string {
		c.command(0x17, append(append([]byte{}, id...), "\x00\x01\x00\x00\x00\x00\x01\xfd\x00"...)...)
		c.result(false)
		return c.take()
	}
	unknown := []byte{9, 9, 9, 9}
	send(unknown, 0, "x")
	send(unknown, 0, strings.Repeat("x", 100_000))
	send(id, 0, "x")
	if got := execute(id); got != "end 0x2" {
		t.Errorf("the statement: %s", got)
	}
	if got := execute(unknown); got != "error 1243" {
		t.Errorf("the unknown one: %s", got)
	}
	send(id, 0, "x")
	send(id, 1, "x")
	if got := execute(id); got != "error 1210" {
		t.Errorf("another parameter: %s", got)
	}
	send(id, 0, "x")
	if got := fmt.Sprint(execute(id), ", ", c.query("SELECT 1")); got != "end 0x2, end 0x2" {
		t.Errorf("after it: %s", got)
	}
}
