// Package schedule runs the events of CREATE EVENT when they are due.
//
// There is a Thread as in MySQL, thread/sql/event_scheduler, for as long as the global
// variable event_scheduler is ON, and one of thread/sql/event_worker for each event that
// runs. What the databases have is read when somebody has changed it by SQL, and looked
// at again every [poll], for what has come by another way, as a merge.
package schedule
