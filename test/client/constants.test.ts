import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { CONSTANTS_FILE, constantsText } from './constants.ts';

describe('client/constants.json', () => {
  it('says what the sources do; npm run generate:clients writes it anew', () => {
    expect(readFileSync(CONSTANTS_FILE, 'utf8')).to.equal(constantsText());
  });
});
