package recorda

import (
	"context"
	"iter"
	"strings"

	"google.golang.org/protobuf/proto"

	recordav1 "github.com/recorda/recorda/client/go/recorda/v1"
)

// add sends a memory that has its payload.
func (h handle) add(ctx context.Context, memory *recordav1.Memory, given AddOptions, prune AutoPrune) (*Added, error) {
	metadata, err := jsonObject("memory.metadata", given.Metadata)
	if err != nil {
		return nil, err
	}
	memory.Scope = h.scope.wire()
	memory.Metadata = metadata
	memory.Source = wire[recordav1.Source](sources, given.Source)
	memory.Importance = given.Importance
	memory.Pinned = given.Pinned
	answer, err := h.memory.AddMemory(ctx, &recordav1.AddMemoryRequest{
		Memory: memory, RequestId: given.RequestID, AutoPrune: wire[recordav1.AutoPrune](prunes, prune),
	})
	if err != nil {
		return nil, err
	}
	return &Added{
		Memory:       memoryOf(answer.GetMemory()),
		Operation:    AddOperation(strings.ToUpper(named[string](addOperations, answer.GetOperation()))),
		Latency:      milliseconds(answer.GetLatencyMs()),
		Remaining:    Room{Count: answer.GetQuotaRemaining().GetCount(), Bytes: answer.GetQuotaRemaining().GetBytes()},
		PrunedCount:  int(answer.GetPrunedCount()),
		EvictedCount: int(answer.GetEvictedCount()),
		RemovedIDs:   answer.GetRemovedIds(),
	}, nil
}

// named returns a memory by its name.
func (h handle) named(ctx context.Context, name *recordav1.MemoryName) (*Memory, error) {
	answer, err := h.memory.GetMemory(ctx, &recordav1.GetMemoryRequest{Scope: h.scope.wire(), Name: name})
	return memoryOf(answer.GetMemory()), err
}

// list yields every memory of a listing whose scope and page are not set yet.
func (h handle) list(ctx context.Context, request *recordav1.ListMemoriesRequest) iter.Seq2[*Memory, error] {
	request.Scope = h.scope.wire()
	request.View = recordav1.MemoryView_MEMORY_VIEW_FULL
	return pages(func(pageToken string) ([]*Memory, string, error) {
		// The returned sequence may be read several times at once.
		asked := proto.CloneOf(request)
		asked.PageToken = pageToken
		answer, err := h.memory.ListMemories(ctx, asked)
		return each(answer.GetMemories(), memoryOf), answer.GetNextPageToken(), err
	})
}

func (h handle) delete(ctx context.Context, target Target, options *WriteOptions) (*recordav1.DeleteMemoryResponse, error) {
	id, etag := target.target()
	return h.memory.DeleteMemory(ctx, &recordav1.DeleteMemoryRequest{
		Scope: h.scope.wire(), Id: id, Etag: etag, RequestId: or(options).RequestID,
	})
}

func (h handle) update(ctx context.Context, request *recordav1.UpdateMemoryRequest) (*Memory, error) {
	request.Memory.Scope = h.scope.wire()
	answer, err := h.memory.UpdateMemory(ctx, request)
	return memoryOf(answer.GetMemory()), err
}
