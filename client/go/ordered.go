package recorda

import (
	"context"
	"fmt"
	"iter"
	"time"

	recordav1 "github.com/recorda/recorda/client/go/recorda/v1"
)

// OrderedCollection is an ordered collection. The first write creates it; it keeps its documents until they are removed, at most 10,000 and
// 100 MB per user in all ordered collections together; no search finds them.
type OrderedCollection struct {
	handle
	name string
}

// OrderedDocument is a document of an ordered collection.
type OrderedDocument struct {
	// The position: later documents have larger numbers, with gaps.
	Sequence   int64
	Data       map[string]any
	Etag       string
	CreateTime time.Time
	UpdateTime time.Time
}

// Decode puts the document into what `into` points to, as encoding/json does.
func (d *OrderedDocument) Decode(into any) error { return decode(d.Data, into) }

// OrderedWrite is one write of [OrderedCollection.Write]: an addition, a replacement or a removal.
type OrderedWrite struct {
	// The document that is added at the end, or that replaces Replace; what encoding/json writes as an object.
	Data any
	// The sequence of the document that Data replaces; 0: Data is added at the end.
	Replace int64
	// The sequence of the document to remove; 0: none. Without Data.
	Remove int64
	// If set, the document must be unchanged since it was read. For a replacement or a removal.
	Etag string
}

// OrderedResult is the result of a write.
type OrderedResult struct {
	Sequence int64
	// The document's new etag; empty if it was removed.
	Etag string
}

// Append appends documents, at most 100 at once: all or none. ErrQuotaExceeded.
func (c *OrderedCollection) Append(ctx context.Context, documents []any, options *WriteOptions) ([]OrderedResult, error) {
	return c.Write(ctx, each(documents, func(data any) OrderedWrite { return OrderedWrite{Data: data} }), options)
}

// Write applies at most 100 writes in their order: all or none. ErrMemoryNotFound, ErrEtagMismatch, ErrSchemaMismatch, ErrQuotaExceeded.
func (c *OrderedCollection) Write(ctx context.Context, writes []OrderedWrite, options *WriteOptions) ([]OrderedResult, error) {
	request := &recordav1.BatchWriteDocumentsRequest{
		Scope: c.scope.wire(), Collection: c.name, RequestId: or(options).RequestID,
	}
	for at, one := range writes {
		written, err := one.wire(at)
		if err != nil {
			return nil, err
		}
		request.Writes = append(request.Writes, written)
	}
	answer, err := c.memory.BatchWriteDocuments(ctx, request)
	return each(answer.GetResults(), func(result *recordav1.DocumentWriteResult) OrderedResult {
		return OrderedResult{Sequence: result.GetSequence(), Etag: result.GetEtag()}
	}), err
}

func (w OrderedWrite) wire(at int) (*recordav1.DocumentWrite, error) {
	if w.Remove != 0 {
		removed := &recordav1.RemoveDocument{Sequence: w.Remove, Etag: w.Etag}
		return &recordav1.DocumentWrite{Write: &recordav1.DocumentWrite_Remove{Remove: removed}}, nil
	}
	data, err := jsonObject(fmt.Sprintf("writes[%d].data", at), w.Data)
	if err != nil {
		return nil, err
	}
	if w.Replace != 0 {
		replaced := &recordav1.ReplaceDocument{Sequence: w.Replace, Data: data, Etag: w.Etag}
		return &recordav1.DocumentWrite{Write: &recordav1.DocumentWrite_Replace{Replace: replaced}}, nil
	}
	return &recordav1.DocumentWrite{Write: &recordav1.DocumentWrite_Append{Append: &recordav1.AppendDocument{Data: data}}}, nil
}

// Pop removes the newest document and returns it; nil if there is none.
func (c *OrderedCollection) Pop(ctx context.Context, options *WriteOptions) (*OrderedDocument, error) {
	answer, err := c.memory.PopDocument(ctx, &recordav1.PopDocumentRequest{
		Scope: c.scope.wire(), Collection: c.name, RequestId: or(options).RequestID,
	})
	return orderedOf(answer.GetDocument()), err
}

// ListOrderedOptions are the options of [OrderedCollection.List].
type ListOrderedOptions struct {
	// Whether to list the newest first; otherwise documents come in the order in which they were written.
	NewestFirst bool
	// The number of documents that are fetched at a time, 1 to 1,000; 0: 50.
	PageSize int
}

// List yields the documents; pages are fetched as they are needed.
func (c *OrderedCollection) List(ctx context.Context, options *ListOrderedOptions) iter.Seq2[*OrderedDocument, error] {
	given := or(options)
	orderBy := "sequence"
	if given.NewestFirst {
		orderBy = "sequence desc"
	}
	return pages(func(pageToken string) ([]*OrderedDocument, string, error) {
		answer, err := c.memory.ListDocuments(ctx, &recordav1.ListDocumentsRequest{
			Scope: c.scope.wire(), Collection: c.name, PageSize: int32(given.PageSize), PageToken: pageToken, OrderBy: orderBy,
		})
		return each(answer.GetDocuments(), orderedOf), answer.GetNextPageToken(), err
	})
}

// orderedOf returns nil if there is none.
func orderedOf(sent *recordav1.OrderedDocument) *OrderedDocument {
	if sent == nil {
		return nil
	}
	return &OrderedDocument{
		Sequence:   sent.GetSequence(),
		Data:       plainObject(sent.GetData()),
		Etag:       sent.GetEtag(),
		CreateTime: timeOf(sent.GetCreateTime()),
		UpdateTime: timeOf(sent.GetUpdateTime()),
	}
}
