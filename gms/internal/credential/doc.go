// Package credential checks what a client proves when it connects: its password, by
// mysql_native_password or caching_sha2_password ([CheckNative], [CheckSHA2], [Passwords]),
// and what its account's REQUIRE asks of the connection ([Suits]). A password that is wrong
// takes as long as one that is right, and an account that does not exist as long as another.
package credential
