import { expect } from 'chai';
import { runChecks } from '../../server/doctor/check.ts';
import { withoutSecrets } from '../../server/settings/shown-setting.ts';

describe('a check of recorda doctor', () => {
  it('does not wait for ever', async () => {
    const [late] = await runChecks([{ role: 'x', where: 'y', run: () => new Promise(() => undefined) }], 20);
    expect(late).to.include({ isThere: false, said: 'it does not answer within 20 ms' });
    expect(late?.statements.map(({ kind, values }) => [kind, values])).to.deep.equal([['TOO_SLOW', { ms: '20' }]]);
  });

  it('leaves out who logs in', () => {
    expect(withoutSecrets('redis://u:p@h:1/0')).to.equal('redis://h:1/0');
    expect(withoutSecrets('redis-cluster://h:1,i:2')).to.equal('redis-cluster://h:1,i:2');
    // A password of which an @ or a slash is not escaped is shown no more than another.
    expect(withoutSecrets('postgres://limited:li@TAILPW@h/d?sslmode=require')).to.equal('postgres://h/d');
    expect(withoutSecrets('postgres://u:12/TAIL@h/d')).to.equal('postgres://h/d');
    expect(withoutSecrets('azure-search://s.net/i?key=k')).to.equal('azure-search://s.net/i');
  });
});
