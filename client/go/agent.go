package recorda

import (
	"context"
	"iter"
	"time"

	recordav1 "github.com/recorda/recorda/client/go/recorda/v1"
)

// Agent has the memories of one user, as one agent sees them. It is made by [Client.Agent] and holds nothing: make as many as are handy.
type Agent struct {
	// What is known of the user: said outright, confirmed, replaced, forgotten.
	Facts *Facts
	// Lasting traits of the user, as this agent knows them.
	Persona *PersonaTraits
	// Tasks with their steps and what came of them.
	Episodes *Episodes
	// People, places and things of the user's world, and how they are related.
	Entities *Entities
	// JSON documents of the user, in collections.
	Documents *Documents

	handle
}

// handle is what the calls of one scope share.
type handle struct {
	memory  recordav1.MemoryServiceClient
	context recordav1.ContextServiceClient
	scope   Scope
}

// Agent is the handle of a scope.
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

// With is the same handle with the parts of the scope replaced that are given: `ana.With(recorda.Scope{SessionID: "tuesday"})`.
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

// WriteOptions are those of every write.
type WriteOptions struct {
	// Makes a repeat safe for 24 hours: keep it, and repeat the call with the same id and content after an error that is Retryable. At most
	// 128 bytes; rand.Text() of crypto/rand will do. The client makes one up where none is given, for the repeats that it makes itself.
	RequestID string
}

// AddOptions are those of adding any memory.
type AddOptions struct {
	// As in WriteOptions.
	RequestID string
	// The caller's own fields, to filter by. At most 64 KB as JSON and 16 levels deep.
	Metadata map[string]any
	// Who or what it comes from.
	Source Source
	// How much it matters, 0 to 1; nil: 0.5.
	Importance *float64
	// Never archives, prunes nor merges it away until it is unpinned. Refused for working and short-term memory.
	Pinned bool
}

// LongTermOptions are those of [Agent.Add].
type LongTermOptions struct {
	AddOptions
	// Who said it, at most 256 bytes.
	Speaker string
	// When it happened or was said.
	EventTime time.Time
	// Its place in its session.
	Turn *int
	// What to do when the quota is full; empty: PruneOff, that is fail with ErrQuotaExceeded.
	AutoPrune AutoPrune
}

// MessageOptions are those of [Agent.AddMessage].
type MessageOptions struct {
	AddOptions
	// Who speaks; empty: the user.
	Role Role
	// When it was said; zero: now.
	Time time.Time
}

// Added is what became of an added memory.
type Added struct {
	// The memory as stored.
	Memory *Memory
	// OperationMerged: it took the place of the memory with the same key, or went into it.
	Operation AddOperation
	// The server's time for the call.
	Latency time.Duration
	// Room left under the quota of the memory's type.
	Remaining Room
	// How many memories AutoPrune deleted.
	PrunedCount int
	// How many entries or messages made room.
	EvictedCount int
	// The ids of those pruned or evicted, the first 1,000.
	RemovedIDs []string
}

// Room is what a quota leaves.
type Room struct {
	Count int64
	Bytes int64
}

// Add adds a long-term memory: not empty, at most 1 MiB; durable when acknowledged. ErrQuotaExceeded at 10,000 memories or 100 MB of the
// user, unless AutoPrune says what may go.
func (a *Agent) Add(ctx context.Context, text string, options *LongTermOptions) (*Added, error) {
	given := or(options)
	payload := &recordav1.Memory_Text{Text: &recordav1.TextMemory{
		Content: text, Speaker: given.Speaker, EventTime: wireTime(given.EventTime), Turn: pointer32(given.Turn),
	}}
	return a.add(ctx, &recordav1.Memory{Payload: payload}, given.AddOptions, given.AutoPrune)
}

// AddMessage adds a message to the session: not empty, at most 1 MiB. Beyond 100 messages or 1 MB the oldest go, and are reported.
func (a *Agent) AddMessage(ctx context.Context, text string, options *MessageOptions) (*Added, error) {
	given := or(options)
	payload := &recordav1.Memory_Message{Message: &recordav1.SessionMessage{
		Role: wire[recordav1.Role](roles, given.Role), Content: text, Time: wireTime(given.Time),
	}}
	return a.add(ctx, &recordav1.Memory{Payload: payload}, given.AddOptions, "")
}

