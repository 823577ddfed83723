// Package handlers joins the parts of a protocol handler. A handler of vitess may have two optional
// interfaces, which the server looks for by type: who wraps one hands on those that it has, and no
// others. In go the wrapper and what it does for each, out comes a handler with these interfaces.
package handlers
