"""Documents by collection and key, and the schemas of collections, with asyncio."""

from __future__ import annotations

from typing import Any, AsyncIterator, Dict, List, Optional, Sequence, Union, cast

from .._read import added_of, collection_of, memory_of, ordered_of
from .._services import AsyncMemoryService
from .._values import maybe_struct, to_struct
from .._write import add_request, list_request, scope_message, targeted, type_value, write_message
from ..errors import RecordaError, field_error
from ..types import (
    Added,
    Append,
    DeletedCollection,
    DocumentCollection,
    JsonObject,
    MemoryTarget,
    OrderedDocument,
    OrderedWrite,
    OrderedWriteResult,
    PutCollection,
    Scope,
    Source,
    StructuredMemory,
)
from ..v1 import collection_pb2, memory_pb2, resources_pb2


class AsyncDocuments:
    """JSON documents in named collections: at most 5,000 and 50 MB per user, 1 MiB each.

    A document is identified by its collection and key, or by `target`: its id, or the document as it was read. With the last, a
    change fails if the document has changed since.
    """

    def __init__(self, memory: AsyncMemoryService, scope: Scope) -> None:
        self._memory = memory
        self._scope = scope
        #: The collections themselves.
        self.collections = AsyncCollections(memory, scope)

    def ordered(self, collection: str) -> AsyncOrderedCollection:
        """Returns the handle of an ordered collection, whose documents stay in their order and are appended and popped."""
        return AsyncOrderedCollection(self._memory, self._scope, collection)

    async def put(
        self,
        collection: str,
        data: JsonObject,
        *,
        key: str = "",
        metadata: Optional[JsonObject] = None,
        source: Optional[Source] = None,
        importance: Optional[float] = None,
        pinned: bool = False,
        request_id: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> Added[StructuredMemory]:
        """Puts a document: replaces the one with this key, or adds one if no key is given.

        Raises SCHEMA_MISMATCH if it does not fit the schema of its collection, and QUOTA_EXCEEDED.
        """
        document = resources_pb2.StructuredDocument(collection=collection, key=key, data=to_struct(data, "data"))
        request = add_request(
            self._scope,
            {"document": document},
            metadata=metadata,
            source=source,
            importance=importance,
            pinned=pinned,
            request_id=request_id,
        )
        return added_of(await self._memory.add_memory(request, timeout=timeout))

    async def get(
        self,
        collection: Optional[str] = None,
        key: Optional[str] = None,
        *,
        target: Optional[MemoryTarget] = None,
        timeout: Optional[float] = None,
    ) -> Optional[StructuredMemory]:
        """Returns the current document, or None if there is none."""
        request = _get_request(self._scope, collection, key, target)
        try:
            found = await self._memory.get_memory(request, timeout=timeout)
        except RecordaError as error:
            if error.reason == "MEMORY_NOT_FOUND":
                return None
            raise
        return cast(StructuredMemory, memory_of(found.memory))

    async def find(
        self,
        collection: str,
        *,
        filter: Optional[str] = None,
        order_by: Optional[str] = None,
        page_size: Optional[int] = None,
        timeout: Optional[float] = None,
    ) -> AsyncIterator[StructuredMemory]:
        """Lists the documents of a collection that a filter matches, in an order; pages are fetched as they are needed.

        `filter`: a CEL expression, for example `data.price > 10 && data.tags.exists(t, t == "new")`. `order_by`: up to four fields,
        for example `data.price desc, create_time`.
        """
        request = list_request(
            self._scope, "structured", collection=collection, filter=filter, order_by=order_by, page_size=page_size
        )
        while True:
            page = await self._memory.list_memories(request, timeout=timeout)
            for memory in page.memories:
                yield cast(StructuredMemory, memory_of(memory))
            if not page.next_page_token:
                return
            request.page_token = page.next_page_token

    async def patch(
        self,
        patch: JsonObject,
        collection: Optional[str] = None,
        key: Optional[str] = None,
        *,
        target: Optional[MemoryTarget] = None,
        request_id: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> StructuredMemory:
        """Applies a JSON Merge Patch (RFC 7396): None removes a field, dicts are merged, any other value replaces."""
        which = await self._which(collection, key, target, timeout)
        request = memory_pb2.UpdateMemoryRequest(
            memory=resources_pb2.Memory(scope=scope_message(self._scope), **which),
            merge_patch=to_struct(patch, "patch"),
            request_id=request_id or "",
        )
        response = await self._memory.update_memory(request, timeout=timeout)
        return cast(StructuredMemory, memory_of(response.memory))

    async def delete(
        self,
        collection: Optional[str] = None,
        key: Optional[str] = None,
        *,
        target: Optional[MemoryTarget] = None,
        request_id: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> None:
        """Deletes one document. Raises MEMORY_NOT_FOUND."""
        which = await self._which(collection, key, target, timeout)
        request = memory_pb2.DeleteMemoryRequest(scope=scope_message(self._scope), request_id=request_id or "", **which)
        await self._memory.delete_memory(request, timeout=timeout)

    async def _which(
        self,
        collection: Optional[str],
        key: Optional[str],
        target: Optional[MemoryTarget],
        timeout: Optional[float],
    ) -> Dict[str, Any]:
        if target is not None and collection is None and key is None:
            return targeted(target)
        request = _get_request(self._scope, collection, key, target)
        return {"id": (await self._memory.get_memory(request, timeout=timeout)).memory.id}


def _get_request(
    scope: Scope, collection: Optional[str], key: Optional[str], target: Optional[MemoryTarget]
) -> memory_pb2.GetMemoryRequest:
    if target is not None and collection is None and key is None:
        return memory_pb2.GetMemoryRequest(scope=scope_message(scope), id=targeted(target)["id"])
    if target is not None or collection is None or key is None:
        raise field_error("target", "say which document: by its collection and key, or by target=.")
    name = memory_pb2.MemoryName(type=type_value("structured"), kind=collection, key=key)
    return memory_pb2.GetMemoryRequest(scope=scope_message(scope), name=name)


class AsyncCollections:
    """The user's collections, and the JSON Schema (draft 2020-12) that each may have."""

    def __init__(self, memory: AsyncMemoryService, scope: Scope) -> None:
        self._memory = memory
        self._scope = scope

    async def put(
        self,
        name: str,
        *,
        schema: Optional[JsonObject] = None,
        allow_unfit: bool = False,
        ordered: bool = False,
        etag: str = "",
        timeout: Optional[float] = None,
    ) -> PutCollection:
        """Sets the schema, or clears it if none is given; with `ordered` and a new name it creates an ordered collection.

        Returns how many documents do not fit. Raises SCHEMA_CONFLICT if there are any, unless `allow_unfit`.
        """
        collection = collection_pb2.Collection(
            name=name, json_schema=maybe_struct(schema, "schema"), ordered=ordered, etag=etag
        )
        request = collection_pb2.PutCollectionRequest(
            scope=scope_message(self._scope), collection=collection, allow_unfit=allow_unfit
        )
        response = await self._memory.put_collection(request, timeout=timeout)
        return PutCollection(collection_of(response.collection), response.unfit_count)

    async def get(self, name: str, *, timeout: Optional[float] = None) -> DocumentCollection:
        """Returns a collection. Raises COLLECTION_NOT_FOUND."""
        request = collection_pb2.GetCollectionRequest(scope=scope_message(self._scope), name=name)
        return collection_of((await self._memory.get_collection(request, timeout=timeout)).collection)

    async def list(self, *, timeout: Optional[float] = None) -> AsyncIterator[DocumentCollection]:
        """Lists the collections by name."""
        request = collection_pb2.ListCollectionsRequest(scope=scope_message(self._scope))
        while True:
            page = await self._memory.list_collections(request, timeout=timeout)
            for collection in page.collections:
                yield collection_of(collection)
            if not page.next_page_token:
                return
            request.page_token = page.next_page_token

    async def delete(self, name: str, *, force: bool = False, timeout: Optional[float] = None) -> DeletedCollection:
        """Deletes a collection and its documents; without `force` it only returns how many there are. Raises COLLECTION_NOT_FOUND."""
        request = collection_pb2.DeleteCollectionRequest(scope=scope_message(self._scope), name=name, force=force)
        done = await self._memory.delete_collection(request, timeout=timeout)
        return DeletedCollection(done.document_count, done.deleted_count)


class AsyncOrderedCollection:
    """An ordered collection. The first write creates it; it keeps its documents until they are removed.

    At most 10,000 documents and 100 MB per user in all ordered collections together; no search finds them.
    """

    def __init__(self, memory: AsyncMemoryService, scope: Scope, name: str) -> None:
        self._memory = memory
        self._scope = scope
        self.name = name

    async def append(
        self,
        documents: Union[JsonObject, Sequence[JsonObject]],
        *,
        request_id: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> List[OrderedWriteResult]:
        """Appends documents, at most 100 at once: all or none. Raises QUOTA_EXCEEDED."""
        several = documents if isinstance(documents, (list, tuple)) else [cast(JsonObject, documents)]
        return await self.write([Append(data) for data in several], request_id=request_id, timeout=timeout)

    async def write(
        self,
        writes: Sequence[OrderedWrite],
        *,
        request_id: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> List[OrderedWriteResult]:
        """Applies at most 100 writes (Append, Replace, Remove) in their order: all or none.

        Raises MEMORY_NOT_FOUND, ETAG_MISMATCH, SCHEMA_MISMATCH, QUOTA_EXCEEDED.
        """
        request = collection_pb2.BatchWriteDocumentsRequest(
            scope=scope_message(self._scope),
            collection=self.name,
            writes=[write_message(write) for write in writes],
            request_id=request_id or "",
        )
        response = await self._memory.batch_write_documents(request, timeout=timeout)
        return [OrderedWriteResult(result.sequence, result.etag) for result in response.results]

    async def pop(
        self, *, request_id: Optional[str] = None, timeout: Optional[float] = None
    ) -> Optional[OrderedDocument]:
        """Removes the newest document and returns it; None if there is none."""
        request = collection_pb2.PopDocumentRequest(
            scope=scope_message(self._scope), collection=self.name, request_id=request_id or ""
        )
        response = await self._memory.pop_document(request, timeout=timeout)
        return ordered_of(response.document) if response.HasField("document") else None

    async def list(
        self, *, newest_first: bool = False, page_size: Optional[int] = None, timeout: Optional[float] = None
    ) -> AsyncIterator[OrderedDocument]:
        """Lists the documents in their order, or the newest first; pages are fetched as they are needed."""
        request = collection_pb2.ListDocumentsRequest(
            scope=scope_message(self._scope),
            collection=self.name,
            page_size=page_size or 0,
            order_by="sequence desc" if newest_first else "sequence",
        )
        while True:
            page = await self._memory.list_documents(request, timeout=timeout)
            for document in page.documents:
                yield ordered_of(document)
            if not page.next_page_token:
                return
            request.page_token = page.next_page_token
