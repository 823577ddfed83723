// Package sysvar declares system variables in the engine, and shows them as MySQL does.
package sysvar
