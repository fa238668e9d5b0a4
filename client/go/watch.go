package recorda

import (
	"context"
	"errors"
	"iter"
	"time"

	"google.golang.org/grpc"

	recordav1 "github.com/recorda/recorda/client/go/recorda/v1"
)

// WatchOptions are the options of [Agent.Watch].
type WatchOptions struct {
	// Only these types, each once; none: all but working.
	Types []MemoryType
	// Continues after the change with this token; empty: see FromOldest.
	ResumeToken string
	// Without a token: whether to begin with the oldest change that is kept, at most 7 days old; otherwise with the next change.
	FromOldest bool
}

// Change is a change of a memory.
type Change struct {
	Operation ChangeOperation
	ID        string
	Type      MemoryType
	// The scope that the memory belongs to.
	Scope Scope
	Time  time.Time
	// The memory as it is now, which may include later changes; nil if it is gone by now.
	Memory *Memory
	// Keep it together with what you derived from the change: after a restart, Watch continues after it.
	ResumeToken string
}

// Watch yields the changes of the scope's memories, in order and each once, until the context ends or the loop is left. It reconnects by
// itself and continues where it was. ErrChangesGone if ResumeToken is older than 7 days: then read the memories anew.
func (a *Agent) Watch(ctx context.Context, options *WatchOptions) iter.Seq2[*Change, error] {
	given := or(options)
	return func(yield func(*Change, error) bool) {
		request := &recordav1.WatchMemoriesRequest{
			Scope:       a.scope.wire(),
			Types:       wires[recordav1.MemoryType](memoryTypes, given.Types),
			ResumeToken: given.ResumeToken,
			FromOldest:  given.FromOldest,
		}
		for wait := firstReconnect; ; wait = min(2*wait, lastReconnect) {
			events := messages(ctx, func(ctx context.Context) (grpc.ServerStreamingClient[recordav1.WatchMemoriesResponse], error) {
				return a.memory.WatchMemories(endless(ctx), request)
			})
			for message, err := range events {
				if err != nil && mayFollow(ctx, err, request) {
					break
				}
				if err != nil {
					yield(nil, err)
					return
				}
				wait = firstReconnect
				request.ResumeToken = message.GetPosition().GetResumeToken()
				if change := message.GetChange(); change != nil {
					request.ResumeToken = change.GetResumeToken()
					if !yield(changeOf(change), nil) {
						return
					}
				}
			}
			if err := sleep(ctx, wait); err != nil {
				yield(nil, err)
				return
			}
		}
	}
}

// mayFollow reports whether a stream that failed may continue where it was. If nothing was received yet, starting again would miss the
// changes made in the meantime.
func mayFollow(ctx context.Context, err error, request *recordav1.WatchMemoriesRequest) bool {
	var failed *Error
	if ctx.Err() != nil || !errors.As(err, &failed) || !failed.Retryable() {
		return false
	}
	return request.GetResumeToken() != "" || request.GetFromOldest()
}

// endlessKey marks the context of a stream that ends when its reader leaves: without a deadline of its own it gets the longest that the
// server allows.
type endlessKey struct{}

func endless(ctx context.Context) context.Context { return context.WithValue(ctx, endlessKey{}, true) }

func changeOf(change *recordav1.MemoryChange) *Change {
	return &Change{
		Operation:   named[ChangeOperation](changes, change.GetOperation()),
		ID:          change.GetId(),
		Type:        named[MemoryType](memoryTypes, change.GetType()),
		Scope:       scopeOf(change.GetScope()),
		Time:        timeOf(change.GetChangeTime()),
		Memory:      memoryOf(change.GetMemory()),
		ResumeToken: change.GetResumeToken(),
	}
}
