// Package sampler tells where the time of a program's statements goes, by
// resource, by operator and by both at once, without timing anything: once in
// every 10 milliseconds somebody samples what every thread that works on a
// statement says it does. That is a thread of the kernel's, at a random moment of
// the 10 milliseconds, where the platform has one: see
// [perfschema.Sampling.SampleAlone]. Elsewhere it is the Profiler's goroutine, when
// it gets a core.
//
// What threads say is package perfschema's part: a wait says what resource it
// is for, by the declaration of its instrument; [perfschema.Thread.EnterOperator]
// says the operator, [perfschema.Thread.SetPhase] setup and teardown,
// [perfschema.Thread.SetCores] the degree of parallelism. All a thread pays is
// a plain store for each, and nothing while no [Profiler] runs.
//
// The rule, for each statement and tick, with D cores that it may use, R
// threads that run and W that wait:
//
//   - R ≥ D: all of D × tick is CPU.
//   - R < D: R × tick is CPU. Of the D − R cores unused each waiting thread
//     takes an equal part, one core at most, charged to what it waits for. What
//     is left is idle.
//
// So resources add up to D × the time the statement was seen for, exactly, and
// to D × its duration within two ticks. A statement is charged a whole tick each
// time it is seen: one that is shorter than a tick has most often nothing, now
// and then a whole tick, and the sum over many is right. A tick without a sample is
// charged to the statements that ran at a random moment of it.
//
// How good a share is depends on how many samples there were, and on whether each
// found something new. Of n independent samples a share p is off by the square
// root of p(1-p)/n: of 60 % after 10 seconds 1.5 points, two times in three. What
// lasts longer than a tick is told much better.
//
// What a thread says is what it would do if it had a core: a thread that the
// system does not let run still runs. One that waits for something that has no
// instrument is asked for at the Go runtime, if its goroutine is bound
// ([perfschema.Thread.Bind]): it waits for [perfschema.UnknownWait]. A disabled
// instrument tells a wait as an enabled one does, and counts nothing. What one
// statement has is an estimate with an error of up to two ticks.
package sampler
