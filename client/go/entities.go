package recorda

import (
	"context"
	"time"

	recordav1 "github.com/recorda/recorda/client/go/recorda/v1"
)

// Entities are people, places and things of the user's world. At most 5,000 entities, 10,000 relationships and 50 MB of each per user.
type Entities struct{ handle }

// StatedOptions are options that entities and relationships share.
type StatedOptions struct {
	AddOptions
	// The attributes. At most 64 KB as JSON.
	Attributes map[string]any
	// The time from which it is valid in the world; zero: it always was.
	ValidFrom time.Time
	// The time until which it is valid, exclusive; zero: it still is.
	ValidTo time.Time
	// The ids of the memories that support it, at most 100.
	Evidence []string
}

// UpsertOptions are the options of [Entities.Upsert].
type UpsertOptions struct {
	StatedOptions
	// Other names that it is found by, at most 50.
	Aliases []string
}

// Upsert adds an entity, or merges it into the one that has this name and type (compared without case, accents and spaces): then the
// operation is OperationMerged, attributes are replaced one by one, and the earlier state is kept as a version.
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

// EntityTarget identifies an entity, such as an end of a relationship: its [ID], a *[Memory] that is one, or its name and type as an
// [EntityName].
type EntityTarget interface {
	// endID returns '' if the entity has no id yet.
	endID() string
}

func (id ID) endID() string { return string(id) }

func (m *Memory) endID() string { return m.ID }

// EntityName is the name of an entity, compared without case, accents and spaces.
type EntityName struct {
	// The name. At the start of a walk it may be an alias, if no entity has that name.
	Name string
	// The type. At the start of a walk it may be empty, for any.
	Type string
}

func (EntityName) endID() string { return "" }

// Relate adds a relationship, such as `works_at`, from one entity to another. Ends given by names are added if they do not exist. If it
// overlaps in time with another of the same type and ends, it is merged into that one (OperationMerged).
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

// idOf adds an end that is given by name. The call's RequestID is used for the relationship; ends need none, since a repeat changes
// nothing.
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

// Get returns an entity by its name and type. ErrMemoryNotFound if there is none.
func (e *Entities) Get(ctx context.Context, name, kind string) (*Memory, error) {
	return e.named(ctx, &recordav1.MemoryName{Type: recordav1.MemoryType_MEMORY_TYPE_ENTITY, Kind: kind, Key: name})
}

// Delete deletes an entity with its relationships, or one relationship; it returns how many relationships were deleted with the entity.
func (e *Entities) Delete(ctx context.Context, target Target, options *WriteOptions) (int, error) {
	answer, err := e.delete(ctx, target, options)
	return int(answer.GetDeletedRelationshipCount()), err
}

// WalkOptions are the options of a walk.
type WalkOptions struct {
	// The direction; empty: DirectionBoth.
	Direction Direction
	// The most relationships to walk, 1 to 5; 0: 1.
	MaxHops int
	// The types of relationships to walk along; none: any type.
	RelationshipTypes []string
}

// TraverseOptions are the options of [Entities.Traverse].
type TraverseOptions struct {
	WalkOptions
	// Only what is valid in the world at this time.
	AsOf time.Time
	// Only what the store had recorded at this time.
	KnownAt time.Time
	// The types of entities to walk to: others are neither returned nor walked through; none: any type.
	EntityTypes []string
	// The most entities, including starts, 1 to 1,000; 0: 100.
	Limit int
}

// ReachedEntity is an entity that a walk reached.
type ReachedEntity struct {
	Entity *Memory
	// The number of relationships between it and the nearest start; 0 for a start.
	Distance int
}

// Traversal is the result of a walk, without earlier versions.
type Traversal struct {
	// The entities, nearest first.
	Entities []ReachedEntity
	// The relationships between them that were walked along.
	Relationships []*Memory
	// Whether there is more within reach.
	Truncated bool
	// The time that the server spent on the call.
	Latency time.Duration
}

// Traverse walks from entities along relationships, nearest first. A name without a type may match several entities, and may be an alias.
// ErrMemoryNotFound if a start does not exist.
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

// NeighborOptions select the surroundings of an entity.
type NeighborOptions struct {
	WalkOptions
	// The most entities around each one, 1 to 100; 0: 10.
	Limit int
}

// FindEntitiesOptions are the options of [Entities.Find]. Types is ignored.
type FindEntitiesOptions struct {
	RetrieveOptions
	// Only what is valid in the world at this time.
	AsOf time.Time
	// Only what the store had recorded at this time.
	KnownAt time.Time
	// Returns the surroundings of each entity; nil: none.
	Neighbors *NeighborOptions
}

// EntityHit is an entity that was found.
type EntityHit struct {
	Hit
	// The entities around it, nearest first, if requested.
	Neighbors []ReachedEntity
	// The relationships that lead to these.
	Relationships []*Memory
	// Whether there are more around it.
	Truncated bool
}

// FoundEntities are the entities that a search found, best first, with its report.
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
