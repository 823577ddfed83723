// The package has functions without a body on every platform: with an assembly
// file in it the compiler accepts them.
