/** The use cases of MemoryService, one object. */
import { addMemories } from './add.ts';
import { changeMemories } from './change.ts';
import { documentCollections } from './collections.ts';
import { deleteMemories } from './delete-many.ts';
import type { MemoryDependencies } from './dependencies.ts';
import { orderedDocuments } from './ordered-documents.ts';
import { readMemories } from './read.ts';
import { getServerInfo, whoAmI } from './server-info.ts';
import { retrieveMemories } from './retrieve.ts';
import { streamRetrieveMemories } from './stream-retrieve.ts';
import { watchMemories } from './watch.ts';
import { traverseEntities } from './traverse.ts';

export function memoryService(dependencies: MemoryDependencies) {
  return {
    ...addMemories(dependencies),
    ...readMemories(dependencies),
    ...changeMemories(dependencies),
    ...documentCollections(dependencies),
    ...orderedDocuments(dependencies),
    deleteMemories: deleteMemories(dependencies),
    retrieveMemories: retrieveMemories(dependencies),
    traverseEntities: traverseEntities(dependencies),
    streamRetrieveMemories: streamRetrieveMemories(dependencies),
    watchMemories: watchMemories(dependencies),
    getServerInfo: getServerInfo(dependencies),
    whoAmI,
  };
}

export type MemoryService = ReturnType<typeof memoryService>;
