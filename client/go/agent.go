package recorda

import (
	"context"
	"iter"
	"time"

	recordav1 "github.com/recorda/recorda/client/go/recorda/v1"
)

// Agent has the memories of one user, as one agent sees them. [Client.Agent] makes it; it holds no resources, so make as many as you like.
type Agent struct {
	// The facts about the user: explicit, confirmed, superseded, forgotten.
	Facts *Facts
	// Lasting traits of the user, as this agent knows them.
	Persona *PersonaTraits
	// Tasks with their steps and their outcomes.
	Episodes *Episodes
	// People, places and things of the user's world, and how they are related.
	Entities *Entities
	// JSON documents of the user, in collections.
	Documents *Documents

	handle
}

// handle has what the calls of one scope share.
type handle struct {
	memory  recordav1.MemoryServiceClient
	context recordav1.ContextServiceClient
	scope   Scope
}

// Agent returns the handle of a scope.
func (c *Client) Agent(scope Scope) *Agent { return newAgent(handle{c.memory, c.context, scope}) }

func newAgent(of handle) *Agent {
	return &Agent{
		Facts:     &Facts{of},
		Persona:   &PersonaTraits{of},
		Episodes:  &Episodes{of},
		Entities:  &Entities{of},
		Documents: &Documents{handle: of, Collections: &Collections{of}},
		handle:    of,
	}
}

// Scope is the user, agent and session that these memories belong to.
func (a *Agent) Scope() Scope { return a.scope }

// With returns the same handle with parts of the scope replaced: `ana.With(recorda.Scope{SessionID: "tuesday"})`.
func (a *Agent) With(scope Scope) *Agent {
	of := a.handle
	replace(&of.scope.UserID, scope.UserID)
	replace(&of.scope.AgentID, scope.AgentID)
	replace(&of.scope.SessionID, scope.SessionID)
	replace(&of.scope.Namespace, scope.Namespace)
	replace(&of.scope.TaskID, scope.TaskID)
	return newAgent(of)
}

func replace(part *string, given string) {
	if given != "" {
		*part = given
	}
}

// WriteOptions are the options of every write.
type WriteOptions struct {
	// Makes a repeat safe for 24 hours: keep it, and repeat the call with the same id and content after an error that is Retryable. At most
	// 128 bytes; rand.Text() of crypto/rand will do. If none is given, the client generates one for the retries that it makes itself within
	// the call.
	RequestID string
}

// AddOptions are the options of every add.
type AddOptions struct {
	// As in WriteOptions.
	RequestID string
	// The caller's own fields, for filters. At most 64 KB as JSON and 16 levels deep.
	Metadata map[string]any
	// The origin of the memory.
	Source Source
	// The importance, 0 to 1; nil: 0.5.
	Importance *float64
	// Whether it is never archived, pruned or merged as a duplicate until it is unpinned. Refused for working and short-term memory.
	Pinned bool
}

// LongTermOptions are the options of [Agent.Add].
type LongTermOptions struct {
	AddOptions
	// The person who said it, at most 256 bytes.
	Speaker string
	// The time at which it happened or was said.
	EventTime time.Time
	// The position in its session.
	Turn *int
	// What to do when the quota is full; empty: PruneOff, which fails with ErrQuotaExceeded.
	AutoPrune AutoPrune
}

// MessageOptions are the options of [Agent.AddMessage].
type MessageOptions struct {
	AddOptions
	// The role of the speaker; empty: the user.
	Role Role
	// The time at which it was said; zero: now.
	Time time.Time
}

// Added is the result of adding a memory.
type Added struct {
	// The memory as stored.
	Memory *Memory
	// OperationMerged means that it replaced the memory with the same key or was merged into it.
	Operation AddOperation
	// The time that the server spent on the call.
	Latency time.Duration
	// The room that is left under the quota of the memory's type.
	Remaining Room
	// The number of memories that AutoPrune deleted.
	PrunedCount int
	// The number of entries or messages that were evicted to make room.
	EvictedCount int
	// The ids of the memories that were pruned or evicted, at most 1,000.
	RemovedIDs []string
}

