package gms_test

import (
	"strings"
	"testing"

	"github.com/perfschema/perfschema"
)

// No value that a function reads uses up a stack, or has room made for parts that
// it only tells of.
func TestNestedGeometries(t *testing.T) {
	if testing.Short() {
		t.Skip("reads geometries of megabytes, one after the other")
	}
	s := startServer(t, perfschema.Config{})
	c := s.connect(t, "root", "shop")
	levels := func(n int) string {
		return "'" + strings.Repeat("GEOMETRYCOLLECTION(", n) + "POINT(1 2)" + strings.Repeat(")", n) + "'"
	}
	wkb := func(n int) string {
		return "X'" + strings.Repeat("010700000001000000", n) + "0101000000" + strings.Repeat("00", 16) + "'"
	}
	json := func(n int) string {
		return "'" + strings.Repeat(`{"type":"GeometryCollection","geometries":[`, n) + `{"type":"Point","coordinates":[1,2]}` + strings.Repeat("]}", n) + "'"
	}
	for _, test := range []struct {
		query string
		want  uint16
	}{
		{"SELECT ST_AsText(ST_GeomFromText(" + levels(20) + "))", 0},
		{"SELECT ST_GeomFromText(" + levels(100_000) + ")", 3037},
		{"SELECT ST_GeomCollFromText(" + levels(100_000) + ")", 3037},
		{"SELECT ST_GeometryCollectionFromText(REPEAT('GEOMETRYCOLLECTION(', 3000000))", 3037},
		{"SELECT ST_AsText(ST_GeomFromWKB(" + wkb(20) + "))", 0},
		{"SELECT ST_GeomFromWKB(" + wkb(100_000) + ")", 3037},
		{"SELECT ST_GeomCollFromWKB(REPEAT(X'010700000001000000', 3000000))", 3037},
		{"SELECT ST_GeomFromWKB(X'0107000000FFFFFFFF')", 3037},
		{"SELECT ST_LineFromWKB(X'0102000000FFFFFF7F" + strings.Repeat("00", 64) + "')", 3037},
		{"SELECT ST_PolyFromWKB(X'0103000000FFFFFF7F" + strings.Repeat("00", 128) + "')", 3037},
		{"SELECT ST_AsText(ST_GeomFromGeoJSON(" + json(20) + "))", 0},
		{"SELECT ST_GeomFromGeoJSON(" + json(100) + ")", 3157},
		{"SELECT ST_GeomFromText(NULL), ST_GeomFromWKB(NULL), ST_GeomFromGeoJSON(NULL)", 0},
	} {
		if number, _, message := errorOf(t, c, test.query); number != test.want {
			t.Errorf("%.60s: %d %.200s, want %d", test.query, number, message, test.want)
		}
	}
	wanted := [][2]string{{"POINT(1 2)", "POINT(1 2)"}, {"LINESTRING(1 2,3 4)", "LINESTRING(1 2,3 4)"}, {"POLYGON((0 0,1 1,1 0,0 0))", "POLYGON((0 0,1 1,1 0,0 0))"},
		{"MULTIPOINT(1 2,3 4)", "MULTIPOINT(1 2,3 4)"}, {"MULTIPOLYGON(((0 0,1 1,1 0,0 0)))", "MULTIPOLYGON(((0 0,1 1,1 0,0 0)))"},
		{"GEOMETRYCOLLECTION(POINT(1 2),LINESTRING(1 2,3 4))", "GEOMETRYCOLLECTION(POINT(1 2),LINESTRING(1 2,3 4))"}}
	for _, w := range wanted {
		got := rows(t, c, "SELECT ST_AsText(ST_GeomFromText('"+w[0]+"')), ST_AsText(ST_GeomFromWKB(ST_AsWKB(ST_GeomFromText('"+w[0]+"'))))")
		if got[0][0] != w[1] || got[0][1] != w[1] {
			t.Errorf("%s: %v", w[0], got)
		}
	}
}
