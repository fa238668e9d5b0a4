/** Answers POST docs/search: filter, words, vectors, order, page. */
import { compileODataFilter, type StoredDocument } from './filter-documents.ts';
import type { Definition, Field } from './index-definition.ts';
import { byVector, byWords, fused, type Ranked } from './rank-documents.ts';
import { ServiceError } from './service-error.ts';

export type SearchRequest = {
  readonly search?: string | null;
  readonly searchFields?: string | null;
  readonly searchMode?: string;
  readonly queryType?: string;
  readonly filter?: string | null;
  readonly orderby?: string | null;
  readonly select?: string | null;
  readonly count?: boolean;
  readonly top?: number;
  readonly skip?: number;
  readonly vectorQueries?: readonly {
    readonly kind: string;
    readonly vector?: readonly number[];
    readonly k?: number;
    readonly fields?: string;
    readonly exhaustive?: boolean;
  }[];
  readonly vectorFilterMode?: 'preFilter' | 'postFilter';
};

const LIMITS = { page: 1000, byDefault: 50, skip: 100_000, words: 1000, orderClauses: 32, clauses: 3000, k: 10_000 };

const isAbsent = (value: unknown): value is null | undefined => value === null || value === undefined;

function refuse(why: string): never {
  throw new ServiceError(400, 'InvalidRequestParameter', why);
}

/** `pageLimit` is the most that the service returns in one answer, however much is requested. */
export function searchDocuments(
  request: SearchRequest,
  {
    definition,
    documents,
    pageLimit,
  }: { definition: Definition; documents: readonly StoredDocument[]; pageLimit: number },
) {
  const { top = LIMITS.byDefault, skip = 0 } = request;
  if (top < 0 || top > LIMITS.page) refuse(`Value must be between 0 and ${LIMITS.page}. Parameter name: $top`);
  if (skip < 0 || skip > LIMITS.skip) refuse(`Value must be between 0 and ${LIMITS.skip}. Parameter name: $skip`);
  const passes = isAbsent(request.filter) ? () => true : compileODataFilter(request.filter ?? '', definition);
  const all = ordered(matches(request, definition, documents, passes), request.orderby, definition);
  const page = all.slice(skip, skip + Math.min(top, pageLimit));
  const left = top - page.length;
  const isTruncated = left > 0 && skip + page.length < all.length;
  return {
    ...(request.count === true && { '@odata.count': all.length }),
    ...(isTruncated && {
      '@search.nextPageParameters': { ...request, top: left, skip: skip + page.length },
    }),
    value: page.map(({ document, score }) => ({
      '@search.score': score,
      ...selected(document, request.select, definition),
    })),
    isTruncated,
  };
}

function matches(
  request: SearchRequest,
  definition: Definition,
  documents: readonly StoredDocument[],
  passes: (document: StoredDocument) => boolean,
): readonly Ranked[] {
  const { search, vectorQueries = [], vectorFilterMode } = request;
  const rankings: (readonly Ranked[])[] = [];
  const isForAll = isAbsent(search) || search === '' || search === '*';
  if (!isForAll) rankings.push(wordRanking(request, definition, documents, passes));
  for (const { kind, vector, k = LIMITS.byDefault, fields = '' } of vectorQueries) {
    if (kind !== 'vector' || vector === undefined) refuse('only raw vectors are offered here');
    if (k < 1 || k > LIMITS.k) refuse('k must be between 1 and 10000');
    for (const name of fields.split(',').map((one) => one.trim())) {
      const field = fieldOf(name, definition);
      if (isAbsent(field.dimensions)) refuse(`'${name}' is not a vector field`);
      if (field.dimensions !== vector.length)
        refuse(`The vector has not the ${field.dimensions} dimensions of '${name}'`);
      const among = vectorFilterMode === 'postFilter' ? documents : documents.filter(passes);
      const nearest = byVector(vector, among, field, k);
      rankings.push(nearest.filter(({ document }) => passes(document)));
    }
  }
  if (rankings.length > 1) return fused(rankings);
  return rankings[0] ?? documents.filter(passes).map((document) => ({ document, score: 1 }));
}

function wordRanking(
  { search, searchFields, queryType = 'simple' }: SearchRequest,
  definition: Definition,
  documents: readonly StoredDocument[],
  passes: (document: StoredDocument) => boolean,
): readonly Ranked[] {
  if (queryType !== 'simple' || /[+|"()'*~-]/.test(search ?? '')) refuse('only plain words are offered here');
  if ((search ?? '').length > 100_000 || (search ?? '').split(/\s+/).length > LIMITS.clauses)
    refuse('too many clauses');
  const fields = isAbsent(searchFields)
    ? definition.fields.filter(({ searchable, dimensions }) => searchable === true && isAbsent(dimensions))
    : searchFields.split(',').map((name) => fieldOf(name.trim(), definition));
  const stray = fields.find(({ searchable }) => searchable !== true);
  if (stray !== undefined) refuse(`'${stray.name}' is not a searchable field`);
  return byWords(search ?? '', documents, fields, passes).slice(0, LIMITS.words);
}

function fieldOf(name: string, { fields }: Definition): Field {
  return fields.find((field) => field.name === name) ?? refuse(`Could not find a property named '${name}'`);
}

function ordered(
  ranked: readonly Ranked[],
  orderby: string | null | undefined,
  definition: Definition,
): readonly Ranked[] {
  if ((orderby ?? '') === '') return ranked;
  const clauses = (orderby ?? '').split(',').map((clause) => {
    const [, name = '', direction = 'asc'] =
      /^\s*(\w+)(?:\s+(asc|desc))?\s*$/.exec(clause) ?? refuse(`order '${clause}'`);
    if (fieldOf(name, definition).sortable !== true) refuse(`'${name}' is not a sortable field`);
    return { name, sign: direction === 'desc' ? -1 : 1 };
  });
  if (clauses.length > LIMITS.orderClauses) refuse('too many order clauses');
  return ranked.toSorted((one, other) => {
    for (const { name, sign } of clauses) {
      const difference = compared(one.document[name], other.document[name]);
      if (difference !== 0) return sign * difference;
    }
    return other.score - one.score;
  });
}

/** Null sorts first. */
function compared(one: unknown, other: unknown): number {
  if (one === null || other === null) return Number(one !== null) - Number(other !== null);
  const [left, right] = [one instanceof Date ? one.getTime() : one, other instanceof Date ? other.getTime() : other];
  if (left === right) return 0;
  return (left as number) < (right as number) ? -1 : 1;
}

/** Returns the retrievable fields, or those of them that are selected. */
export function selected(document: StoredDocument, select: string | null | undefined, definition: Definition): object {
  const all = definition.fields.filter(({ retrievable, fields }) => fields !== undefined || retrievable === true);
  const names = ['', '*'].includes(select ?? '') ? undefined : (select ?? '').split(',').map((name) => name.trim());
  for (const name of names ?? []) {
    if (!all.some((field) => field.name === name)) refuse(`'${name}' is not a retrievable field`);
  }
  const wanted = names === undefined ? all : all.filter(({ name }) => names.includes(name));
  return Object.fromEntries(wanted.map(({ name }) => [name, answered(document[name])]));
}

function answered(value: unknown): unknown {
  // The service writes times without milliseconds if they are 0.
  if (value instanceof Date) return value.toISOString().replace('.000Z', 'Z');
  return value instanceof Float32Array ? Array.from(value) : (value ?? null);
}