// Room is what is left of a quota.
type Room struct {
	Count int64
	Bytes int64
}

// Add adds a long-term memory: not empty, at most 1 MiB; durable when acknowledged. ErrQuotaExceeded at 10,000 memories or 100 MB of the
// user, unless AutoPrune makes room.
func (a *Agent) Add(ctx context.Context, text string, options *LongTermOptions) (*Added, error) {
	given := or(options)
	payload := &recordav1.Memory_Text{Text: &recordav1.TextMemory{
		Content: text, Speaker: given.Speaker, EventTime: wireTime(given.EventTime), Turn: pointer32(given.Turn),
	}}
	return a.add(ctx, &recordav1.Memory{Payload: payload}, given.AddOptions, given.AutoPrune)
}

// AddMessage adds a message to the session: not empty, at most 1 MiB. Beyond 100 messages or 1 MB the oldest are evicted, and reported.
func (a *Agent) AddMessage(ctx context.Context, text string, options *MessageOptions) (*Added, error) {
	given := or(options)
	payload := &recordav1.Memory_Message{Message: &recordav1.SessionMessage{
		Role: wire[recordav1.Role](roles, given.Role), Content: text, Time: wireTime(given.Time),
	}}
	return a.add(ctx, &recordav1.Memory{Payload: payload}, given.AddOptions, "")
}

// Set sets an entry of working memory, and replaces one with the same key. value is whatever encoding/json can write, at most 10 KB as
// JSON. More than 100 entries are ErrQuotaExceeded; over 10 KB in all, the least recently used are evicted, and reported.
func (a *Agent) Set(ctx context.Context, key string, value any, options *AddOptions) (*Added, error) {
	written, err := jsonValue("memory.working.value", value)
	if err != nil {
		return nil, err
	}
	payload := &recordav1.Memory_Working{Working: &recordav1.WorkingEntry{Key: key, Value: written}}
	return a.add(ctx, &recordav1.Memory{Payload: payload}, or(options), "")
}

// Working returns an entry of working memory by its key. ErrMemoryNotFound if there is none.
func (a *Agent) Working(ctx context.Context, key string) (*Memory, error) {
	return a.named(ctx, &recordav1.MemoryName{Type: recordav1.MemoryType_MEMORY_TYPE_WORKING, Key: key})
}

// Get returns one memory by its id. ErrMemoryNotFound.
func (a *Agent) Get(ctx context.Context, id string) (*Memory, error) {
	answer, err := a.memory.GetMemory(ctx, &recordav1.GetMemoryRequest{Scope: a.scope.wire(), Id: id})
	return memoryOf(answer.GetMemory()), err
}

// ListOptions are the options of [Agent.List].
type ListOptions struct {
	// The type; empty: TypeLongTerm.
	Type MemoryType
	// A CEL expression, for example `metadata.category == "sports"`. At most 4,096 bytes.
	Filter string
	// `create_time` (default) or `create_time desc`.
	OrderBy string
	// The number of memories that are fetched at a time, 1 to 1,000; 0: 50.
	PageSize int
}

// List yields every memory of a type by create time; pages are fetched as they are needed.
func (a *Agent) List(ctx context.Context, options *ListOptions) iter.Seq2[*Memory, error] {
	given := or(options)
	if given.Type == "" {
		given.Type = TypeLongTerm
	}
	return a.list(ctx, &recordav1.ListMemoriesRequest{
		Type:     wire[recordav1.MemoryType](memoryTypes, given.Type),
		Filter:   given.Filter,
		OrderBy:  given.OrderBy,
		PageSize: int32(given.PageSize),
	})
}

// Pin pins a memory: it is never archived, pruned or merged as a duplicate, whatever its age, until [Agent.Unpin]. ErrMemoryNotFound,
// ErrEtagMismatch, and ErrFieldInvalid for working and short-term memory.
func (a *Agent) Pin(ctx context.Context, target Target, options *WriteOptions) (*Memory, error) {
	return a.Update(ctx, target, Patch{Pinned: Ptr(true)}, options)
}

