package digest

import "testing"

const (
	point = "SELECT c, pad FROM sbtest1 WHERE id = 500123 AND k BETWEEN 100 AND 200 AND tenant_id = 42 ORDER BY created_at LIMIT 10"
	bulk  = "INSERT INTO orders (id, customer, total, note) VALUES (1, 'smith', 12.50, NULL), (2, 'jones', 99.00, 'gift'), (3, 'x', 1, '')"
)

func TestComputeDoesNotAllocate(t *testing.T) {
	var b Builder
	for _, s := range samples(t) {
		b.Compute(s.sql, 1024)
		if n := testing.AllocsPerRun(10, func() { b.Compute(s.sql, 1024) }); n != 0 {
			t.Errorf("%v allocations: %s", n, s.sql)
		}
	}
}

func TestAppendTextDoesNotAllocate(t *testing.T) {
	var b Builder
	_, tokens := b.Compute(bulk, 1024)
	dst := make([]byte, 0, 1024)
	if n := testing.AllocsPerRun(10, func() { dst = AppendText(dst[:0], tokens) }); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

func benchmark(b *testing.B, sql string) {
	d := New(1024)
	b.ReportAllocs()
	b.SetBytes(int64(len(sql)))
	for b.Loop() {
		d.Compute(sql, 1024)
	}
}

func BenchmarkCompute(b *testing.B) {
	b.Run("point", func(b *testing.B) { benchmark(b, point) })
	b.Run("bulk", func(b *testing.B) { benchmark(b, bulk) })
	b.Run("tiny", func(b *testing.B) { benchmark(b, "SELECT 1") })
}

func BenchmarkAppendText(b *testing.B) {
	d := New(1024)
	_, tokens := d.Compute(point, 1024)
	var dst []byte
	b.ReportAllocs()
	for b.Loop() {
		dst = AppendText(dst[:0], tokens)
	}
}
