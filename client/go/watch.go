package recorda

import (
	"context"
	"errors"
	"iter"
	"time"

	"google.golang.org/grpc"

	recordav1 "github.com/recorda/recorda/client/go/recorda/v1"
)

// WatchOptions are those of [Agent.Watch].
type WatchOptions struct {
	// Only these types, each once; none: all but working.
	Types []MemoryType
	// Go on after the change that brought this token; empty: see FromOldest.
	ResumeToken string
	// Without a token: begin with the oldest change that is kept, up to 7 days; otherwise with the next one.
	FromOldest bool
}

// Change is what happened to a memory.
type Change struct {
	Operation ChangeOperation
	ID        string
	Type      MemoryType
	// The scope that the memory belongs to.
	Scope Scope
	Time  time.Time
	// As it is now, which later changes may already have touched; nil once it is gone.
	Memory *Memory
	// Keep it with what the change led to: after a restart, Watch goes on after it.
	ResumeToken string
}

// Watch gives the changes of the scope's memories, in order and each once, until the context ends or the loop is left. It connects again by
// itself and goes on where it was. ErrChangesGone where ResumeToken is older than 7 days: then read the memories anew.
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

// mayFollow says whether a stream that failed may go on where it was. Where nothing was heard yet, beginning anew would miss what came
// meanwhile.
func mayFollow(ctx context.Context, err error, request *recordav1.WatchMemoriesRequest) bool {
	var failed *Error
	if ctx.Err() != nil || !errors.As(err, &failed) || !failed.Retryable() {
		return false
	}
	return request.GetResumeToken() != "" || request.GetFromOldest()
}

// endlessKey marks the context of a stream that ends when its reader leaves: without a deadline of its own it has as much time as the
// server gives.
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