// Unpin unpins a memory: from now on it ages again. It fails as [Agent.Pin] does.
func (a *Agent) Unpin(ctx context.Context, target Target, options *WriteOptions) (*Memory, error) {
	return a.Update(ctx, target, Patch{Pinned: Ptr(false)}, options)
}

// Delete deletes one memory. ErrMemoryNotFound and ErrEtagMismatch.
func (a *Agent) Delete(ctx context.Context, target Target, options *WriteOptions) error {
	_, err := a.delete(ctx, target, options)
	return err
}

// DeleteMatchingOptions are the options of [Agent.DeleteMatching].
type DeleteMatchingOptions struct {
	// The type; empty: TypeLongTerm.
	Type MemoryType
	// Whether to delete; false: a dry run.
	Force bool
}

// DeletedMatching describes the memories that a filter matched.
type DeletedMatching struct {
	MatchedCount int
	// The number of memories that were deleted; 0 in a dry run.
	DeletedCount int
	// The number of relationships that were deleted with their entities, without those that matched themselves.
	DeletedRelationshipCount int
	// The ids of the oldest matching memories, at most 100.
	SampleIDs []string
}

// DeleteMatching deletes every memory of a type that a filter matches, for example `speaker == "Ben"`; `true` matches all. Without Force it
// deletes nothing and returns how many it would delete. It does not delete all at once: after an error that is Retryable, repeat it.
func (a *Agent) DeleteMatching(ctx context.Context, filter string, options *DeleteMatchingOptions) (*DeletedMatching, error) {
	given := or(options)
	if given.Type == "" {
		given.Type = TypeLongTerm
	}
	answer, err := a.memory.DeleteMemories(ctx, &recordav1.DeleteMemoriesRequest{
		Scope: a.scope.wire(), Type: wire[recordav1.MemoryType](memoryTypes, given.Type), Filter: filter, Force: given.Force,
	})
	if err != nil {
		return nil, err
	}
	return &DeletedMatching{
		MatchedCount:             int(answer.GetMatchedCount()),
		DeletedCount:             int(answer.GetDeletedCount()),
		DeletedRelationshipCount: int(answer.GetDeletedRelationshipCount()),
		SampleIDs:                answer.GetSampleIds(),
	}, nil
}

// Session is one of the user's conversations, without what was said in it.
type Session struct {
	SessionID string
	// The number of turns that it has had since its beginning.
	TurnCount int
	// The number of turns in its window, which the next prompt has word for word.
	WindowTurnCount int
	// The number of its summaries.
	SegmentCount int
	// The tokens of all its turns, of o200k_base.
	TokenCount int64
	// The time at which it was last used.
	UpdateTime time.Time
	// The time at which it ended; zero while it is open.
	EndTime time.Time
	// Whether its turns are kept out of recall and are gone once they leave the window.
	RecallOff bool
}

// Sessions yields the user's sessions, the most recently used first; pages are fetched as they are needed.
func (a *Agent) Sessions(ctx context.Context) iter.Seq2[*Session, error] {
	return pages(func(pageToken string) ([]*Session, string, error) {
		answer, err := a.context.ListSessions(ctx, &recordav1.ListSessionsRequest{Scope: a.scope.wire(), PageToken: pageToken})
		return each(answer.GetSessions(), sessionOf), answer.GetNextPageToken(), err
	})
}

func sessionOf(session *recordav1.Session) *Session {
	return &Session{
		SessionID:       session.GetSessionId(),
		TurnCount:       int(session.GetTurnCount()),
		WindowTurnCount: int(session.GetWindowTurnCount()),
		SegmentCount:    int(session.GetSegmentCount()),
		TokenCount:      session.GetTokenCount(),
		UpdateTime:      timeOf(session.GetUpdateTime()),
		EndTime:         timeOf(session.GetEndTime()),
		RecallOff:       session.GetRecallOff(),
	}
}

// EndTask ends the scope's task, deletes its working memory and returns the number of deleted entries. Without a TaskID: the entries that
// have none.
func (a *Agent) EndTask(ctx context.Context) (int, error) {
	answer, err := a.memory.EndTask(ctx, &recordav1.EndTaskRequest{Scope: a.scope.wire()})
	return int(answer.GetClearedCount()), err
}
