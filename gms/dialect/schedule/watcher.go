package schedule

// Watcher makes the threads that the scheduler and its events are seen as.
type Watcher interface {
	// Scheduler begins the thread of a scheduler that has been switched on. number is its
	// number in the process list.
	Scheduler(number uint32) Thread
	// Worker begins the thread of an event that is about to run.
	Worker(scheduler Thread, number uint32) Thread
}

// Thread is told what a goroutine of the scheduler's does. Bind and what follows it are called
// by that goroutine, SetCommand before it starts too.
type Thread interface {
	Bind()
	SetCommand(command, text string)
	SetDatabase(name string)
	// Wait is called when the scheduler begins to wait for something else than before.
	Wait(what Wait)
	End()
}

// Wait is what the scheduler waits for.
type Wait uint8

// What the scheduler waits for.
const (
	EmptyQueue Wait = iota + 1 // an event to be made
	Activation                 // the time of the next event
)
