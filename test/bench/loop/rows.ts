/** The largest legal requests of every call, and calls on users that have all that a user may. */
import { CONTEXT_LIMITS, RESPONSES } from '../../../server/policy/context.ts';
import { KB, MB } from '../../../server/policy/units.ts';
import { LIMITS } from '../../../server/policy/limits.ts';
import { adminRows } from './admin-rows.ts';
import { fewContextRows, fewMemoryRows } from './few-rows.ts';
import { memoryRows } from './memory-rows.ts';
import { BIG, MOST, PATIENT, type Row } from './row.ts';
import { text, TEXT_KINDS, type TextKind } from './texts.ts';

const session = (time: number, name: string) => ({ userId: 'loop', agentId: 'a', sessionId: `${name} ${time}` });

const turn = (content: string) => ({ role: 'ROLE_USER' as const, content });

/** Calls without a row, with the reasons. */
export const WITHOUT_ROWS: Readonly<Record<string, string>> = {
  Reembed: 'needs a server that was started with another embedder; test/commands/reembed-online.test.ts has its pauses',
  GetSettings: 'tells nothing in process',
  CheckBackends: 'tells nothing in process; a round trip to each backend',
  RotateMasterKey: 'needs a server with a file of master keys; rotation-under-load.test.ts calls others meanwhile',
  RetireMasterKey: 'needs a server with a file of master keys; the call rewrites one small file',
  MintToken: 'needs a server with keys; the call only signs a few bytes',
};

export function rows(): readonly Row[] {
  return [...contextRows(), ...fewContextRows(), ...memoryRows(), ...fewMemoryRows(), ...adminRows()];
}

