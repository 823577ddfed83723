package client

import (
	"strconv"

	"github.com/dolthub/vitess/go/mysql"
	"github.com/dolthub/vitess/go/sqltypes"
	querypb "github.com/dolthub/vitess/go/vt/proto/query"
)

// WriteMoments writes the dates and times among the parameters of a statement as texts of
// SQL. vitess writes their numbers without zeros before them, so that five microseconds
// are half a second, and a date of no bytes, which is the zero date, as a blank.
func WriteMoments(p *mysql.PrepareData) {
	for i, t := range p.ParamsType {
		switch querypb.Type(t) {
		case sqltypes.Timestamp, sqltypes.Date, sqltypes.Datetime, sqltypes.Time:
			if v := p.BindVars["v"+strconv.Itoa(i+1)]; v != nil && v.Type == sqltypes.VarChar {
				v.Value = moment(v.Value)
			}
		}
	}
}

// moment is a date or a time as SQL writes it: -1:2:3.4 is -01:02:03.000004.
func moment(text []byte) []byte {
	const yearDigits, digits, fractionDigits = 4, 2, 6
	if string(text) == " " {
		return []byte("0000-00-00 00:00:00")
	}
	out := make([]byte, 0, len("0000-00-00 00:00:00.000000"))
	for i := 0; i < len(text); {
		end := i
		for end < len(text) && '0' <= text[end] && text[end] <= '9' {
			end++
		}
		if end == i {
			out = append(out, text[i])
			i++
			continue
		}
		width := digits
		switch {
		case i > 0 && text[i-1] == '.':
			width = fractionDigits
		case i == 0 && end < len(text) && text[end] == '-':
			width = yearDigits
		}
		for n := end - i; n < width; n++ {
			out = append(out, '0')
		}
		out = append(out, text[i:end]...)
		i = end
	}
	return out
}
