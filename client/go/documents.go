package recorda

import (
	"context"
	"iter"
	"time"

	recordav1 "github.com/recorda/recorda/client/go/recorda/v1"
)

// Documents are JSON documents in named collections: at most 5,000 and 50 MB per user, 1 MiB each. A document is whatever encoding/json
// writes as an object: a map or a struct.
type Documents struct {
	// The collections themselves.
	Collections *Collections
	handle
}

// DocumentTarget identifies a document: by its collection and key as a [DocumentKey], by its [ID], or by the *[Memory] as it was read; with
// the last, a change fails if the document has changed since.
type DocumentTarget interface {
	document() *recordav1.GetMemoryRequest
}

// DocumentKey is a document's collection and its key in it.
type DocumentKey struct {
	Collection string
	Key        string
}

func (k DocumentKey) document() *recordav1.GetMemoryRequest {
	name := &recordav1.MemoryName{Type: recordav1.MemoryType_MEMORY_TYPE_STRUCTURED, Kind: k.Collection, Key: k.Key}
	return &recordav1.GetMemoryRequest{Name: name}
}

func (id ID) document() *recordav1.GetMemoryRequest {
	return &recordav1.GetMemoryRequest{Id: string(id)}
}

func (m *Memory) document() *recordav1.GetMemoryRequest {
	return &recordav1.GetMemoryRequest{Id: m.ID}
}

// Put puts a document: it replaces the one with this key, or adds one if the key is empty. ErrSchemaMismatch if it does not fit the schema
// of its collection, and ErrQuotaExceeded.
func (d *Documents) Put(ctx context.Context, key DocumentKey, data any, options *AddOptions) (*Added, error) {
	written, err := jsonObject("memory.document.data", data)
	if err != nil {
		return nil, err
	}
	payload := &recordav1.Memory_Document{Document: &recordav1.StructuredDocument{
		Collection: key.Collection, Key: key.Key, Data: written,
	}}
	return d.add(ctx, &recordav1.Memory{Payload: payload}, or(options), "")
}

// Get returns the current document. ErrMemoryNotFound if there is none.
func (d *Documents) Get(ctx context.Context, target DocumentTarget) (*Memory, error) {
	request := target.document()
	request.Scope = d.scope.wire()
	answer, err := d.memory.GetMemory(ctx, request)
	return memoryOf(answer.GetMemory()), err
}

// FindDocumentsOptions are the options of [Documents.Find].
type FindDocumentsOptions struct {
	// A CEL expression, for example `data.price > 10 && data.tags.exists(t, t == "new")`.
	Filter string
	// Up to four fields, for example `data.price desc, create_time`; empty: `create_time`.
	OrderBy string
	// The number of documents that are fetched at a time, 1 to 1,000; 0: 50.
	PageSize int
}

// Find yields the documents of a collection that a filter matches, in an order; pages are fetched as they are needed.
func (d *Documents) Find(ctx context.Context, collection string, options *FindDocumentsOptions) iter.Seq2[*Memory, error] {
	given := or(options)
	return d.list(ctx, &recordav1.ListMemoriesRequest{
		Type:       recordav1.MemoryType_MEMORY_TYPE_STRUCTURED,
		Collection: collection,
		Filter:     given.Filter,
		OrderBy:    given.OrderBy,
		PageSize:   int32(given.PageSize),
	})
}

// Patch applies a JSON Merge Patch (RFC 7396) to a document: null removes a field, objects are merged, any other value replaces.
func (d *Documents) Patch(ctx context.Context, target DocumentTarget, patch any, options *WriteOptions) (*Memory, error) {
	written, err := jsonObject("merge_patch", patch)
	if err != nil {
		return nil, err
	}
	which, err := d.which(ctx, target)
	if err != nil {
		return nil, err
	}
	id, etag := which.target()
	return d.update(ctx, &recordav1.UpdateMemoryRequest{
		Memory: &recordav1.Memory{Id: id, Etag: etag}, MergePatch: written, RequestId: or(options).RequestID,
	})
}

// Delete deletes one document. ErrMemoryNotFound.
func (d *Documents) Delete(ctx context.Context, target DocumentTarget, options *WriteOptions) error {
	which, err := d.which(ctx, target)
	if err != nil {
		return err
	}
	_, err = d.delete(ctx, which, options)
	return err
}

