package recorda

import (
	"context"
	"iter"

	recordav1 "github.com/recorda/recorda/client/go/recorda/v1"
)

// PersonaTraits are lasting traits of a user as one agent knows them. They never expire and are never pruned; earlier values are kept.
type PersonaTraits struct{ handle }

// Set sets a trait, at most 64 KB as JSON. If the key exists, the earlier value is kept as a version; setting the same value again changes
// nothing. ErrQuotaExceeded at 1,000 traits or 1 MB of this agent, including versions.
func (p *PersonaTraits) Set(ctx context.Context, key string, value any, options *AddOptions) (*Added, error) {
	written, err := jsonValue("memory.trait.value", value)
	if err != nil {
		return nil, err
	}
	payload := &recordav1.Memory_Trait{Trait: &recordav1.PersonaTrait{Key: key, Value: written}}
	return p.add(ctx, &recordav1.Memory{Payload: payload}, or(options), "")
}

// Get returns a trait. ErrMemoryNotFound if there is none.
func (p *PersonaTraits) Get(ctx context.Context, key string) (*Memory, error) {
	return p.named(ctx, &recordav1.MemoryName{Type: recordav1.MemoryType_MEMORY_TYPE_PERSONA, Key: key})
}

// All yields every trait, the oldest first.
func (p *PersonaTraits) All(ctx context.Context) iter.Seq2[*Memory, error] {
	return p.list(ctx, &recordav1.ListMemoriesRequest{Type: recordav1.MemoryType_MEMORY_TYPE_PERSONA})
}
