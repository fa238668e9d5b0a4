/** What each call to the writer does inside the transaction. */
import type { QueuedCall } from '../threads/batch-channel.ts';
import type { WireOutcome, WriterApi } from '../threads/thread-api.ts';
import type { ImportApplied, ImportPart } from '../threads/thread-api-of-users.ts';
import type { writePacks } from '../indexes/write-packs.ts';
import type { applyIntents } from './apply-intents.ts';
import type { AuditBook } from './audit-book.ts';
import type { StagedImports } from './staged-imports.ts';
import { eventsIn, noteErasure } from './audited-calls.ts';

export type RunParts = {
  readonly intents: ReturnType<typeof applyIntents>;
  readonly packs: ReturnType<typeof writePacks>;
  readonly audit: AuditBook;
  readonly imports: StagedImports;
};

/** `one` applies an intent and undoes what it wrote if it throws; `asOutcome` answers with the error instead. */
export function runCall(
  { intents, packs, audit, imports }: RunParts,
  call: QueuedCall<WriterApi>,
  one: <T>(apply: () => T) => T,
  asOutcome: <T>(apply: () => T) => WireOutcome<T>,
): unknown {
  switch (call.method) {
    case 'add':
      return call.argument.map((order) => asOutcome(() => intents.add(order)));
    case 'update':
      return one(() => intents.update(call.argument));
    case 'remove':
      return one(() => intents.remove(call.argument));
    case 'touch':
      return one(() => intents.touch(call.argument.accesses));
    case 'putBack':
      return one(() => call.argument.map((order) => intents.putBack(order)));
    case 'putRowsBack':
      return one(() => intents.putRowsBack(call.argument));
    case 'applyImport':
      return one(() => applied(intents, imports.of(call.argument.importId)));
    case 'noteErased':
      return one(() => intents.erasing.noteErased(call.argument));
    case 'beginErasure':
      return one(() => intents.erasing.begin(call.argument));
    case 'endErasure':
      return one(() => intents.endErasure(call.argument.id));
    case 'beginArchive':
      return one(() => intents.keeping.beginArchive(call.argument));
    case 'evict':
      return one(() => intents.keeping.evict(call.argument));
    case 'completeArchive':
      return one(() => intents.keeping.completeArchive(call.argument));
    case 'forgetObject':
      return one(() => intents.keeping.forgetObject(call.argument));
    case 'replaceRows':
      return one(() => intents.replaceRows(call.argument));
    case 'putArchiveBack':
      return one(() => intents.keeping.putArchiveBack(call.argument));
    case 'setRetention':
      return one(() => intents.keeping.setRetention(call.argument));
    case 'noteRun':
      return one(() => intents.keeping.noteRun(call.argument));
    case 'weigh':
      return one(() => intents.keeping.weigh(call.argument));
    case 'noteCompared':
      return one(() => intents.keeping.noteCompared(call.argument));
    case 'detachUser':
      return one(() => {
        const counts = intents.erasing.detach(call.argument);
        noteErasure(audit, call.argument, counts);
        return counts;
      });
    case 'recordAudit':
      return one(() => audit.record(call.argument.events));
    case 'recordNotes':
      return one(() => audit.record(eventsIn(call.argument.lines)));
    case 'eraseStep':
      return one(() => intents.eraseStep(call.argument.nowMs));
    case 'putCollection':
      return one(() => intents.putCollection(call.argument));
    case 'removeCollection':
      return one(() => intents.removeCollection(call.argument));
    case 'sweep':
      return one(() => intents.sweep(call.argument));
    case 'appendTurns':
      return one(() => intents.context.append(call.argument));
    case 'flushSession':
      return one(() => intents.context.flush(call.argument));
    case 'putSystemPrompt':
      return one(() => intents.context.putSystemPrompt(call.argument));
    case 'storeResponse':
      return one(() => intents.context.storeResponse(call.argument));
    case 'notePricing':
      return one(() => intents.context.notePricing(call.argument));
    case 'reportOutput':
      return one(() => intents.context.reportOutput(call.argument));
    case 'addUsage':
      return one(() => intents.context.addUsage(call.argument));
    case 'learnFactor':
      return one(() => intents.context.learnFactor(call.argument));
    case 'sayFacts':
      return one(() => intents.facts.say(call.argument));
    case 'replaceFact':
      return one(() => intents.facts.replace(call.argument));
    case 'pinFact':
      return one(() => intents.facts.pin(call.argument));
    case 'forgetFact':
      return one(() => intents.facts.forget(call.argument));
    case 'confirmFacts':
      return one(() => intents.facts.confirm(call.argument.confirmations));
    case 'reembed':
      return one(() => intents.reembed(call.argument));
    case 'setPlan':
      return one(() => intents.limits.setPlan(call.argument.change, call.argument.nowMs));
    case 'raiseAlerts':
      return one(() => intents.limits.raiseAlerts(call.argument));
    case 'alertsDelivered':
      return one(() => intents.limits.delivered(call.argument));
    case 'settleOutbox':
      return one(() => intents.outbox.settle(call.argument.settled));
    case 'refillOutbox':
      return one(() => intents.outbox.refill(call.argument.nowMs));
    case 'erasedInIndex':
      return one(() => intents.outbox.erased(call.argument));
    case 'replayOutbox':
      return one(() => intents.outbox.replay(call.argument));
    case 'beginPack':
      return one(() => packs.begin(call.argument));
    case 'addPiece':
      return one(() => packs.add(call.argument));
    case 'endPack':
      return one(() => packs.end(call.argument.packNo));
    case 'open':
    case 'scrub':
    case 'room':
    case 'look':
    case 'halt':
    case 'stageImport':
    case 'dropImport':
    case 'close':
      throw new Error(`${call.method} is no intent`);
  }
}

function applied(intents: RunParts['intents'], parts: readonly ImportPart[]): ImportApplied {
  const counts = { offered: 0, taken: 0, rowsTaken: 0 };
  for (const part of parts) {
    const isTaken = 'orders' in part ? part.orders.map((order) => intents.putBack(order)) : intents.putRowsBack(part);
    const taken = isTaken.filter(Boolean).length;
    counts.offered += isTaken.length;
    counts.taken += taken;
    if ('rows' in part) counts.rowsTaken += taken;
  }
  return counts;
}
