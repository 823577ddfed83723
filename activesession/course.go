package activesession

import (
	"fmt"
	"time"
)

// Course is average active sessions over time, by kinds that the caller numbers from 0. It is not
// safe for concurrent use.
type Course struct {
	// Steps follow each other without a gap.
	Steps    []Step
	length   time.Duration
	interval time.Duration
}

// Step is a part of a Course, after From until To.
type Step struct {
	From, To time.Time
	samples  []uint64 // by kind
}

// stepLengths are those that a Course may have. Days are whole numbers of each.
var stepLengths = []time.Duration{time.Second, 2 * time.Second, 5 * time.Second, 10 * time.Second, 15 * time.Second, 30 * time.Second, time.Minute,
	2 * time.Minute, 5 * time.Minute, 10 * time.Minute, 15 * time.Minute, 30 * time.Minute, time.Hour, 2 * time.Hour, 6 * time.Hour, 24 * time.Hour}

// StepLength returns the length of the steps of a course: the shortest that divides the span into at most
// so many steps. A step has at least one sample, and five where the interval is a second or less.
func StepLength(span, interval time.Duration, most int) time.Duration {
	least := min(5*interval, max(interval, 5*time.Second))
	for _, l := range stepLengths {
		if l >= least && span <= l*time.Duration(most) {
			return l
		}
	}
	return stepLengths[len(stepLengths)-1]
}

// CourseSpan returns how long a course is: an hour; less where both what is known and what is asked for
// are shorter; more where more is asked for.
func CourseSpan(known, asked time.Duration) time.Duration {
	for _, span := range []time.Duration{time.Minute, 5 * time.Minute, 15 * time.Minute} {
		if span >= known && span >= asked {
			return span
		}
	}
	return max(time.Hour, asked)
}

// NewCourse makes a Course of a span, of samples that were taken once in an interval. Steps begin
// at whole multiples of their length by the time of day, so that they stay the same as time goes on;
// the first and the last one are from half of it to one and a half.
func NewCourse(from, to time.Time, length, interval time.Duration, kinds int) *Course {
	c := &Course{length: length, interval: interval}
	for at := from; at.Before(to); {
		next := at.Truncate(length).Add(length)
		if next.Sub(at) < length/2 {
			next = next.Add(length)
		}
		if to.Sub(next) < length/2 {
			next = to
		}
		c.Steps = append(c.Steps, Step{From: at, To: next, samples: make([]uint64, kinds)})
		at = next
	}
	return c
}

// Add counts n samples of a kind that were taken at a moment. Those outside of the span are left out.
func (c *Course) Add(at time.Time, kind int, n uint64) {
	if len(c.Steps) == 0 || !at.After(c.Steps[0].From) {
		return
	}
	// Steps but the first and the last one are of one length.
	i := max(int(at.Sub(c.Steps[0].From.Truncate(c.length))/c.length)-2, 0)
	for ; i < len(c.Steps); i++ {
		if !at.After(c.Steps[i].To) {
			c.Steps[i].samples[kind] += n
			return
		}
	}
}

// Average returns how many sessions of a kind were active in a step, on average.
func (c *Course) Average(step, kind int) float64 {
	s := &c.Steps[step]
	return average(s.samples[kind], c.interval, s.To.Sub(s.From))
}

// Mean returns how many sessions of a kind were active on average over the whole course.
func (c *Course) Mean(kind int) float64 {
	if len(c.Steps) == 0 {
		return 0
	}
	n := uint64(0)
	for i := range c.Steps {
		n += c.Steps[i].samples[kind]
	}
	return average(n, c.interval, c.Steps[len(c.Steps)-1].To.Sub(c.Steps[0].From))
}

// SQL returns the statement that counts the samples of the course: the columns are the time of Unix
// at which a step ends whose length divides the day, STATE, RESOURCE and the number of samples.
func (c *Course) SQL(only *Only) string {
	if len(c.Steps) == 0 {
		return ""
	}
	seconds := int64(c.length / time.Second)
	return fmt.Sprintf("SELECT CEILING(UNIX_TIMESTAMP(SAMPLE_TIME) / %d) * %d AS until, STATE, RESOURCE, COUNT(*) AS samples\n  FROM %s\n WHERE %s\n GROUP BY until, STATE, RESOURCE ORDER BY until",
		seconds, seconds, tableName, between(c.Steps[0].From, c.Steps[len(c.Steps)-1].To)+only.sql())
}
