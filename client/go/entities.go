package recorda

import (
	"context"
	"time"

	recordav1 "github.com/recorda/recorda/client/go/recorda/v1"
)

// Entities are people, places and things of the user's world. At most 5,000 entities, 10,000 relationships and 50 MB of each per user.
type Entities struct{ handle }

// StatedOptions are what is said of an entity or a relationship.
type StatedOptions struct {
	AddOptions
	// What is known of it. At most 64 KB as JSON.
	Attributes map[string]any
	// From when this is so in the world; zero: always was.
	ValidFrom time.Time
	// Until when, that moment excluded; zero: still is.
	ValidTo time.Time
	// The ids of the memories that say so, at most 100.
	Evidence []string
}

// UpsertOptions are those of [Entities.Upsert].
type UpsertOptions struct {
	StatedOptions
	// Other names it is found by, at most 50.
	Aliases []string
}

// Upsert adds an entity, or tells more of the one that has this name and type (but for case, accents and spaces): then it says
// OperationMerged, attributes are taken over one by one, and what was said before is kept as a version.
func (e *Entities) Upsert(ctx context.Context, name, kind string, options *UpsertOptions) (*Added, error) {
	given := or(options)
	attributes, err := jsonObject("memory.entity.attributes", given.Attributes)
	if err != nil {
		return nil, err
	}
	payload := &recordav1.Memory_Entity{Entity: &recordav1.Entity{
		Name: name, Type: kind, Attributes: attributes, Aliases: given.Aliases,
		ValidFrom: wireTime(given.ValidFrom), ValidTo: wireTime(given.ValidTo), Evidence: given.Evidence,
	}}
	return e.add(ctx, &recordav1.Memory{Payload: payload}, given.AddOptions, "")
}

// EntityTarget is an entity, such as an end of a relationship: its [ID], a *[Memory] that is one, or its name and type as an
// [EntityName].
type EntityTarget interface {
	// endID is empty where the entity has no id yet.
	endID() string
}

func (id ID) endID() string { return string(id) }

func (m *Memory) endID() string { return m.ID }

// EntityName is an entity by its name, compared but for case, accents and spaces.
type EntityName struct {
	// Where a walk starts also an alias, where nothing has the name.
	Name string
	// Where a walk starts, empty: any.
	Type string
}

func (EntityName) endID() string { return "" }

// Relate adds a relationship, as `works_at`, from an entity to an entity. Ends that are names are added where they are not there yet. One
// that overlaps another of the same type and ends in time goes into it (OperationMerged).
func (e *Entities) Relate(ctx context.Context, from EntityTarget, kind string, to EntityTarget, options *StatedOptions) (*Added, error) {
	given := or(options)
	attributes, err := jsonObject("memory.relationship.attributes", given.Attributes)
	if err != nil {
		return nil, err
	}
	fromID, err := e.idOf(ctx, from)
	if err != nil {
		return nil, err
	}
	toID, err := e.idOf(ctx, to)
	if err != nil {
		return nil, err
	}
	payload := &recordav1.Memory_Relationship{Relationship: &recordav1.Relationship{
		FromId: fromID, ToId: toID, Type: kind, Attributes: attributes,
		ValidFrom: wireTime(given.ValidFrom), ValidTo: wireTime(given.ValidTo), Evidence: given.Evidence,
	}}
	return e.add(ctx, &recordav1.Memory{Payload: payload}, given.AddOptions, "")
}

// idOf adds an end that is a name. The call's RequestID is the relationship's; its ends need none, since a repeat does no harm.
func (e *Entities) idOf(ctx context.Context, end EntityTarget) (string, error) {
	name, ok := end.(EntityName)
	if !ok {
		return end.endID(), nil
	}
	added, err := e.Upsert(ctx, name.Name, name.Type, nil)
	if err != nil {
		return "", err
	}
	return added.Memory.ID, nil
}

// Get reads an entity by its name and type. ErrMemoryNotFound where there is none.
func (e *Entities) Get(ctx context.Context, name, kind string) (*Memory, error) {
	return e.named(ctx, &recordav1.MemoryName{Type: recordav1.MemoryType_MEMORY_TYPE_ENTITY, Kind: kind, Key: name})
}

// Delete deletes an entity with its relationships and says how many those were, or one relationship.
func (e *Entities) Delete(ctx context.Context, target Target, options *WriteOptions) (int, error) {
	answer, err := e.delete(ctx, target, options)
	return int(answer.GetDeletedRelationshipCount()), err
}

// WalkOptions say where a walk goes.
type WalkOptions struct {
	// Empty: DirectionBoth.
	Direction Direction
	// How far, 1 to 5; 0: 1.
	MaxHops int
	// Only along relationships of these types; none: of any.
	RelationshipTypes []string
}

