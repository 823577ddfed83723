package builtin

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"

	"github.com/dolthub/vitess/go/sqltypes"
	querypb "github.com/dolthub/vitess/go/vt/proto/query"
)

// MySQL's texts of documents that a storage writes in its own form.
func TestDocumentsAreWrittenAsByMySQL(t *testing.T) {
	for text, want := range map[string]string{
		`{"a":1,"b":[1,2]}`:                     `{"a": 1, "b": [1, 2]}`,
		`[1,{"x":"y"}]`:                         `[1, {"x": "y"}]`,
		`[]`:                                    `[]`,
		`{}`:                                    `{}`,
		`[[],{},[{}]]`:                          `[[], {}, [{}]]`,
		`"a,b:c"`:                               `"a,b:c"`,
		`["a,b:c","\",:\\",",:"]`:               `["a,b:c", "\",:\\", ",:"]`,
		`{"a":1,"bb":2,"c":3}`:                  `{"a": 1, "c": 3, "bb": 2}`,
		`{"ccc":{"zz":1,"y":[{"bb":1,"a":2}]}}`: `{"ccc": {"y": [{"a": 2, "bb": 1}], "zz": 1}}`,
		`{"bb":1,"\n":2,"é":3,"c":{"dd":1}}`:    `{"\n": 2, "c": {"dd": 1}, "bb": 1, "é": 3}`,
		`{"":1,"a":2}`:                          `{"": 1, "a": 2}`,
		`"\u2028"`:                              "\"\u2028\"",
		`["x\u2029y\\u2028","\u0001"]`:          "[\"x\u2029y\\\\u2028\", \"\\u0001\"]",
		`[1e-7,1e+21,1.5e-17]`:                  `[0.0000001, 1e21, 1.5e-17]`,
		`1e-7`:                                  `0.0000001`,
		`[100000000000000000000,18446744073709551615,-9223372036854775808,12345678901234567890]`: `[1e20, 18446744073709551615, -9223372036854775808, 12345678901234567890]`,
		`[true,false,null,-0,0.1,1234567890.123456789]`:                                          `[true, false, null, -0, 0.1, 1234567890.123456789]`,
		`{"a": 1, "b": [1, 2]}`: `{"a": 1, "b": [1, 2]}`,
		`true`:                  `true`,
		`[1,{"q": 1, "r": 2}]`:  `[1, {"q": 1, "r": 2}]`,
		// No documents: sent as they are.
		`[1,`: `[1,`, `{"a":1]`: `{"a":1]`, `{a:1}`: `{a:1}`, `[1,2]x`: `[1,2]x`, `["\`: `["\`, ``: ``, `1e`: `1e`,
		strings.Repeat("[", 200) + "1,1" + strings.Repeat("]", 200): strings.Repeat("[", 200) + "1,1" + strings.Repeat("]", 200),
	} {
		r := &sqltypes.Result{
			Fields: []*querypb.Field{{Type: sqltypes.VarChar}, {Type: sqltypes.TypeJSON}},
			Rows: [][]sqltypes.Value{
				{sqltypes.NULL, sqltypes.MakeTrusted(sqltypes.TypeJSON, []byte(text))},
				{sqltypes.MakeTrusted(sqltypes.VarChar, []byte(text)), sqltypes.NULL}, {},
			},
		}
		RespellPrepared(r)
		if got := r.Rows[0][1].ToString(); got != want {
			t.Errorf("%s is written as %s, want %s", text, got, want)
		}
		if r.Rows[1][0].ToString() != text || !r.Rows[1][1].IsNull() {
			t.Errorf("%s: a text that is no document, or a NULL, was changed", text)
		}
	}
}

// What is written anew is the same document.
func FuzzDocumentWriter(f *testing.F) {
	f.Add(`{"bb":[1,2.5e3,"\u2028\n"],"a":{"":null}}`)
	f.Fuzz(func(t *testing.T, text string) {
		var before, after any
		if json.Unmarshal([]byte(text), &before) != nil {
			return
		}
		var w documentWriter
		own, ok := w.document([]byte(text))
		if !ok {
			return // nested too deeply, or a number beyond a double's
		}
		if err := json.Unmarshal(own, &after); err != nil || !reflect.DeepEqual(before, after) {
			t.Errorf("%s became %s: %v", text, own, err)
		}
	})
}

func BenchmarkRespellPrepared(b *testing.B) {
	text := []byte(`{"id":12345,"name":"a customer's name","tags":["one","two","three"],"address":{"city":"x","street":"y","zip":12345}}`)
	r := &sqltypes.Result{Fields: []*querypb.Field{{Type: sqltypes.TypeJSON}}, Rows: [][]sqltypes.Value{nil}}
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	for b.Loop() {
		r.Rows[0] = []sqltypes.Value{sqltypes.MakeTrusted(sqltypes.TypeJSON, text)}
		RespellPrepared(r)
	}
}

func TestRespellValues(t *testing.T) {
	value := func(typ querypb.Type, text string) sqltypes.Value { return sqltypes.MakeTrusted(typ, []byte(text)) }
	r := &sqltypes.Result{
		Fields: []*querypb.Field{{Type: sqltypes.Float64}, {Type: sqltypes.VarChar}, {Type: sqltypes.Float32}, {Type: sqltypes.Date}},
		Rows: [][]sqltypes.Value{
			{value(sqltypes.Float64, "1.2345675e+06"), value(sqltypes.VarChar, "1e+06"), value(sqltypes.Float32, "1.2345679e+11"), value(sqltypes.Date, "5-07-17")},
			{value(sqltypes.Float64, "0.5"), value(sqltypes.VarChar, "x"), value(sqltypes.Float32, "1.2345679"), value(sqltypes.Date, "2024-07-17")},
			{sqltypes.NULL, sqltypes.NULL, sqltypes.NULL},
			{value(sqltypes.Float64, "no double, e"), sqltypes.NULL, value(sqltypes.Float32, "no FLOAT")},
		},
	}
	RespellValues(r)
	var got []string
	for _, row := range r.Rows {
		for _, v := range row {
			got = append(got, v.ToString())
		}
	}
	if want := "1234567.5|1e+06|123457000000|0005-07-17|0.5|x|1.23457|2024-07-17||||no double, e||no FLOAT"; strings.Join(got, "|") != want {
		t.Errorf("%s, want %s", strings.Join(got, "|"), want)
	}
}