function contextRows(): readonly Row[] {
  const some: readonly TextKind[] = ['sentences', 'Chinese without a mark', 'questions and topics'];
  const whole = Math.floor(MOST / MB);
  const jsonText = (bytes: number) => JSON.stringify({ query: text('sentences', bytes) });
  return [
    ...TEXT_KINDS.map((kind): Row => ({
      call: 'AppendTurns',
      of: `1 turn of 1 MB, ${kind}`,
      times: 1,
      run: (recorda, time) =>
        recorda.context.appendTurns({ scope: session(time, kind), turns: [turn(`x${text(kind, MB - 1)}`)] }, PATIENT),
    })),
    ...some.map((kind): Row => ({
      call: 'AppendTurns',
      of: `${whole} turns of 1 MB, ${kind}`,
      times: 1,
      run: (recorda, time) =>
        recorda.context.appendTurns(
          { scope: session(time, kind), turns: Array.from({ length: whole }, () => turn(text(kind, MB))) },
          PATIENT,
        ),
    })),
    ...some.map((kind): Row => ({
      call: 'AppendTurns',
      of: `100 turns of 80 KB, ${kind}`,
      times: 1,
      run: (recorda, time) =>
        recorda.context.appendTurns(
          {
            scope: session(time, `${kind} 100`),
            turns: Array.from({ length: CONTEXT_LIMITS.turns }, () =>
              turn(text(kind, Math.floor(MOST / CONTEXT_LIMITS.turns))),
            ),
          },
          PATIENT,
        ),
    })),
    {
      call: 'AppendTurns',
      of: '100 turns of 32 tool calls, 8 MB',
      run: (recorda, time) =>
        recorda.context.appendTurns(
          {
            scope: session(time, 'calls'),
            turns: Array.from({ length: CONTEXT_LIMITS.turns }, () => ({
              role: 'ROLE_ASSISTANT' as const,
              toolCalls: Array.from({ length: CONTEXT_LIMITS.toolCalls }, (_, call) => ({
                id: `${call}`,
                name: 'search',
                argumentsJson: jsonText(2400),
              })),
            })),
          },
          PATIENT,
        ),
    },
    ...TEXT_KINDS.map((kind): Row => ({
      call: 'CountTokens',
      of: `${whole} texts of 1 MB, ${kind}`,
      times: 1,
      run: (recorda) =>
        recorda.context.countTokens({ texts: Array.from({ length: whole }, () => text(kind, MB)), model: '' }, PATIENT),
    })),
    {
      call: 'CountTokens',
      of: '100 texts of 80 KB, Chinese without a mark, cl100k_base',
      run: (recorda) =>
        recorda.context.countTokens(
          {
            texts: Array.from({ length: 100 }, (_, at) => `${at}${text('Chinese without a mark', MOST / 100 - 10)}`),
            model: 'gpt-4',
          },
          PATIENT,
        ),
    },
    ...some.map((kind): Row => ({
      call: 'AssembleContext',
      of: `a new turn of 1 MB, extras and results of 6 MB, ${kind}`,
      run: (recorda, time) =>
        recorda.context
          .assembleContext(
            {
              scope: session(time, 'assemble'),
              newTurn: `${time}${text(kind, MB - 10)}`,
              toolResults: Array.from({ length: CONTEXT_LIMITS.toolResults }, (_, call) => ({
                call: { id: `${call}`, name: 'search', argumentsJson: '{}' },
                content: `${call} ${time} ${text(kind, 90 * KB)}`,
              })),
              extras: Array.from({ length: CONTEXT_LIMITS.extras }, (_, at) => ({
                kind: 'BLOCK_KIND_EXAMPLE' as const,
                name: `${at}`,
                text: text(kind, CONTEXT_LIMITS.extraKb * KB - 10),
              })),
            },
            PATIENT,
          )
          .catch(() => undefined),
    })),
    ...some.map((kind): Row => ({
      call: 'AssembleContext',
      of: `short, tool results of 8 MB, ${kind}`,
      run: (recorda, time) =>
        recorda.context.assembleContext(
          {
            scope: session(time, 'assemble 2'),
            newTurn: 'What did they find?',
            toolResults: Array.from({ length: CONTEXT_LIMITS.toolResults }, (_, call) => ({
              call: { id: `${call}`, name: 'search', argumentsJson: '{}' },
              content: `${call} ${time} ${text(kind, 240 * KB)}`,
            })),
          },
          PATIENT,
        ),
    })),
    ...some.map((kind): Row => ({
      call: 'AssembleContext',
      of: `a window of turns of 1 MB, ${kind}`,
      times: 1,
      async run(recorda, time) {
        await recorda.context.assembleContext({ scope: session(time, kind), newTurn: 'And then?' }, PATIENT);
      },
    })),
    ...some.map((kind): Row => ({
      call: 'EndSession',
      of: `a window of turns of 1 MB, ${kind}`,
      times: 1,
      run: (recorda, time) => recorda.context.endSession({ scope: session(time, kind) }, PATIENT),
    })),
    ...TEXT_KINDS.map((kind): Row => ({
      call: 'DetectShift',
      of: `1 MB, ${kind}`,
      times: 1,
      run: (recorda, time) =>
        recorda.context.detectShift({ scope: session(time, 'shift'), text: `x${text(kind, MB - 1)}` }, PATIENT),
    })),
    ...TEXT_KINDS.map((kind): Row => ({
      call: 'ExtractFacts',
      of: `1 MB, ${kind}`,
      times: 1,
      run: (recorda) =>
        recorda.context.extractFacts({ text: `x${text(kind, MB - 1)}`, scope: { userId: 'loop' } }, PATIENT),
    })),
    ...TEXT_KINDS.map((kind): Row => ({
      call: 'PutSystemPrompt',
      of: `4 blocks of 1 MB, ${kind}`,
      times: 1,
      run: (recorda) =>
        recorda.context
          .putSystemPrompt(
            {
              agentId: 'a',
              systemPrompt: {
                identity: `i${text(kind, MB - 1)}`,
                capabilities: `c${text(kind, MB - 1)}`,
                rules: `r${text(kind, MB - 1)}`,
                format: `f${text(kind, MB - 1)}`,
              },
            },
            PATIENT,
          )
          .catch(() => undefined),
    })),
    {
      call: 'StoreResponse',
      of: 'a tool call of 64 KB, an answer of 64 KB',
      run: (recorda) =>
        recorda.context.storeResponse({
          scope: { userId: 'loop' },
          key: {
            asked: {
              $case: 'toolCall',
              value: { id: '', name: 'search', argumentsJson: jsonText(LIMITS.metadataBytes - 100) },
            },
          },
          answer: text('sentences', RESPONSES.answerKb * KB),
          isIdempotent: true,
        }),
    },
    {
      call: 'LookupResponse',
      of: 'a question of 8 KB',
      run: (recorda) =>
        recorda.context.lookupResponse({
          scope: { userId: 'loop' },
          key: { asked: { $case: 'question', value: text('sentences', LIMITS.queryBytes) } },
        }),
    },
    {
      call: 'RecordDiscardable',
      of: '64 KB',
      run: (recorda) =>
        recorda.context.recordDiscardable({
          scope: { userId: 'loop' },
          kind: 'DISCARDABLE_KIND_TOOL_LOG',
          text: text('sentences', 64 * KB),
        }),
    },
    {
      call: 'ReportOutput',
      of: 'errors of 4 KB',
      run: (recorda, time) =>
        recorda.context.reportOutput({
          scope: session(time, 'calls'),
          error: text('marks', 4 * KB),
          parseError: text('marks', 4 * KB),
        }),
    },
    {
      call: 'RetrieveFacts',
      of: 'a query of 8 KB, 2,000 facts',
      run: (recorda) =>
        recorda.context.retrieveFacts({
          scope: { userId: BIG },
          query: text('sentences', LIMITS.queryBytes),
          topK: 100,
        }),
    },
    {
      call: 'ListFacts',
      of: 'a page of 1,000',
      run: (recorda) => recorda.context.listFacts({ scope: { userId: BIG }, pageSize: LIMITS.pageSize }),
    },
  ];
}
