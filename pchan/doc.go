// Package pchan is Go's channels, watched: a [Chan] sends and receives as a channel
// does, and reports who waits for whom to a Performance Schema.
//
//	jobs := pchan.Make[job](schema, key, 10)  // was make(chan job, 10)
//	jobs.Send(j)                              // was jobs <- j
//	for j := range jobs.All() {               // was range jobs
//
// A Chan has an instrument of kind cond, wait/synch/cond/..., which is what Go programs
// wait on to be woken, and is a row of cond_instances. Every Send and Receive is an
// event, whether or not it had to wait, as every Lock of a mutex is: its operation is
// send or recv, and the time is that of waiting. A select statement of the language is
// bracketed by [Chan.StartSelect], and its operation is select; where the other case is a
// context, [Chan.SendContext] and [Chan.ReceiveContext] do it. What TrySend and
// TryReceive cannot do at once is no event, and neither is Close.
//
// Who waits for a channel is in events_waits_current; who was at the other end of it is
// in events_waits_history, by the same OBJECT_INSTANCE_BEGIN and the other operation:
//
//	SELECT w.THREAD_ID AS waits, w.OPERATION, o.THREAD_ID AS for_whom
//	  FROM events_waits_current w JOIN events_waits_history o USING (OBJECT_INSTANCE_BEGIN)
//	 WHERE w.END_EVENT_ID IS NULL AND w.OPERATION = 'recv' AND o.OPERATION = 'send'
//	 GROUP BY 1, 2, 3;
//
// Waits count on the Thread that the goroutine is bound to
// ([perfschema.Thread.Bind]); those of other goroutines count in the instance and in
// the global summaries.
//
// Cost: two reads of the cycle counter while the instrument is enabled, else a load and a
// branch; the channel's own operations are those of the language. No method allocates but All, once.
package pchan
