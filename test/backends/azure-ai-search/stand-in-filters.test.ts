/** Tries the filters that the service's manual lists as accepted and as refused on the stand-in. */
import { expect } from 'chai';
import { contractFault } from '../../stand-ins/azure-ai-search/contract.ts';
import { openExample, type ExampleIndex } from './example-index.ts';

describe('The filters of the stand-in for Azure AI Search', () => {
  let opened: ExampleIndex;
  before(async () => {
    opened = await openExample();
  });
  after(() => opened.standIn.close());

  const TAKEN = [
    'Rating ge 3 and Rating le 5',
    '5 gt Rating',
    'LastRenovationDate ge 2015-01-01T00:00:00.000Z',
    'LastRenovationDate lt 2015-01-01T00:00:00-08:00',
    "Rooms/any(room: room/Type eq 'Deluxe Room')",
    "Rooms/any(room: room/Type eq 'Deluxe Room' and room/BaseRate lt 100)",
    'Rooms/any()',
    'Rating ne null',
    'ParkingIncluded and not (Rating eq 4)',
    'true or false',
    "search.in(ownerId, 'sam, benny')",
    "search.in(ownerId, 'sam|benny', '|')",
    "tags/any(t: t eq 'books')",
    "tags/any(t: search.in(t, 'books, games, toys'))",
    "tags/all(t: t ne 'books')",
    "tags/all(t: not (t eq 'books'))",
    "tags/all(t: not search.in(t, 'books, games, toys'))",
    "tags/any(t: t eq 'books' or t eq 'games')",
    "tags/all(t: t ne 'books' and not (t eq 'games'))",
    "name eq 'it''s'",
  ];
  for (const filter of TAKEN) {
    it(`takes the filter ${filter}`, async () => expect((await opened.post({ filter, top: 1 })).status).to.equal(200));
  }

  const REFUSED = [
    "tags/any(t: t ne 'books')",
    "tags/any(t: not search.in(t, 'books, games, toys'))",
    "tags/all(t: t eq 'books')",
    "tags/all(t: search.in(t, 'books, games, toys'))",
    "tags/any(t: t eq 'books' and t ne 'games')",
    "tags/all(t: t ne 'books' or not (t eq 'games'))",
    "tags/any(t: t gt 'books')",
    "Rooms/any(room: room/Type eq 'x' and Rating gt 3)",
    "name gt 'a'",
    'Rating gt null',
    "Rating eq '5'",
    'LastRenovationDate gt 5',
    'unknown eq 1',
    'vector2 eq 1',
    'Rating eq 5 and',
    "name eq 'it's'",
    "name eq 'a' or name",
  ];
  for (const filter of REFUSED) {
    it(`refuses the filter ${filter}`, async () => {
      const { status, body } = await opened.post({ filter, top: 1 });
      expect(status).to.equal(400);
      expect(contractFault('ErrorResponse', body)).to.equal(undefined);
    });
  }

  it('reads null and texts as the service does', async () => {
    const ids = async (filter: string) =>
      opened.idsOf(await opened.post({ filter, orderby: 'price', select: 'id', top: 99 }));
    expect(await ids('Rating lt 5 or Rating ge 5')).to.deep.equal([]);
    expect(await ids('Rating ne 5 and price lt 2')).to.deep.equal(['0', '1']);
    expect(await ids('Rating eq null and price le 0')).to.deep.equal(['0']);
    expect(await ids("ownerId eq 'Benny'")).to.deep.equal([]);
    expect(await ids("search.in(ownerId, 'benny,sam') and not (ownerId eq 'sam')")).to.deep.equal(['0', '10']);
  });
});
