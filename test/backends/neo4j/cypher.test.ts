import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { CYPHER } from '../../../server/backends/neo4j/cypher.ts';
import { MIGRATIONS } from '../../../server/backends/neo4j/migrations.ts';
import { USER_CYPHER } from '../../../server/backends/neo4j/user-cypher.ts';
import { ROOT } from '../../root.ts';

const FOLDER = join(ROOT, 'server/backends/neo4j');
const TEXTS = ['cypher.ts', 'read-cypher.ts', 'search-cypher.ts', 'user-cypher.ts', 'migrations.ts'];
const sources = readdirSync(FOLDER).map((name) => ({ name, text: readFileSync(join(FOLDER, name), 'utf8') }));
/** Cypher keywords as they begin a statement. */
const CLAUSE = /['"`]\s*(MATCH|MERGE|UNWIND|CREATE|CALL|OPTIONAL MATCH|RETURN|WITH|SET|DELETE|DETACH)\b/;

describe('What Neo4j is asked', () => {
  it('is text that never changes: nothing is put into it', () => {
    for (const { name, text } of sources.filter(({ name: file }) => TEXTS.includes(file))) {
      expect(text, name).to.not.include('${');
      expect(text, name).to.not.match(/['"`] \+|\+ ['"`]|\.concat\(|\.replace/);
    }
  });

  it('is in the tables of statements and nowhere else', () => {
    expect(CLAUSE.test("run('MATCH (n) RETURN n')")).to.equal(true);
    const others = sources.filter(({ name }) => !TEXTS.includes(name));
    expect(others.length).to.be.above(10);
    expect(others.filter(({ text }) => CLAUSE.test(text)).map(({ name }) => name)).to.deep.equal([]);
  });

  it('is run by the name of a statement alone', () => {
    const runs = sources.flatMap(({ name, text }) =>
      Array.from(text.matchAll(/\.run(?:<[^(]*>)?\(\s*([^,)\s]+)/g), ([, first = '']) => `${name}: ${first}`),
    );
    expect(runs.length).to.be.above(20);
    const allowed =
      /^[a-z0-9-]+\.ts: ((USER_)?CYPHER\.[A-Z_]+|FIRST_STATEMENT|OF_AGENTS\[name\]|[a-z]+(\.[a-z]+)?|name)$/;
    expect(runs.filter((run) => !allowed.test(run))).to.deep.equal([]);
    // The types require that a statement is of the type Statement.
    const statement = sources.find(({ name }) => name === 'transactions.ts')?.text ?? '';
    expect(statement).to.include('run<Row extends object>(statement: Statement');
  });

  it('takes labels and types from no parameter', () => {
    const statements = [...Object.values(CYPHER), ...Object.values(USER_CYPHER)];
    expect(statements.length).to.be.above(50);
    for (const text of statements) expect(text).to.not.match(/[([]\s*\w*\s*:\s*\$|\$\(/);
    expect(MIGRATIONS.map(({ version }) => version)).to.deep.equal(MIGRATIONS.map((_, at) => at + 1));
  });
});
