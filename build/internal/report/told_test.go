package report

import (
	"bytes"
	"errors"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"
)

// TestTold: what is told is read as it was, and its parts add up to the reasons.
func TestTold(t *testing.T) {
	s := example()
	told := s.Tell()
	var b bytes.Buffer
	if err := WriteTold(&b, told); err != nil {
		t.Fatal(err)
	}
	read, err := ReadTold(&b)
	if err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(read, told) {
		t.Errorf("read\n%+v\nof\n%+v", read, told)
	}
	byReason := make(map[string]Sum)
	for _, p := range told.Places {
		sum := byReason[p.Reason]
		sum.add(p.Sum)
		byReason[p.Reason] = sum
	}
	for _, r := range told.Reasons {
		if got := byReason[r.Reason]; got.Blocked > r.Sum.Blocked || got.Max > r.Sum.Max || got.Count > r.Sum.Count {
			t.Errorf("%s: %+v at places of %+v", r.Reason, got, r.Sum)
		}
	}
	if len(told.Instances) == 0 || len(told.Waiters) != 1 || told.Waiters[0].Sum.Count != 3 || told.Waiters[0].Sum.Max != 2*time.Minute {
		t.Errorf("%d instances, waiters %+v", len(told.Instances), told.Waiters)
	}
}

// TestToldRequests: what P's have recorded of one route and line is added up, and has an address where
// all of them have the same.
func TestToldRequests(t *testing.T) {
	told := example().Tell()
	if len(told.Requests) != 5 || told.LostRequests.Count != 3 || told.LostRequestWaits.Count != 2 || told.NoSlot != 6 || told.NoWork != 7 {
		t.Errorf("%+v", told.Requests)
	}
	orders := told.Requests[slices.IndexFunc(told.Requests, func(s ToldStatement) bool {
		return s.Request.Text == "GET /orders/{id}" && s.Statement == (Statement{})
	})]
	if orders.Errors != 2 || orders.Sum.Count != 24 || orders.Sum.Blocked != 600*time.Millisecond {
		t.Errorf("%+v", orders)
	}
	found := 0
	for _, w := range told.RequestWaits {
		switch w.Reason {
		case "sync.Mutex.Lock":
			found++
			if w.Child || w.Addr != 0xc000012340 || w.Sum.Count != 12 {
				t.Errorf("%+v", w)
			}
		case "sync.RWMutex.Lock":
			found++
			if !w.Child || w.Addr != 0 || w.Sum.Count != 2 || w.Name != "main.store.rw" {
				t.Errorf("%+v", w)
			}
		}
	}
	if found != 2 || len(told.RequestWaits) != 5 {
		t.Errorf("%+v", told.RequestWaits)
	}
}

func TestReadToldRefuses(t *testing.T) {
	for text, want := range map[string]string{
		"":              "unexpected end",
		"<html>":        "invalid character",
		`{}`:            "its version is 0",
		`{"Version":2}`: "its version is 2",
		`{"Version":1,"Places":[` + strings.Repeat("{},", maxObjects) + `{}]}`: "it has more than",
		`{"Version":1,"PID":"x"}`:                                           "cannot unmarshal",
		`{"Version":1,"Runtime":{"Count":1,"Blocked":-1}}`:                  "1 waits of -1ns",
		`{"Version":1,"Places":[{"Sum":{"Count":1,"Max":1,"Min":2}}]}`:      "2ns to 1ns",
		`{"Version":1,"Requests":[{"Sum":{"Count":1,"Max":1,"Min":2}}]}`:    "2ns to 1ns",
		`{"Version":1,"RequestWaits":[{"Sum":{"Blocked":1}}]}`:              "0 waits of 1ns",
		`{"Version":1,"Reasons":[{"Reason":"select","Sum":{"Blocked":1}}]}`: "0 waits of 1ns",
	} {
		if _, err := ReadTold(strings.NewReader(text)); !errors.Is(err, ErrTold) || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v", text, err)
		}
	}
}

// FuzzReadTold holds that whatever is read is refused, or can be written again.
func FuzzReadTold(f *testing.F) {
	var b bytes.Buffer
	if err := WriteTold(&b, example().Tell()); err != nil {
		f.Fatal(err)
	}
	f.Add(b.Bytes())
	f.Add([]byte(`{"Version":1,"Instances":[{"Reasons":[{"Reason":"x"}]}]}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		told, err := ReadTold(bytes.NewReader(text))
		if err != nil {
			return
		}
		var b bytes.Buffer
		if err := WriteTold(&b, told); err != nil {
			t.Fatal(err)
		}
		again, err := ReadTold(&b)
		if err != nil {
			t.Fatal(err)
		}
		if again.PID != told.PID || len(again.Places) != len(told.Places) || len(again.Instances) != len(told.Instances) {
			t.Errorf("%+v became %+v", told, again)
		}
	})
}