// TraverseOptions are those of [Entities.Traverse].
type TraverseOptions struct {
	WalkOptions
	// Only what is so in the world at this time.
	AsOf time.Time
	// As the store had recorded it at this time.
	KnownAt time.Time
	// Only to entities of these types: others are neither given nor walked through; none: of any.
	EntityTypes []string
	// How many entities at most, starts counted, 1 to 1,000; 0: 100.
	Limit int
}

// ReachedEntity is an entity that a walk reached.
type ReachedEntity struct {
	Entity *Memory
	// Relationships between it and the nearest start; 0: it is a start.
	Distance int
}

// Traversal is what a walk found, without earlier versions.
type Traversal struct {
	// Nearest first.
	Entities []ReachedEntity
	// Those between them that were walked along.
	Relationships []*Memory
	// Whether there is more within reach.
	Truncated bool
	// The server's time for the call.
	Latency time.Duration
}

// Traverse walks from entities along relationships, nearest first. A name without a type may be of several, and may be an alias.
// ErrMemoryNotFound where a start does not exist.
func (e *Entities) Traverse(ctx context.Context, from []EntityTarget, options *TraverseOptions) (*Traversal, error) {
	given := or(options)
	answer, err := e.memory.TraverseEntities(ctx, &recordav1.TraverseEntitiesRequest{
		Scope:             e.scope.wire(),
		Starts:            each(from, startOf),
		Direction:         wire[recordav1.TraverseDirection](directions, given.Direction),
		MaxHops:           int32(given.MaxHops),
		RelationshipTypes: given.RelationshipTypes,
		EntityTypes:       given.EntityTypes,
		Limit:             int32(given.Limit),
		AsOf:              wireTime(given.AsOf),
		KnownAt:           wireTime(given.KnownAt),
	})
	if err != nil {
		return nil, err
	}
	return &Traversal{
		Entities:      each(answer.GetEntities(), reachedOf),
		Relationships: each(answer.GetRelationships(), memoryOf),
		Truncated:     answer.GetTruncated(),
		Latency:       milliseconds(answer.GetLatencyMs()),
	}, nil
}

func startOf(from EntityTarget) *recordav1.EntityStart {
	if name, ok := from.(EntityName); ok {
		named := &recordav1.EntityName{Name: name.Name, Type: name.Type}
		return &recordav1.EntityStart{Start: &recordav1.EntityStart_Named{Named: named}}
	}
	return &recordav1.EntityStart{Start: &recordav1.EntityStart_Id{Id: from.endID()}}
}

func reachedOf(reached *recordav1.ReachedEntity) ReachedEntity {
	return ReachedEntity{Entity: memoryOf(reached.GetEntity()), Distance: int(reached.GetDistance())}
}

// NeighborOptions say what to bring of an entity's surroundings.
type NeighborOptions struct {
	WalkOptions
	// At most so many entities around each one, 1 to 100; 0: 10.
	Limit int
}

// FindEntitiesOptions are those of [Entities.Find]. Types are not looked at.
type FindEntitiesOptions struct {
	RetrieveOptions
	// Only what is so in the world at this time.
	AsOf time.Time
	// As the store had recorded it at this time.
	KnownAt time.Time
	// Brings what is around each one; nil: nothing.
	Neighbors *NeighborOptions
}

// EntityHit is an entity that was found.
type EntityHit struct {
	Hit
	// What is around it, nearest first, where that was asked for.
	Neighbors []ReachedEntity
	// The relationships that lead there.
	Relationships []*Memory
	// Whether there is more around it.
	Truncated bool
}

// FoundEntities are the entities that a search found, best first, and how it went.
type FoundEntities struct {
	Hits []EntityHit
	SearchReport
}

// Find finds entities by name, alias, meaning and relationships: `who works at Acme?`.
func (e *Entities) Find(ctx context.Context, query string, options *FindEntitiesOptions) (*FoundEntities, error) {
	given := or(options)
	given.Types = []MemoryType{TypeEntity}
	request := given.wire(e.scope, query)
	request.AsOf, request.KnownAt = wireTime(given.AsOf), wireTime(given.KnownAt)
	if around := given.Neighbors; around != nil {
		request.EntityNeighbors = &recordav1.EntityNeighbors{
			MaxHops:           int32(around.MaxHops),
			Limit:             int32(around.Limit),
			Direction:         wire[recordav1.TraverseDirection](directions, around.Direction),
			RelationshipTypes: around.RelationshipTypes,
		}
	}
	answer, err := e.memory.RetrieveMemories(ctx, request)
	if err != nil {
		return nil, err
	}
	return &FoundEntities{Hits: each(answer.GetResults(), entityHitOf), SearchReport: reportOf(answer)}, nil
}

func entityHitOf(found *recordav1.RetrievedMemory) EntityHit {
	return EntityHit{
		Hit:           hitOf(found),
		Neighbors:     each(found.GetNeighbors(), reachedOf),
		Relationships: each(found.GetNeighborRelationships(), memoryOf),
		Truncated:     found.GetNeighborsTruncated(),
	}
}
