// Package stat adds up events by class: a count, and the sum, least and most of their durations.
//
// A [Table] belongs to one thread and has a sum, such as a [Timer], for each class that the thread has touched. Its writer
// adds in its write section, by a [Cache] of where the classes used last are: no lock, no allocation once a
// class is there. Readers take copies, or take the whole content away. [Shared] is for many writers.
package stat
