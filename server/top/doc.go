// Package top shows in a terminal what a MySQL-compatible server does now: which
// statements took the time of the last interval, who runs what and waits for whom, the
// waits, the reads and writes of files and tables, and the memory.
//
// Every figure that a server counts since its start is shown as the difference of two
// readings, with the span between them; memory and sessions are as of the last reading.
// What a server does not have is said in the screen and is null in JSON.
//
// It reads by SQL alone, from performance_schema and, where there is one, profiling, and
// so works against MySQL 8 and MariaDB as far as their tables go. It asks only for what
// the page that is open shows. Texts of statements, names and errors come from others:
// nothing of them reaches the terminal but what can be printed (package terminal).
//
// The terminal is github.com/gdamore/tcell, which draws cells and reads keys and no more,
// and has a screen in memory for tests.
package top
