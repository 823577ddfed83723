package client

import (
	"testing"

	"github.com/dolthub/vitess/go/mysql"
	"github.com/dolthub/vitess/go/sqltypes"
	querypb "github.com/dolthub/vitess/go/vt/proto/query"
)

func TestWriteMoments(t *testing.T) {
	for in, want := range map[string]string{
		"2024-2-9 3:4:5.5":      "2024-02-09 03:04:05.000005",
		"2024-12-31 23:59:59.0": "2024-12-31 23:59:59.000000",
		"2024-12-31 1:2:3":      "2024-12-31 01:02:03",
		"1-1-1":                 "0001-01-01",
		"0-0-0 0:0:0":           "0000-00-00 00:00:00",
		" ":                     "0000-00-00 00:00:00",
		"-838:5:9.999999":       "-838:05:09.999999",
		"0:0:0.42":              "00:00:00.000042",
		"00:00:00":              "00:00:00",
		"65535-255-255":         "65535-255-255",
		"":                      "",
	} {
		for _, typ := range []querypb.Type{sqltypes.Timestamp, sqltypes.Date, sqltypes.Datetime, sqltypes.Time} {
			p := &mysql.PrepareData{ParamsType: []int32{int32(typ)}, BindVars: map[string]*querypb.BindVariable{"v1": {Type: sqltypes.VarChar, Value: []byte(in)}}}
			if WriteMoments(p); string(p.BindVars["v1"].Value) != want {
				t.Errorf("%q is %q, not %q", in, p.BindVars["v1"].Value, want)
			}
		}
	}
	text := &querypb.BindVariable{Type: sqltypes.VarBinary, Value: []byte("1:2")}
	p := &mysql.PrepareData{ParamsType: []int32{int32(sqltypes.VarChar), int32(sqltypes.Time), int32(sqltypes.Time)}, BindVars: map[string]*querypb.BindVariable{"v1": text, "v2": text}}
	if WriteMoments(p); string(text.Value) != "1:2" {
		t.Errorf("a text is %q", text.Value)
	}
}
