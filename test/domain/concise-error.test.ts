import { expect } from 'chai';
import { conciseError } from '../../server/domain/concise-error.ts';
import { RecordaError, fieldErrors, notFound } from '../../server/domain/errors.ts';
import { SERVING } from '../../server/policy/serving.ts';

describe('conciseError', () => {
  it('gives back what is short', () => {
    const error = fieldErrors([{ field: 'query', description: 'is empty' }]);
    expect(conciseError(error)).to.equal(error);
  });

  it('cuts a message by its percent-encoded length, never inside a character', () => {
    const error = new RecordaError('INTERNAL', '😀'.repeat(1000));
    const { message } = conciseError(error);
    expect(encodeURI(message).length).to.be.within(SERVING.errorMessageBytes - 12, SERVING.errorMessageBytes);
    expect(message).to.match(/^(😀)+~$/u);
    expect(conciseError(error)).to.include({ reason: 'INTERNAL', cause: error });
  });

  it('makes half a surrogate pair well-formed', () => {
    expect(conciseError(new RecordaError('INTERNAL', 'a\ud800')).message).to.equal('a\ufffd');
  });

  it('cuts names that the caller chose', () => {
    expect(conciseError(notFound('x'.repeat(10_000))).detail.resource?.name.length).to.equal(SERVING.errorNameBytes);
  });

  it('shows as many fields as there is room for, counts the rest, and cuts no more when cut again', () => {
    const fields = Array.from({ length: 1000 }, (_, n) => ({ field: `field_${n}`, description: 'is wrong' }));
    const once = conciseError(fieldErrors(fields));
    const shown = once.detail.fields ?? [];
    expect(shown.length).to.be.within(20, 200);
    expect(shown.slice(0, -1)).to.deep.equal(fields.slice(0, shown.length - 1));
    expect(shown.at(-1)).to.deep.equal({ field: '', description: `and ${1001 - shown.length} more` });
    expect(conciseError(once)).to.equal(once);
  });
});
