// Package recorda is the Go client of Recorda, a memory server for AI agents.
//
// [Connect] gives a [Client] for an address. [Client.Agent] has the common calls on one user's memories in one line each,
// [Client.Conversation] those on one conversation; the whole contract is on [Client.Memory], [Client.Context] and [Client.Admin], with the
// messages of package recordav1. Every failed call returns an [*Error], whichever of these it was made by:
//
//	var failed *recorda.Error
//	if errors.As(err, &failed) { … failed.Violations … }
//	if errors.Is(err, recorda.ErrQuotaExceeded) { … }
//
// A call that failed because no server answered or there was no room is tried three times within its deadline, if repeating it is safe: see
// [WithTries]. The context of a call bounds it; without a deadline of its own it has 30 seconds. Options are passed by pointer, and nil is
// the default of all.
//
// Sizes are bytes of uncompressed UTF-8; 1 KB is 1,024 bytes. A zero [time.Time] says that there is no such time.
package recorda