// which returns the target, with the id looked up if the document is given by its key.
func (d *Documents) which(ctx context.Context, target DocumentTarget) (Target, error) {
	if known, ok := target.(Target); ok {
		return known, nil
	}
	memory, err := d.Get(ctx, target)
	if err != nil {
		return nil, err
	}
	return ID(memory.ID), nil
}

// Ordered returns the handle of an ordered collection, whose documents stay in their order and are appended and popped.
func (d *Documents) Ordered(collection string) *OrderedCollection {
	return &OrderedCollection{handle: d.handle, name: collection}
}

// Collections are the user's collections, and the JSON Schema (draft 2020-12) that each may have.
type Collections struct{ handle }

// Collection is a collection of documents.
type Collection struct {
	Name string
	// The JSON Schema that its documents must fit; nil: any document fits.
	Schema        map[string]any
	DocumentCount int64
	// Whether its documents are kept in order: see [Documents.Ordered].
	Ordered bool
	// The time at which it was first put; zero if it never was.
	CreateTime time.Time
	UpdateTime time.Time
	Etag       string
}

// PutCollectionOptions are the options of [Collections.Put].
type PutCollectionOptions struct {
	// The schema, as whatever encoding/json writes as a JSON Schema; nil clears it.
	Schema any
	// Whether to set a schema that documents of the collection do not fit.
	AllowUnfit bool
	// Whether to create an ordered collection. ErrCollectionKindMismatch if the name is that of a plain one.
	Ordered bool
	// If set, must be the current one.
	Etag string
}

// Put sets the schema, or clears it if none is given, and returns how many documents do not fit. ErrSchemaConflict if there are any, unless
// AllowUnfit.
func (c *Collections) Put(ctx context.Context, name string, options *PutCollectionOptions) (collection *Collection, unfit int, err error) {
	given := or(options)
	schema, err := jsonObject("collection.json_schema", given.Schema)
	if err != nil {
		return nil, 0, err
	}
	answer, err := c.memory.PutCollection(ctx, &recordav1.PutCollectionRequest{
		Scope:      c.scope.wire(),
		Collection: &recordav1.Collection{Name: name, JsonSchema: schema, Ordered: given.Ordered, Etag: given.Etag},
		AllowUnfit: given.AllowUnfit,
	})
	return collectionOf(answer.GetCollection()), int(answer.GetUnfitCount()), err
}

// Get returns a collection. ErrCollectionNotFound.
func (c *Collections) Get(ctx context.Context, name string) (*Collection, error) {
	answer, err := c.memory.GetCollection(ctx, &recordav1.GetCollectionRequest{Scope: c.scope.wire(), Name: name})
	return collectionOf(answer.GetCollection()), err
}

// List yields the collections by name.
func (c *Collections) List(ctx context.Context) iter.Seq2[*Collection, error] {
	return pages(func(pageToken string) ([]*Collection, string, error) {
		answer, err := c.memory.ListCollections(ctx, &recordav1.ListCollectionsRequest{Scope: c.scope.wire(), PageToken: pageToken})
		return each(answer.GetCollections(), collectionOf), answer.GetNextPageToken(), err
	})
}

// DeletedCollection describes the deletion of a collection.
type DeletedCollection struct {
	// The number of documents that it has, or had.
	DocumentCount int
	// The number of documents that were deleted; 0 in a dry run.
	DeletedCount int
}

// Delete deletes a collection and its documents; without force it only returns how many there are. ErrCollectionNotFound.
func (c *Collections) Delete(ctx context.Context, name string, force bool) (*DeletedCollection, error) {
	answer, err := c.memory.DeleteCollection(ctx, &recordav1.DeleteCollectionRequest{Scope: c.scope.wire(), Name: name, Force: force})
	if err != nil {
		return nil, err
	}
	return &DeletedCollection{DocumentCount: int(answer.GetDocumentCount()), DeletedCount: int(answer.GetDeletedCount())}, nil
}

// collectionOf returns nil if there is none.
func collectionOf(sent *recordav1.Collection) *Collection {
	if sent == nil {
		return nil
	}
	return &Collection{
		Name:          sent.GetName(),
		Schema:        plainObject(sent.GetJsonSchema()),
		DocumentCount: sent.GetDocumentCount(),
		Ordered:       sent.GetOrdered(),
		CreateTime:    timeOf(sent.GetCreateTime()),
		UpdateTime:    timeOf(sent.GetUpdateTime()),
		Etag:          sent.GetEtag(),
	}
}
