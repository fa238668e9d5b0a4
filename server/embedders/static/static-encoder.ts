/**
 * The built-in embedder: a text's vector is the normalised sum of the table's rows for its tokens and its adjacent pairs; a
 * Spanish word takes the rows of its English ones. Synchronous, about ten microseconds a text.
 */
import type { EmbedderIdentity } from '../../ports/stores.ts';
import type { Language } from '../../domain/text/language.ts';
import { guessLanguage } from '../../domain/text/language.ts';
import { fold } from '../../domain/text/fold.ts';
import { FRAME_WEIGHT, MAX_UNITS, QUERY_WEIGHT_A, QUERY_WEIGHT_N0 } from '../../policy/embedding.ts';
import { themeStrength } from '../../domain/text/theme.ts';
import { queryMaps } from './query-maps.ts';
import { FRAME_WORDS } from './frame-words.ts';
import type { StaticTable } from './static-table.ts';
import { textRows, type WeighedRows } from './text-rows.ts';
import { findWord } from '../../domain/text/word-table.ts';

/** The statistics of a namespace by which a query's words are weighted. */
export type QueryContext = {
  /** The number of its memories. */
  readonly count: number;
  /** Returns the number of memories in which a row of the table occurs. */
  frequency(row: number): number;
  /** Words that tell whose memory it is, not what about: participants' names, folded. */
  readonly leaveOut: ReadonlySet<string>;
  /** True if the query is to be moved towards the preferences that advice should take into account. */
  readonly asksForAdvice: boolean;
  /** The language of texts whose own is not clear. */
  readonly mainLanguage: Language;
};

export interface StaticEncoder {
  readonly identity: EmbedderIdentity;
  readonly table: StaticTable;
  /** Embeds a memory or any other text; normalised, zero if nothing in it is known. */
  embed(text: string, mainLanguage?: Language): Float32Array;
  /** Embeds a question, by the words that distinguish this namespace's memories, moved towards the memories that it asks for. */
  embedQuery(text: string, context: QueryContext): Float32Array;
  /** Returns the distinct rows of the table that a text reads: what a namespace counts for `frequency`. */
  rowsOf(text: string, mainLanguage?: Language): Uint16Array;
}

/** Makes an encoder over a table of `loadStaticTable`. It keeps nothing of texts. */
export function staticEncoder(table: StaticTable): StaticEncoder {
  const { dimensions } = table.identity;
  const frameRows = new Set(FRAME_WORDS.map((word) => findWord(table.vocabulary.whole, word)));
  const maps = queryMaps(table);
  const sum = new Float64Array(dimensions);
  const seen = new Uint32Array(table.scales.length);
  let sightings = 0;

  function rowsIn(text: string, mainLanguage: Language | undefined, leaveOut?: ReadonlySet<string>): WeighedRows {
    const head = text.length > MAX_UNITS ? text.slice(0, MAX_UNITS) : text;
    const folded = fold(head);
    return textRows(table, head, folded, guessLanguage(head, folded), mainLanguage, leaveOut);
  }

  function sumOf({ rows, weights, count }: WeighedRows): Float64Array {
    sum.fill(0);
    for (let index = 0; index < count; index++) {
      const row = rows[index] as number;
      addRow(table.rows, row * dimensions, (weights[index] as number) * (table.scales[row] as number), sum);
    }
    return sum;
  }

  return {
    identity: table.identity,
    table,

    embed: (text, mainLanguage) => normalised(sumOf(rowsIn(text, mainLanguage))),

    embedQuery(text, context) {
      const read = rowsIn(text, context.mainLanguage, context.leaveOut);
      for (let index = 0; index < read.count; index++) {
        const row = read.rows[index] as number;
        const share = context.frequency(row) / (context.count + QUERY_WEIGHT_N0);
        const weight = (QUERY_WEIGHT_A / (QUERY_WEIGHT_A + share)) * (frameRows.has(row) ? FRAME_WEIGHT : 1);
        read.weights[index] = (read.weights[index] as number) * weight;
      }
      const vector = normalised(sumOf(read));
      if (context.asksForAdvice) return normalised(maps.askedFor(vector));
      const strength = themeStrength(text, context.leaveOut);
      return strength > 0 ? normalised(maps.themed(vector, strength)) : vector;
    },

    rowsOf(text, mainLanguage) {
      const read = rowsIn(text, mainLanguage);
      sightings++;
      let distinct = 0;
      for (let index = 0; index < read.count; index++) {
        const row = read.rows[index] as number;
        if (seen[row] === sightings) continue;
        seen[row] = sightings;
        read.rows[distinct++] = row;
      }
      return read.rows.slice(0, distinct);
    },
  };
}

/**
 * Adds four numbers at a time; the table's dimensions are a multiple of that. The sum is in doubles, since floats would be converted at
 * each step.
 */
function addRow(rows: Int8Array, at: number, weight: number, sum: Float64Array): void {
  for (let index = 0; index < sum.length; index += 4) {
    const from = at + index;
    sum[index] = (sum[index] as number) + (rows[from] as number) * weight;
    sum[index + 1] = (sum[index + 1] as number) + (rows[from + 1] as number) * weight;
    sum[index + 2] = (sum[index + 2] as number) + (rows[from + 2] as number) * weight;
    sum[index + 3] = (sum[index + 3] as number) + (rows[from + 3] as number) * weight;
  }
}

function normalised(vector: Float32Array | Float64Array): Float32Array {
  let squares = 0;
  for (let index = 0; index < vector.length; index++) squares += (vector[index] as number) ** 2;
  const inverse = squares > 0 ? 1 / Math.sqrt(squares) : 0;
  const unit = new Float32Array(vector.length);
  for (let index = 0; index < vector.length; index++) unit[index] = (vector[index] as number) * inverse;
  return unit;
}