// Set puts an entry into working memory, in place of one with the same key. value is whatever encoding/json can write, at most 10 KB as
// JSON; 100 entries: more is ErrQuotaExceeded; over 10 KB together the least recently used go, and are reported.
func (a *Agent) Set(ctx context.Context, key string, value any, options *AddOptions) (*Added, error) {
	written, err := jsonValue("memory.working.value", value)
	if err != nil {
		return nil, err
	}
	payload := &recordav1.Memory_Working{Working: &recordav1.WorkingEntry{Key: key, Value: written}}
	return a.add(ctx, &recordav1.Memory{Payload: payload}, or(options), "")
}

// Working reads an entry of working memory by its key. ErrMemoryNotFound where there is none.
func (a *Agent) Working(ctx context.Context, key string) (*Memory, error) {
	return a.named(ctx, &recordav1.MemoryName{Type: recordav1.MemoryType_MEMORY_TYPE_WORKING, Key: key})
}

// Get reads one memory by its id. ErrMemoryNotFound.
func (a *Agent) Get(ctx context.Context, id string) (*Memory, error) {
	answer, err := a.memory.GetMemory(ctx, &recordav1.GetMemoryRequest{Scope: a.scope.wire(), Id: id})
	return memoryOf(answer.GetMemory()), err
}

// ListOptions are those of [Agent.List].
type ListOptions struct {
	// Which type; empty: TypeLongTerm.
	Type MemoryType
	// A CEL expression, for example `metadata.category == "sports"`. At most 4,096 bytes.
	Filter string
	// `create_time` (default) or `create_time desc`.
	OrderBy string
	// How many are fetched at a time, 1 to 1,000; 0: 50.
	PageSize int
}

// List gives every memory of a type, by create time; pages are fetched as they are needed.
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

// Pin keeps a memory from being archived, pruned or merged away, whatever its age, until [Agent.Unpin]. ErrMemoryNotFound, ErrEtagMismatch,
// and ErrFieldInvalid for working and short-term memory.
func (a *Agent) Pin(ctx context.Context, target Target, options *WriteOptions) (*Memory, error) {
	return a.Update(ctx, target, Patch{Pinned: Ptr(true)}, options)
}

// Unpin lets it age again, from now on. It fails as [Agent.Pin] does.
func (a *Agent) Unpin(ctx context.Context, target Target, options *WriteOptions) (*Memory, error) {
	return a.Update(ctx, target, Patch{Pinned: Ptr(false)}, options)
}

// Delete deletes one memory. ErrMemoryNotFound and ErrEtagMismatch.
func (a *Agent) Delete(ctx context.Context, target Target, options *WriteOptions) error {
	_, err := a.delete(ctx, target, options)
	return err
}

// DeleteMatchingOptions are those of [Agent.DeleteMatching].
type DeleteMatchingOptions struct {
	// Which type; empty: TypeLongTerm.
	Type MemoryType
	// Whether to delete; false: a dry run.
	Force bool
}

// DeletedMatching is what a filter matched.
type DeletedMatching struct {
	MatchedCount int
	// 0 in a dry run.
	DeletedCount int
	// Relationships that went with their entities, beside those that matched.
	DeletedRelationshipCount int
	// The oldest that matched, at most 100.
	SampleIDs []string
}

// DeleteMatching deletes every memory of a type that a filter matches, for example `speaker == "Ben"`; `true` matches all. Without Force it
// deletes nothing and tells how many it would. Not all at once: after an error that is Retryable, repeat it.
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
	// The turns that it had, from its beginning.
	TurnCount int
	// Those that stand in its window, word for word in the next prompt.
	WindowTurnCount int
	// Its summaries.
	SegmentCount int
	// The tokens of all its turns, of o200k_base.
	TokenCount int64
	// When it was last used.
	UpdateTime time.Time
	// When it ended; zero while it is open.
	EndTime time.Time
	// Whether its turns are found from nowhere, and gone once they leave the window.
	RecallOff bool
}

// Sessions gives the user's sessions, the one that was used last first; pages are fetched as they are needed.
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

// EndTask ends the scope's task: its working memory goes. It says how many entries. Without a TaskID: the entries that have none.
func (a *Agent) EndTask(ctx context.Context) (int, error) {
	answer, err := a.memory.EndTask(ctx, &recordav1.EndTaskRequest{Scope: a.scope.wire()})
	return int(answer.GetClearedCount()), err
}
