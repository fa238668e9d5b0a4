import { expect } from 'chai';
import { openWithStack } from '../../server/opening/open-stack.ts';

describe('what is open', () => {
  const closed: string[] = [];
  const part = (name: string, failure?: Error) => ({
    async close(): Promise<void> {
      // Closing the upper part takes time: the part below must wait for it.
      await Promise.resolve();
      closed.push(name);
      if (failure !== undefined) throw failure;
    },
  });
  const failureOf = (work: Promise<unknown>): Promise<unknown> =>
    work.then(
      () => undefined,
      (error: unknown) => error,
    );
  beforeEach(() => void (closed.length = 0));

  it('is closed in reverse, and once however often it is asked', async () => {
    const opened = await openWithStack(async (stack) => {
      stack.use(part('file'));
      stack.defer(() => void closed.push('timer'));
      stack.use(part('thread'));
      return { name: 'server' };
    });
    expect(opened.name).to.equal('server');
    expect(closed).to.deep.equal([]);
    await Promise.all([opened.close(), opened.close()]);
    expect(closed).to.deep.equal(['thread', 'timer', 'file']);
  });

  it('is closed if a later part cannot open, whose failure is reported', async () => {
    const away = new Error('Redis refuses the password');
    const failure = await failureOf(
      openWithStack(async (stack) => {
        stack.use(part('file'));
        stack.use(part('thread', new Error('the thread was gone already')));
        await Promise.reject(away);
        return {};
      }),
    );
    expect(failure).to.equal(away);
    expect(closed).to.deep.equal(['thread', 'file']);
  });

  it('is closed completely even if some parts cannot be, and reports each failure', async () => {
    const [one, two] = [new Error('one'), new Error('two')];
    const single = await openWithStack(async (stack) => {
      stack.use(part('file'));
      stack.use(part('thread', one));
      return Promise.resolve({});
    });
    expect(await failureOf(single.close())).to.equal(one);
    const several = await openWithStack(async (stack) => {
      stack.use(part('file', one));
      stack.use(part('thread', two));
      return Promise.resolve({});
    });
    expect(await failureOf(several.close()))
      .to.be.instanceOf(AggregateError)
      .with.property('errors')
      .deep.equal([two, one]);
    expect(closed).to.deep.equal(['thread', 'file', 'thread', 'file']);
  });
});
