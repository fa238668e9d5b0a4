/** Random and hostile requests for every call of ContextService. */
import fc from 'fast-check';
import type { ContextServiceDefinition } from '../../proto/gen/recorda/v1/context.ts';

/** The arbitraries of fields that requests of all services have. */
type Parts = {
  readonly mostly: <T, H>(usual: fc.Arbitrary<T>, hostile: fc.Arbitrary<H>) => fc.Arbitrary<T | H>;
  readonly scope: fc.Arbitrary<object>;
  readonly text: fc.Arbitrary<string>;
  readonly hostileText: fc.Arbitrary<string>;
  readonly identifier: (...usual: string[]) => fc.Arbitrary<string>;
  readonly requestId: fc.Arbitrary<string>;
  readonly time: fc.Arbitrary<Date>;
  readonly int32: fc.Arbitrary<number>;
  readonly id: fc.Arbitrary<string>;
  readonly pageToken: fc.Arbitrary<string>;
};

type Messages = Readonly<Record<keyof (typeof ContextServiceDefinition)['methods'], fc.Arbitrary<object>>>;

export function contextMessages(parts: Parts): Messages {
  const { mostly, scope, text, hostileText, identifier, requestId, time, int32, id, pageToken } = parts;
  const model = identifier('', 'gpt-4o', 'claude-sonnet-4-5', 'gemini-2.5-pro');
  const call = fc.record({
    id: identifier('c1', 'c2'),
    name: identifier('search', 'sum'),
    argumentsJson: mostly(
      fc.constantFrom('', '{"q":"Paris"}'),
      fc.oneof(fc.constantFrom('[]', 'null', '{'), hostileText),
    ),
  });
  const turn = fc.oneof(
    fc.record(
      { role: fc.constantFrom('ROLE_USER', 'ROLE_ASSISTANT'), content: text, speaker: identifier('Ana', ''), time },
      { requiredKeys: ['content'] },
    ),
    fc.record({
      role: fc.constant('ROLE_ASSISTANT'),
      content: mostly(fc.constant(''), text),
      toolCalls: fc.array(call, { maxLength: 2 }),
    }),
    fc.record({ role: fc.constant('ROLE_TOOL'), content: text, toolCallId: identifier('c1', 'c2') }),
    fc.record({ role: fc.constantFrom('ROLE_SYSTEM', 'UNRECOGNIZED'), content: text }),
  );
  const said = mostly(
    fc.constantFrom('Vivo en Rosario', 'I live in Denver', 'Prefiero té', 'no vivo en Rosario'),
    text,
  );
  const domain = mostly(fc.constantFrom('FACT_DOMAIN_WORK', 'FACT_DOMAIN_PERSONAL'), fc.constant('UNRECOGNIZED'));
  const confidence = mostly(
    fc.constantFrom('FACT_CONFIDENCE_LOW', 'FACT_CONFIDENCE_HIGH'),
    fc.constant('UNRECOGNIZED'),
  );
  const source = fc.constantFrom('FACT_SOURCE_EXPLICIT', 'FACT_SOURCE_INFERRED', 'UNRECOGNIZED');
  const key = fc.record({
    asked: fc.oneof(
      fc.record({
        $case: fc.constant('question'),
        value: mostly(fc.constantFrom('¿Dónde vivo?', 'Where do I live?'), text),
      }),
      fc.record({ $case: fc.constant('toolCall'), value: call }),
    ),
    locale: identifier('', 'es-AR'),
  });
  return {
    lookupResponse: fc.record({ scope, key: mostly(key, fc.constant(undefined)) }),
    storeResponse: fc.record({ scope, key, answer: text, factIds: fc.constant([]), isIdempotent: fc.boolean() }),
    appendTurns: fc.record(
      {
        scope,
        turns: mostly(fc.array(turn, { minLength: 1, maxLength: 4 }), fc.constant([])),
        recallOff: fc.boolean(),
        requestId,
      },
      { requiredKeys: ['scope', 'turns'] },
    ),
    assembleContext: fc.record(
      {
        scope,
        newTurn: mostly(text, fc.constant('')),
        model,
        format: mostly(
          fc.constantFrom('PROMPT_FORMAT_ANTHROPIC', 'PROMPT_FORMAT_GEMINI', 'PROMPT_FORMAT_PLAIN'),
          fc.constant('UNRECOGNIZED'),
        ),
        maxTokens: mostly(fc.integer({ min: 100, max: 4000 }), int32),
        maxRecallTokens: mostly(fc.integer({ min: 0, max: 4000 }), int32),
        systemPromptVersion: mostly(fc.constant(''), hostileText),
        toolResults: fc.array(fc.record({ call, content: text }), { maxLength: 2 }),
        extras: fc.array(
          fc.record({
            kind: mostly(fc.constantFrom('BLOCK_KIND_FORMAT', 'BLOCK_KIND_EXAMPLE'), fc.constant('BLOCK_KIND_SYSTEM')),
            name: identifier('json'),
            text,
          }),
          { maxLength: 2 },
        ),
      },
      { requiredKeys: ['scope'] },
    ),
    detectShift: fc.record({ scope, text }),
    flushTopic: fc.record({ scope }),
    endSession: fc.record({ scope }),
    listSessions: fc.record({ scope, pageSize: mostly(fc.constant(2), int32), pageToken }, { requiredKeys: ['scope'] }),
    listTurns: fc.record(
      {
        scope,
        pageSize: mostly(fc.constant(2), int32),
        pageToken,
        orderBy: mostly(fc.constantFrom('', 'turn', 'turn desc'), text),
      },
      { requiredKeys: ['scope'] },
    ),
    putSystemPrompt: fc.record({
      agentId: identifier('a', 'b'),
      systemPrompt: fc.record({ identity: text, rules: text }, { requiredKeys: ['identity'] }),
    }),
    getSystemPrompt: fc.record({ agentId: identifier('a', 'b'), version: mostly(fc.constant(''), hostileText) }),
    reportOutput: fc.record(
      {
        scope,
        isValid: fc.boolean(),
        fitsStructure: fc.boolean(),
        parseError: mostly(fc.constant(''), hostileText),
        error: text,
      },
      { requiredKeys: ['scope'] },
    ),
    reportUsage: fc.record({
      model,
      tokenCount: int32,
      countFactor: mostly(fc.constantFrom(1, 1.25), fc.double()),
      providerTokenCount: int32,
    }),
    getTokenUsage: fc.record({ scope }),
    // The time at which it expires differs by the moment, so its kind is one that is not kept.
    recordDiscardable: fc.record({
      scope,
      kind: fc.constantFrom('UNRECOGNIZED', 'DISCARDABLE_KIND_UNSPECIFIED'),
      text,
    }),
    // It would not end.
    watchSession: fc.record({ scope: fc.constant({ userId: '' }) }),
    extractFacts: fc.record({ text, scope }, { requiredKeys: ['text'] }),
    addFact: fc.record(
      {
        scope,
        text: said,
        domain,
        confidence,
        source,
        turn: mostly(fc.constant(0), int32),
        requestId,
        pinned: fc.boolean(),
      },
      { requiredKeys: ['scope', 'text'] },
    ),
    listFacts: fc.record(
      {
        scope,
        domains: fc.array(domain, { maxLength: 2 }),
        states: fc.array(
          mostly(fc.constantFrom('FACT_STATE_ACTIVE', 'FACT_STATE_SUPERSEDED'), fc.constant('UNRECOGNIZED')),
          {
            maxLength: 2,
          },
        ),
        pinnedOnly: fc.boolean(),
        pageSize: mostly(fc.constant(2), int32),
        pageToken,
      },
      { requiredKeys: ['scope'] },
    ),
    getFact: fc.record({ scope, id }),
    retrieveFacts: fc.record(
      { scope, query: text, domains: fc.array(domain, { maxLength: 2 }), topK: int32, activeOnly: fc.boolean() },
      { requiredKeys: ['scope'] },
    ),
    confirmFact: fc.record({ scope, id }),
    contradictFact: fc.record(
      { scope, id, text: said, confidence, requestId },
      { requiredKeys: ['scope', 'id', 'text'] },
    ),
    updateFact: fc.record(
      {
        scope,
        fact: mostly(fc.record({ id, pinned: fc.boolean() }), fc.constant(undefined)),
        updateMask: mostly(fc.constant(['pinned']), fc.array(text, { maxLength: 2 })),
        requestId,
      },
      { requiredKeys: ['scope', 'fact'] },
    ),
    restoreFact: fc.record({ scope, id, requestId }, { requiredKeys: ['scope', 'id'] }),
    forgetFact: fc.record({ scope, id, requestId }, { requiredKeys: ['scope', 'id'] }),
    countTokens: fc.record({ texts: mostly(fc.array(text, { minLength: 1, maxLength: 3 }), fc.constant([])), model }),
  };
}
